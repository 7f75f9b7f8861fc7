//===- SizeFacts.cpp - Which sizes must agree -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeFacts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::lowp::execution;
using mlir::lowp::ScaledType;

SizeFacts::SizeFacts(mlir::func::FuncOp function) : tracer(function) {
  function.walk([&](mlir::Operation *op) { addOperation(op); });
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// Calls `handle` with each pair of operand dimensions that one loop of `op`
/// walks through.
static void forEachSharedLoop(
    mlir::linalg::LinalgOp op,
    llvm::function_ref<void(mlir::Value, unsigned, mlir::Value, unsigned)>
        handle) {
  llvm::SmallVector<std::pair<mlir::Value, unsigned>> firsts(op.getNumLoops());
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    if (!mlir::isa<mlir::RankedTensorType>(operand.get().getType()))
      continue;
    mlir::AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, position] : llvm::enumerate(map.getResults())) {
      auto loop = mlir::dyn_cast<mlir::AffineDimExpr>(position);
      if (!loop)
        continue;
      auto &[value, valueDim] = firsts[loop.getPosition()];
      if (value)
        handle(value, valueDim, operand.get(), dim);
      else
        firsts[loop.getPosition()] = {operand.get(), dim};
    }
  }
}

void SizeFacts::addOperation(mlir::Operation *op) {
  auto equate = [&](mlir::Value lhs, unsigned lhsDim, mlir::Value rhs,
                    unsigned rhsDim) {
    addEquality(tracer.trace(lhs, lhsDim), tracer.trace(rhs, rhsDim));
  };
  if (auto structured = mlir::dyn_cast<mlir::linalg::LinalgOp>(op))
    return forEachSharedLoop(structured, equate);
  auto matmul = mlir::dyn_cast<mlir::lowp::ScaledMatmulOp>(op);
  if (!matmul)
    return;
  // Both operands have the contracted dimension last.
  equate(matmul.getLhs(), 1, matmul.getRhs(), 1);
  if (mlir::Value accumulator = matmul.getAccumulator()) {
    equate(accumulator, 0, matmul.getLhs(), 0);
    equate(accumulator, 1, matmul.getRhs(), 0);
  }
}

Size SizeFacts::getRepresentative(Size size) const {
  while (!size.isConstant()) {
    auto parent = parents.find({size.argument, size.dimension});
    if (parent == parents.end())
      break;
    size = parent->second;
  }
  return size;
}

void SizeFacts::addEquality(std::optional<Size> lhs, std::optional<Size> rhs) {
  if (!lhs || !rhs)
    return;
  Size first = getRepresentative(*lhs), second = getRepresentative(*rhs);
  if (first == second)
    return;
  // A later argument is told to agree with an earlier one, or with a constant.
  auto order = [](const Size &size) {
    return std::make_tuple(!size.isConstant(), size.argument, size.dimension);
  };
  if (order(second) < order(first))
    std::swap(first, second);
  if (!second.isConstant())
    parents[{second.argument, second.dimension}] = first;
}

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

LowpDimension SizeFacts::describeSize(std::optional<Size> size) const {
  if (!size)
    return {-1, -1, -1, 1, 1};
  Size known = getRepresentative(*size);
  if (known.isConstant())
    return {known.constant, -1, -1, 1, 1};
  return {-1, int32_t(known.argument), int32_t(known.dimension), 1, 1};
}

/// The largest size that takes no more storage than the size 1. Few questions:
/// each makes a type, which stays.
static int64_t findStep(llvm::function_ref<int64_t(int64_t)> getStorage) {
  constexpr int64_t kLargestStep = int64_t(1) << 20;
  int64_t least = getStorage(1), exceeds = 2;
  while (exceeds < kLargestStep && getStorage(exceeds) == least)
    exceeds *= 2;
  int64_t fits = exceeds / 2;
  while (exceeds - fits > 1) {
    int64_t middle = (fits + exceeds) / 2;
    (getStorage(middle) == least ? fits : exceeds) = middle;
  }
  return fits;
}

/// Finds out how a size of storage follows from the logical size, by asking the
/// type: storage = round up(ceil(size / divisor), multiple). Such a function is
/// `multiple` up to the size divisor * multiple, and larger behind it.
static bool findFormula(llvm::function_ref<int64_t(int64_t)> getStorage,
                        LowpDimension &formula) {
  int64_t multiple = getStorage(1);
  int64_t step = findStep(getStorage);
  if (multiple <= 0 || step % multiple)
    return false;
  formula.multiple = multiple;
  formula.divisor = step / multiple;
  auto matches = [&](int64_t size) {
    return getStorage(size) ==
           int64_t(llvm::alignTo(llvm::divideCeil(size, formula.divisor),
                                 multiple));
  };
  for (int64_t steps : {1, 2, 3, 7, 64, 1000})
    for (int64_t offset : {-1, 0, 1})
      if (!matches(steps * step + offset))
        return false;
  return matches(0);
}

/// A dynamic dimension of the storage of `type`: of one of the logical
/// dimensions it is a function.
static bool findScaledFormula(ScaledType type, unsigned tensor, unsigned dim,
                              unsigned logicalDim, LowpDimension &formula) {
  auto getStorage = [&](int64_t size) {
    llvm::SmallVector<int64_t, 2> shape(type.getShape());
    shape[logicalDim] = size;
    return getTensors(type.withShape(shape))[tensor].getDimSize(dim);
  };
  return findFormula(getStorage, formula);
}

std::vector<std::vector<LowpDimension>>
SizeFacts::describeScaled(ScaledType type,
                          llvm::ArrayRef<std::optional<Size>> logical) const {
  std::vector<std::vector<LowpDimension>> descriptions;
  for (auto [number, tensor] : llvm::enumerate(getTensors(type))) {
    std::vector<LowpDimension> &dimensions = descriptions.emplace_back();
    for (unsigned dim = 0; dim < tensor.getRank(); ++dim) {
      if (!tensor.isDynamicDim(dim)) {
        dimensions.push_back({tensor.getDimSize(dim), -1, -1, 1, 1});
        continue;
      }
      LowpDimension description = describeSize(std::nullopt);
      for (unsigned logicalDim = 0; logicalDim < logical.size(); ++logicalDim) {
        LowpDimension known = describeSize(logical[logicalDim]);
        if (!type.isDynamicDim(logicalDim) || known.size >= 0 ||
            known.argument < 0 ||
            !findScaledFormula(type, number, dim, logicalDim, known))
          continue;
        description = known;
        break;
      }
      dimensions.push_back(description);
    }
  }
  return descriptions;
}

std::vector<std::vector<LowpDimension>>
SizeFacts::describe(mlir::Value value) const {
  if (auto scaled = mlir::dyn_cast<ScaledType>(value.getType())) {
    llvm::SmallVector<std::optional<Size>> logical;
    for (unsigned dim = 0; dim < scaled.getShape().size(); ++dim)
      logical.push_back(tracer.trace(value, dim));
    return describeScaled(scaled, logical);
  }
  std::vector<LowpDimension> dimensions;
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(value.getType());
  if (!shaped || !shaped.hasRank())
    return {{}};
  for (unsigned dim = 0; dim < shaped.getRank(); ++dim)
    dimensions.push_back(describeSize(tracer.trace(value, dim)));
  return {dimensions};
}
