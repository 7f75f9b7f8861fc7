//===- SizeAsserts.cpp - Sizes compared at run time -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeAsserts.h"

#include "lowp/Dialect/Lowp/IR/AssertOp.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

void SizeAsserts::require(Value condition, const Twine &message) {
  cf::AssertOp::create(builder, condition,
                       (name + ": expected " + message).str());
}

void SizeAsserts::require(Value condition, const Twine &message,
                          ValueRange numbers) {
  AssertOp::create(builder, condition, (name + ": expected " + message).str(),
                   numbers);
}

Value SizeAsserts::toValue(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), size);
}

SmallVector<OpFoldResult> SizeAsserts::getSizes(Value tensor) {
  if (isa<MemRefType>(tensor.getType()))
    return memref::getMixedSizes(builder, builder.getLoc(), tensor);
  return tensor::getMixedSizes(builder, builder.getLoc(), tensor);
}

SmallVector<OpFoldResult> SizeAsserts::getShape(Value operand) {
  auto type = dyn_cast<ScaledType>(operand.getType());
  if (!type)
    return getSizes(operand);
  SmallVector<OpFoldResult> shape;
  for (unsigned dim = 0; dim < type.getShape().size(); ++dim)
    shape.push_back(getScaledDim(builder, builder.getLoc(), operand, dim));
  return shape;
}

void SizeAsserts::requireCompared(arith::CmpIPredicate predicate,
                                  OpFoldResult lhs, OpFoldResult rhs,
                                  const Twine &message) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right &&
      arith::applyCmpPredicate(predicate, APInt(64, *left, /*isSigned=*/true),
                               APInt(64, *right, /*isSigned=*/true)))
    return;
  require(arith::CmpIOp::create(builder, predicate, toValue(lhs), toValue(rhs)),
          message);
}

void SizeAsserts::requireEqual(OpFoldResult lhs, OpFoldResult rhs,
                               const Twine &message) {
  requireCompared(arith::CmpIPredicate::eq, lhs, rhs, message);
}

void SizeAsserts::requireAtMost(OpFoldResult lhs, OpFoldResult rhs,
                                const Twine &message) {
  requireCompared(arith::CmpIPredicate::sle, lhs, rhs, message);
}

void SizeAsserts::requireNotNegative(OpFoldResult size, const Twine &message) {
  requireCompared(arith::CmpIPredicate::sge, size, builder.getIndexAttr(0),
                  message);
}

void SizeAsserts::requireCount(ArrayRef<OpFoldResult> sizes, OpFoldResult count,
                               const Twine &message) {
  if (getConstantIntValue(count) && llvm::all_of(sizes, [](OpFoldResult size) {
        return getConstantIntValue(size).has_value();
      }))
    return;
  SmallVector<Value> values;
  for (OpFoldResult size : sizes) {
    requireNotNegative(size, message);
    values.push_back(toValue(size));
  }
  Value product = createProduct(builder, values);
  Value expected = createProduct(builder, toValue(count));
  require(arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, product,
                                expected),
          message);
}

void SizeAsserts::requireShape(ArrayRef<OpFoldResult> sizes,
                               ArrayRef<int64_t> shape, StringRef what) {
  for (auto [dim, known, size] : llvm::enumerate(shape, sizes))
    if (!ShapedType::isDynamic(known))
      requireEqual(size, builder.getIndexAttr(known),
                   llvm::formatv("{0} of {1} in dimension {2}, as the type of "
                                 "the result says, got another size; pass "
                                 "tensors that fit",
                                 what, known, dim));
}

Value mlir::lowp::createProduct(ImplicitLocOpBuilder &builder,
                                ValueRange sizes) {
  FloatType f64 = builder.getF64Type();
  Value product =
      arith::ConstantOp::create(builder, builder.getFloatAttr(f64, 1.0));
  for (Value size : sizes) {
    Value integer =
        arith::IndexCastOp::create(builder, builder.getI64Type(), size);
    Value factor = arith::SIToFPOp::create(builder, f64, integer);
    product = arith::MulFOp::create(builder, product, factor);
  }
  return product;
}
