//===- SmallFloatsToBytes.cpp - Floats of 4 and 6 bits as bytes -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A byte that stands for a small float has its code in the low bits, and zeros
// above. What makes codes, a bitcast of an integer, keeps that promise.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "PackInWords.h"

#include "lowp/Dialect/Common/FloatMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr unsigned kByte = 8;

static bool isLessThanAByte(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < kByte;
}

static bool hasSmallFloat(Type type) {
  return isLessThanAByte(getElementTypeOrSelf(type));
}

static IntegerType getByte(Type type) {
  return IntegerType::get(type.getContext(), kByte);
}

static unsigned countBits(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

namespace {
/// Rewrites the functions of a kernel module, one after the other.
class ToBytes {
public:
  ToBytes() {
    types.addReplacement([](FloatType type) -> std::optional<Type> {
      if (!isLessThanAByte(type))
        return std::nullopt;
      return getByte(type);
    });
  }

  LogicalResult convert(gpu::GPUFuncOp func);

private:
  /// Converts casts between codes and floats.
  LogicalResult convertCasts(gpu::GPUFuncOp func);
  void convertCast(Operation *cast);
  void convertFromFloat(Operation *cast);
  LogicalResult convertConstant(arith::ConstantOp op);
  void convertTypes(gpu::GPUFuncOp func);

  AttrTypeReplacer types;
};
} // namespace

/// Replaces `user` of the codes of `bytes`, if it takes elements out or widens
/// them, by the same of bytes.
static void useBytes(Operation *user, Value bytes) {
  ImplicitLocOpBuilder b(user->getLoc(), user);
  Type type = user->getResult(0).getType();
  Value result;
  if (auto extract = dyn_cast<vector::ExtractOp>(user)) {
    Value byte =
        vector::ExtractOp::create(b, bytes, extract.getMixedPosition());
    result = arith::TruncIOp::create(b, type, byte);
  } else if (isa<arith::ExtUIOp>(user) &&
             countBits(user->getResult(0)) > kByte) {
    result = arith::ExtUIOp::create(b, type, bytes);
  } else {
    return;
  }
  user->getResult(0).replaceAllUsesWith(result);
  user->erase();
}

void ToBytes::convertFromFloat(Operation *cast) {
  Value from = cast->getOperand(0), to = cast->getResult(0);
  if (hasSmallFloat(from.getType()))
    from.setType(types.replace(from.getType()));
  for (Operation *user : llvm::make_early_inc_range(to.getUsers()))
    if (user->getNumResults() == 1 && user->getOperand(0) == to)
      useBytes(user, from);
  ImplicitLocOpBuilder b(cast->getLoc(), cast);
  to.replaceAllUsesWith(arith::TruncIOp::create(b, to.getType(), from));
}

void ToBytes::convertCast(Operation *cast) {
  Value from = cast->getOperand(0), to = cast->getResult(0);
  ImplicitLocOpBuilder b(cast->getLoc(), cast);
  Type bytes = withElement(to.getType(), b.getI8Type());
  auto narrow = from.getDefiningOp<arith::TruncIOp>();
  // What an earlier cast made is a byte already.
  bool isFromFloat = hasSmallFloat(from.getType()) || countBits(from) == kByte;
  if (isFromFloat && hasSmallFloat(to.getType())) {
    to.replaceAllUsesWith(from);
  } else if (isFromFloat) {
    convertFromFloat(cast);
  } else if (narrow) {
    Value low = narrow.getIn();
    unsigned bits = countBits(low);
    if (bits > kByte)
      low = arith::TruncIOp::create(b, bytes, low);
    else if (bits < kByte)
      low = arith::ExtUIOp::create(b, bytes, low);
    to.replaceAllUsesWith(FloatMath(b).mask(low, (1 << countBits(from)) - 1));
  } else {
    to.replaceAllUsesWith(arith::ExtUIOp::create(b, bytes, from));
  }
  cast->erase();
}

LogicalResult ToBytes::convertCasts(gpu::GPUFuncOp func) {
  SmallVector<Operation *> casts;
  func.walk([&](Operation *op) {
    if (isa<arith::BitcastOp, vector::BitCastOp>(op) &&
        (hasSmallFloat(op->getOperand(0).getType()) ||
         hasSmallFloat(op->getResult(0).getType())))
      casts.push_back(op);
  });
  for (Operation *cast : casts)
    if (countBits(cast->getOperand(0)) != countBits(cast->getResult(0)))
      return cast->emitOpError("expected vectors of one dimension where "
                               "elements of less than a byte are taken for "
                               "others, got ")
             << cast->getOperand(0).getType() << " to "
             << cast->getResult(0).getType();
  for (Operation *cast : casts)
    convertCast(cast);
  return success();
}

LogicalResult ToBytes::convertConstant(arith::ConstantOp op) {
  auto code = [&](const APFloat &number) {
    return number.bitcastToAPInt().zext(kByte);
  };
  Builder b(op.getContext());
  if (auto number = dyn_cast<FloatAttr>(op.getValue())) {
    op.setValueAttr(b.getIntegerAttr(b.getI8Type(), code(number.getValue())));
    return success();
  }
  auto numbers = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!numbers)
    return op.emitOpError("expected a number or dense elements, got ")
           << op.getValue();
  auto type = cast<ShapedType>(types.replace(numbers.getType()));
  SmallVector<APInt> codes;
  if (numbers.isSplat())
    codes.push_back(code(numbers.getSplatValue<APFloat>()));
  else
    for (const APFloat &number : numbers.getValues<APFloat>())
      codes.push_back(code(number));
  op.setValueAttr(DenseElementsAttr::get(type, codes));
  return success();
}

void ToBytes::convertTypes(gpu::GPUFuncOp func) {
  func.walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(types.replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(types.replace(argument.getType()));
  });
  func.setFunctionType(
      cast<FunctionType>(types.replace(func.getFunctionType())));
}

LogicalResult ToBytes::convert(gpu::GPUFuncOp func) {
  WalkResult result = func.walk([&](arith::ConstantOp op) {
    return !hasSmallFloat(op.getType()) || succeeded(convertConstant(op))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted() || failed(convertCasts(func)))
    return failure();
  convertTypes(func);
  return success();
}

LogicalResult mlir::lowp::smallFloatsToBytes(gpu::GPUModuleOp op) {
  RewritePatternSet patterns(op->getContext());
  populatePackInWords(patterns);
  if (failed(applyPatternsGreedily(op, std::move(patterns))))
    return failure();
  ToBytes bytes;
  for (auto func : op.getOps<gpu::GPUFuncOp>())
    if (failed(bytes.convert(func)))
      return failure();
  return success();
}
