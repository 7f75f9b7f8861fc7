//===- SizeResolver.cpp - What dynamic sizes come from --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeResolver.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

/// Chains of operations that no size needs to be known through.
static constexpr unsigned kMostDepth = 64;

int64_t mlir::lowp::getElementBytes(Type element) {
  // An index has the bits of an address.
  constexpr int64_t kIndexBytes = 8;
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : kIndexBytes;
}

SizeResolver::SizeResolver(func::FuncOp func) : func(func) {
  func.walk([&](cf::AssertOp op) { learn(op); });
}

void SizeResolver::bind(Block::BlockArgListType arguments, ValueRange values) {
  for (auto [argument, value] : llvm::zip(arguments, values))
    bound[argument] = value;
}

/// What an assertion says of two sizes. The later of two names is replaced.
void SizeResolver::learn(cf::AssertOp op) {
  auto compare = op.getArg().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return;
  SizeFormula a = getIndex(compare.getLhs()), b = getIndex(compare.getRhs());
  if (a.isUnknown() || b.isUnknown())
    return;
  // As of two numbers of elements.
  int64_t factor = std::gcd(a.getFactor(), b.getFactor());
  a = SizeFormula::getQuotient(a, factor, /*roundUp=*/false);
  b = SizeFormula::getQuotient(b, factor, /*roundUp=*/false);
  std::optional<StringRef> first = a.getName(), second = b.getName();
  bool replacesFirst =
      first && (!second || first->compare_numeric(*second) > 0);
  if (!replacesFirst && !second)
    return;
  std::string name = (replacesFirst ? *first : *second).str();
  const SizeFormula &value = replacesFirst ? b : a;
  if (!value.mentions(name))
    equals.try_emplace(name, value);
  indices.clear();
}

SizeFormula SizeResolver::lookUp(const std::string &name) {
  auto found = equals.find(name);
  return found == equals.end() ? SizeFormula::getNamed(name) : found->second;
}

SizeFormula SizeResolver::getNumElements(Value shaped) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank())
    return SizeFormula::getUnknown();
  SizeFormula count = 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = count * getSize(shaped, dim);
  return count;
}

SizeFormula SizeResolver::getBytes(Value shaped) {
  Type element = getElementTypeOrSelf(shaped.getType());
  return getNumElements(shaped) * getElementBytes(element);
}

SizeFormula SizeResolver::getSize(Value shaped, int64_t dim) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.hasRank() || dim < 0 || dim >= type.getRank())
    return SizeFormula::getUnknown();
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  if (depth > kMostDepth)
    return SizeFormula::getUnknown();
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  return computeSize(shaped, dim);
}

SizeFormula SizeResolver::computeSize(Value shaped, int64_t dim) {
  if (Value value = bound.lookup(shaped))
    return getSize(value, dim);
  if (Operation *op = shaped.getDefiningOp())
    return computeSize(op, shaped, dim);
  auto argument = cast<BlockArgument>(shaped);
  if (argument.getOwner() != &func.front())
    return SizeFormula::getUnknown();
  return lookUp("argument" + std::to_string(argument.getArgNumber()) + "." +
                std::to_string(dim));
}

/// Dimension `dim` of what has the sizes `sizes`, some of which are dropped.
static OpFoldResult dropSizes(ArrayRef<OpFoldResult> sizes,
                              const llvm::SmallBitVector &dropped,
                              int64_t dim) {
  for (auto [number, size] : llvm::enumerate(sizes))
    if (!dropped.test(number) && dim-- == 0)
      return size;
  return {};
}

/// Dimension `dim` of the result of `op`, if an operand says it.
static OpFoldResult findSize(Operation *op, int64_t dim) {
  auto getDynamic = [&](auto alloc) {
    return OpFoldResult(
        alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(dim)]);
  };
  return llvm::TypeSwitch<Operation *, OpFoldResult>(op)
      .Case<memref::AllocOp, memref::AllocaOp, tensor::EmptyOp>(getDynamic)
      .Case([&](memref::ViewOp view) {
        return OpFoldResult(
            view.getSizes()[view.getType().getDynamicDimIndex(dim)]);
      })
      .Case<memref::ExpandShapeOp, tensor::ExpandShapeOp>(
          [&](auto expand) { return expand.getMixedOutputShape()[dim]; })
      .Case<memref::SubViewOp, tensor::ExtractSliceOp>([&](auto slice) {
        return dropSizes(slice.getMixedSizes(), slice.getDroppedDims(), dim);
      })
      .Case([&](memref::ReinterpretCastOp cast) {
        return cast.getMixedSizes()[dim];
      })
      .Default(OpFoldResult());
}

SizeFormula SizeResolver::computeSize(Operation *op, Value shaped,
                                      int64_t dim) {
  if (OpFoldResult size = findSize(op, dim)) {
    auto value = dyn_cast<Value>(size);
    return value ? getIndex(value) : *getConstantIntValue(size);
  }
  auto collapse = [&](auto op) {
    SizeFormula product = 1;
    ReassociationIndices group = op.getReassociationIndices()[dim];
    for (int64_t part : group)
      product = product * getSize(op.getSrc(), part);
    return product;
  };
  auto same = [&](Value source) {
    auto type = dyn_cast<ShapedType>(source.getType());
    return type && type.hasRank() ? getSize(source, dim)
                                  : SizeFormula::getUnknown();
  };
  return llvm::TypeSwitch<Operation *, SizeFormula>(op)
      .Case<memref::CollapseShapeOp, tensor::CollapseShapeOp>(collapse)
      .Case([&](DestinationStyleOpInterface dps) {
        return same(dps.getTiedOpOperand(cast<OpResult>(shaped))->get());
      })
      .Case([&](CastOpInterface cast) {
        return cast->getNumOperands() == 1 ? same(cast->getOperand(0))
                                           : SizeFormula::getUnknown();
      })
      .Default([](Operation *) { return SizeFormula::getUnknown(); });
}

SizeFormula SizeResolver::getIndex(Value index) {
  auto found = indices.find(index);
  if (found != indices.end())
    return found->second;
  if (depth > kMostDepth)
    return SizeFormula::getUnknown();
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  SizeFormula formula = computeIndex(index);
  indices[index] = formula;
  return formula;
}

/// The value of `expr`, whose dimensions and symbols are `operands`.
static SizeFormula evaluate(AffineExpr expr, ArrayRef<SizeFormula> operands,
                            unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  SizeFormula a = evaluate(binary.getLHS(), operands, numDims);
  SizeFormula b = evaluate(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::CeilDiv:
    return SizeFormula::getQuotient(a, b, /*roundUp=*/true);
  case AffineExprKind::FloorDiv:
    return SizeFormula::getQuotient(a, b, /*roundUp=*/false);
  default:
    return SizeFormula::getUnknown();
  }
}

/// Whether `condition` asks for a size below 0, as front ends do that let one
/// size of a reshape be -1.
bool SizeResolver::isNever(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
         getConstantIntValue(compare.getRhs()) == 0 &&
         getIndex(compare.getLhs()).isNotNegative();
}

SizeFormula SizeResolver::computeIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  if (Value value = bound.lookup(index))
    return getIndex(value);
  Operation *op = index.getDefiningOp();
  if (!op) {
    auto argument = cast<BlockArgument>(index);
    return argument.getOwner() == &func.front()
               ? lookUp("argument" + std::to_string(argument.getArgNumber()))
               : SizeFormula::getUnknown();
  }
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    std::optional<int64_t> number = getConstantIntValue(dim.getDimension());
    return number ? getSize(dim.getShapedValue(), *number)
                  : SizeFormula::getUnknown();
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<SizeFormula> operands = llvm::map_to_vector(
        apply.getMapOperands(), [&](Value value) { return getIndex(value); });
    AffineMap map = apply.getAffineMap();
    return evaluate(map.getResult(0), operands, map.getNumDims());
  }
  auto get = [&](unsigned number) { return getIndex(op->getOperand(number)); };
  auto divide = [&](bool roundUp) {
    return SizeFormula::getQuotient(get(0), get(1), roundUp);
  };
  // Sizes are not negative: divisions that truncate round down.
  return llvm::TypeSwitch<Operation *, SizeFormula>(op)
      .Case([&](arith::SelectOp select) {
        return isNever(select.getCondition()) ? getIndex(select.getFalseValue())
                                              : SizeFormula::getUnknown();
      })
      .Case<arith::AddIOp>([&](auto) { return get(0) + get(1); })
      .Case<arith::SubIOp>([&](auto) { return get(0) - get(1); })
      .Case<arith::MulIOp>([&](auto) { return get(0) * get(1); })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
          [&](auto) { return divide(/*roundUp=*/true); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) { return divide(/*roundUp=*/false); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>([&](auto) { return get(0); })
      .Default([](Operation *) { return SizeFormula::getUnknown(); });
}
