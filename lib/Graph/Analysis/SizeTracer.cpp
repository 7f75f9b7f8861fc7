//===- SizeTracer.cpp - What dynamic sizes come from ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/SizeTracer.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

/// Chains of operations that no size needs to be known through.
static constexpr unsigned kMostDepth = 500;

int64_t mlir::lowp::getElementBytes(Type element) {
  // An index has the bits of an address.
  constexpr int64_t kIndexBytes = 8;
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : kIndexBytes;
}

SmallVector<RankedTensorType, 3> mlir::lowp::getTensors(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return {tensor};
  if (auto buffer = dyn_cast<MemRefType>(type))
    if (buffer.getLayout().isIdentity() && !buffer.getMemorySpace())
      return {
          RankedTensorType::get(buffer.getShape(), buffer.getElementType())};
  SmallVector<RankedTensorType, 3> tensors;
  if (auto scaled = dyn_cast<ScaledType>(type))
    for (Type part : scaled.getStorageTypes())
      tensors.push_back(cast<RankedTensorType>(part));
  return tensors;
}

SizeFormula mlir::lowp::traceSize(Value tensor, int64_t dim) {
  return SizeTracer().getSize(tensor, dim);
}

SizeFormula mlir::lowp::traceSize(OpFoldResult size) {
  return SizeTracer().getIndex(size);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

SizeTracer::SizeTracer(func::FuncOp func, bool mayBuild)
    : entry(&func.front()), mayBuild(mayBuild) {
  unsigned next = 0;
  for (Type type : func.getArgumentTypes()) {
    firsts.push_back(next);
    next += std::max<size_t>(getTensors(type).size(), 1);
  }
  // Others may not be reached.
  for (auto op : entry->getOps<cf::AssertOp>()) {
    auto compare = op.getArg().getDefiningOp<arith::CmpIOp>();
    if (compare && compare.getPredicate() == arith::CmpIPredicate::eq)
      learn(getIndex(compare.getLhs()), getIndex(compare.getRhs()));
  }
}

void SizeTracer::bind(Block::BlockArgListType arguments, ValueRange values) {
  for (auto [argument, value] : llvm::zip(arguments, values))
    bound[argument] = value;
  known = Known();
}

void SizeTracer::learn(SizeFormula a, SizeFormula b) {
  if (a.isUnknown() || b.isUnknown())
    return;
  // As of two numbers of elements.
  int64_t factor = std::gcd(a.getFactor(), b.getFactor());
  a = lookUp(SizeFormula::getQuotient(a, factor, /*roundUp=*/false));
  b = lookUp(SizeFormula::getQuotient(b, factor, /*roundUp=*/false));
  std::optional<StringRef> first = a.getName(), second = b.getName();
  bool replacesFirst =
      first && (!second || first->compare_numeric(*second) > 0);
  if (!replacesFirst && !second)
    return;
  StringRef name = replacesFirst ? *first : *second;
  const SizeFormula &value = replacesFirst ? b : a;
  if (!value.mentions(name) && equals.try_emplace(name, value).second)
    known = Known();
}

/// What `size` is equal to, if it is a name.
SizeFormula SizeTracer::lookUp(SizeFormula size) const {
  auto found = equals.end();
  do {
    std::optional<StringRef> name = size.getName();
    found = name ? equals.find(*name) : equals.end();
    if (found != equals.end())
      size = found->second;
  } while (found != equals.end());
  return size;
}

/// A name for dimension `dim` of a tensor, or without it for an integer.
static SizeFormula getNamed(const char *what, uint64_t number,
                            std::optional<int64_t> dim) {
  std::string name = what + std::to_string(number);
  if (dim)
    name += "." + std::to_string(*dim);
  return SizeFormula::getNamed(name, /*isSigned=*/!dim);
}

/// The same for `value`, of which nothing is known.
static SizeFormula nameValue(Value value, std::optional<int64_t> dim) {
  auto place = reinterpret_cast<uintptr_t>(value.getAsOpaquePointer());
  return getNamed("value", place, dim);
}

/// Dimension `dim` of tensor `part` of argument `value`, or without it an
/// integer; the unknown for values that are no arguments.
SizeFormula SizeTracer::getArgument(Value value, unsigned part,
                                    std::optional<int64_t> dim) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != entry)
    return SizeFormula::getUnknown();
  unsigned number = firsts[argument.getArgNumber()] + part;
  return lookUp(getNamed("argument", number, dim));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeFormula SizeTracer::getNumElements(Value shaped) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank())
    return SizeFormula::getUnknown();
  SizeFormula count = 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = count * getSize(shaped, dim);
  return count;
}

SizeFormula SizeTracer::getBytes(Value shaped) {
  Type element = getElementTypeOrSelf(shaped.getType());
  return getNumElements(shaped) * getElementBytes(element);
}

/// The size that `type` says, or dynamic; nothing where it has no such
/// dimension.
static std::optional<int64_t> getSizeOfType(Type type, int64_t dim) {
  if (auto scaled = dyn_cast<ScaledType>(type))
    return scaled.getShape()[dim];
  auto shaped = dyn_cast<ShapedType>(type);
  bool hasDim =
      shaped && shaped.hasRank() && dim >= 0 && dim < shaped.getRank();
  return hasDim ? std::optional(shaped.getDimSize(dim)) : std::nullopt;
}

SizeFormula SizeTracer::getSize(Value shaped, int64_t dim) {
  std::optional<int64_t> size = getSizeOfType(shaped.getType(), dim);
  if (!size)
    return SizeFormula::getUnknown();
  if (!ShapedType::isDynamic(*size))
    return *size;
  auto found = known.sizes.find({shaped, dim});
  if (found != known.sizes.end())
    return found->second;
  if (depth > kMostDepth)
    return SizeFormula::getUnknown();
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  SizeFormula formula = computeSize(shaped, dim);
  if (formula.isUnknown() && !entry)
    formula = nameValue(shaped, dim);
  known.sizes[{shaped, dim}] = formula;
  return formula;
}

SizeFormula SizeTracer::computeSize(Value shaped, int64_t dim) {
  if (Value value = bound.lookup(shaped))
    return getSize(value, dim);
  if (isa<ScaledType>(shaped.getType())) {
    if (!mayBuild)
      return SizeFormula::getUnknown();
    OpBuilder builder(shaped.getContext());
    builder.setInsertionPointAfterValue(shaped);
    return getIndex(getScaledDim(builder, shaped.getLoc(), shaped, dim));
  }
  if (auto result = dyn_cast<OpResult>(shaped))
    return computeSizeOfResult(result, dim);
  auto argument = cast<BlockArgument>(shaped);
  auto loop = dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp());
  if (loop && argument != loop.getInductionVar())
    return computeCarried(loop, argument.getArgNumber() - 1, dim);
  return getArgument(argument, /*part=*/0, dim);
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

/// The operands that have the size of `result` along `dim`.
static SmallVector<Value> findAlike(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return {dps.getTiedOpOperand(result)->get()};
  if (auto concat = dyn_cast<tensor::ConcatOp>(op);
      concat && int64_t(concat.getDim()) != dim)
    return {concat.getInputs().front()};
  // These have no interface for sizes.
  if (isa<CastOpInterface>(op) && op->getNumOperands() == 1)
    return {op->getOperand(0)};
  SmallVector<Value> alike;
  if (OpTrait::hasElementwiseMappableTraits(op))
    llvm::copy_if(
        op->getOperands(), std::back_inserter(alike),
        [](Value value) { return isa<RankedTensorType>(value.getType()); });
  return alike;
}

SizeFormula SizeTracer::computeSizeOfResult(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (OpFoldResult size = findSize(op, dim))
    return getIndex(size);
  for (Value operand : findAlike(result, dim))
    if (SizeFormula size = getSize(operand, dim); !size.isUnknown())
      return size;
  auto collapse = [&](auto op) {
    SizeFormula product = 1;
    ReassociationIndices group = op.getReassociationIndices()[dim];
    for (int64_t part : group)
      product = product * getSize(op.getSrc(), part);
    return product;
  };
  return llvm::TypeSwitch<Operation *, SizeFormula>(op)
      .Case<memref::CollapseShapeOp, tensor::CollapseShapeOp>(collapse)
      .Case([&](scf::IfOp branch) {
        SizeFormula taken = getSize(branch.thenYield().getOperand(number), dim);
        SizeFormula other = getSize(branch.elseYield().getOperand(number), dim);
        return taken == other ? taken : SizeFormula::getUnknown();
      })
      .Case([&](scf::ForOp loop) { return computeCarried(loop, number, dim); })
      .Default([&](Operation *) { return reify(result, dim); });
}

/// What a loop carries has one size where each iteration leaves it as it was at
/// first.
SizeFormula SizeTracer::computeCarried(scf::ForOp loop, unsigned number,
                                       int64_t dim) {
  SizeFormula first = getSize(loop.getInitArgs()[number], dim);
  std::pair<Value, int64_t> carried(loop.getRegionIterArg(number), dim);
  Known before = known;
  known.sizes[carried] = first;
  if (getSize(loop.getYieldedValues()[number], dim) == first)
    return first;
  // What follows from the assumption is wrong with it.
  known = std::move(before);
  return known.sizes[carried] = SizeFormula::getUnknown();
}

/// The size as the operation itself gives it.
SizeFormula SizeTracer::reify(OpResult result, int64_t dim) {
  if (!mayBuild)
    return SizeFormula::getUnknown();
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  FailureOr<OpFoldResult> size = reifyDimOfResult(builder, op, number, dim);
  if (succeeded(size) && *size)
    return getIndex(*size);
  // The tensors of a scaled argument are arguments to the caller.
  auto split = dyn_cast<SplitScaledOp>(op);
  return split ? getArgument(split.getInput(), number, dim)
               : SizeFormula::getUnknown();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

SizeFormula SizeTracer::getIndex(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  auto value = dyn_cast<Value>(index);
  if (!value || depth > kMostDepth)
    return SizeFormula::getUnknown();
  auto found = known.indices.find(value);
  if (found != known.indices.end())
    return found->second;
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  SizeFormula formula = computeIndex(value);
  if (formula.isUnknown() && !entry)
    formula = nameValue(value, /*dim=*/std::nullopt);
  known.indices[value] = formula;
  return formula;
}

/// The value of `expr`, whose dimensions and symbols are `operands`.
SizeFormula SizeTracer::computeAffine(AffineExpr expr, ValueRange operands,
                                      unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getIndex(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getIndex(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  SizeFormula a = computeAffine(binary.getLHS(), operands, numDims);
  SizeFormula b = computeAffine(binary.getRHS(), operands, numDims);
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
    return SizeFormula::compute("mod", a, b);
  }
}

/// Bits of an integer that may be a size, 0 for other types.
static unsigned countBits(Type type) {
  constexpr unsigned kFewest = 32, kWord = 64;
  unsigned bits = type.isIndex()     ? kWord
                  : type.isInteger() ? type.getIntOrFloatBitWidth()
                                     : 0;
  return bits < kFewest || bits > kWord ? 0 : bits;
}

/// Sizes and what is computed of them fit into the types that they have.
SizeFormula SizeTracer::computeCast(Operation *op) {
  Value from = op->getOperand(0);
  unsigned bits = countBits(from.getType());
  if (bits == 0)
    return SizeFormula::getUnknown();
  bool isUnsigned = isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) &&
                    bits < countBits(op->getResult(0).getType());
  return isUnsigned ? getIndex(from).getUnsigned(bits) : getIndex(from);
}

SizeFormula SizeTracer::computeSelect(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || countBits(compare.getLhs().getType()) == 0)
    return SizeFormula::getUnknown();
  std::string predicate =
      arith::stringifyCmpIPredicate(compare.getPredicate()).str();
  SizeFormula a = getIndex(compare.getLhs()), b = getIndex(compare.getRhs());
  SizeFormula yes = getIndex(op.getTrueValue());
  SizeFormula no = getIndex(op.getFalseValue());
  if (predicate.front() == 'u') {
    predicate.front() = 's';
    a = a.getUnsigned();
    b = b.getUnsigned();
  }
  // As front ends ask that let one size of a reshape be -1.
  if (predicate == "slt" && a.isAtLeast(b))
    return no;
  SizeFormula condition =
      SizeFormula::getCall(predicate, {a, b}, /*isSigned=*/false);
  return SizeFormula::getCall("select", {condition, yes, no},
                              !yes.isNotNegative() || !no.isNotNegative());
}

SizeFormula SizeTracer::computeIndex(Value index) {
  if (Value value = bound.lookup(index))
    return getIndex(value);
  if (countBits(index.getType()) == 0)
    return SizeFormula::getUnknown();
  Operation *op = index.getDefiningOp();
  if (!op)
    return getArgument(index, /*part=*/0, /*dim=*/std::nullopt);
  auto getResults = [&](auto op) {
    return llvm::map_to_vector(
        op.getAffineMap().getResults(), [&](AffineExpr expr) {
          return computeAffine(expr, op->getOperands(),
                               op.getAffineMap().getNumDims());
        });
  };
  return llvm::TypeSwitch<Operation *, SizeFormula>(op)
      .Case([&](ShapedDimOpInterface dim) {
        std::optional<int64_t> number = getConstantIntValue(dim.getDimension());
        return number ? getSize(dim.getShapedValue(), *number)
                      : SizeFormula::getUnknown();
      })
      .Case([&](affine::AffineApplyOp op) { return getResults(op).front(); })
      .Case([&](affine::AffineMaxOp op) {
        return SizeFormula::getMax(getResults(op));
      })
      .Case([&](affine::AffineMinOp op) {
        SmallVector<SizeFormula> results = getResults(op);
        return std::accumulate(results.begin() + 1, results.end(),
                               results.front(), SizeFormula::getMin);
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>(
          [&](Operation *op) { return computeCast(op); })
      .Case([&](arith::SelectOp op) { return computeSelect(op); })
      .Default([&](Operation *op) {
        if (!isa<arith::ArithDialect>(op->getDialect()) ||
            op->getNumOperands() != 2)
          return SizeFormula::getUnknown();
        return SizeFormula::compute(op->getName().stripDialect(),
                                    getIndex(op->getOperand(0)),
                                    getIndex(op->getOperand(1)));
      });
}
