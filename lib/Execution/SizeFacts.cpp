//===- SizeFacts.cpp - Which sizes must agree -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeFacts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace lowp::execution;
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

/// Finds out how a size of storage follows from the logical size, by asking the
/// type for several: storage = round up(ceil(size / divisor), multiple).
static bool findFormula(llvm::function_ref<int64_t(int64_t)> getStorage,
                        LowpDimension &formula) {
  constexpr int64_t kProbes[] = {1,   2,   3,   5,   16,  17,   33,
                                 100, 128, 129, 257, 512, 1000, 4097};
  constexpr int64_t kDivisors[] = {1, 2, 4, 16, 32, 64, 128, 256};
  constexpr int64_t kMultiples[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  for (int64_t divisor : kDivisors)
    for (int64_t multiple : kMultiples) {
      auto matches = [&](int64_t size) {
        return getStorage(size) ==
               int64_t(
                   llvm::alignTo(llvm::divideCeil(size, divisor), multiple));
      };
      if (!llvm::all_of(kProbes, matches))
        continue;
      formula.divisor = divisor;
      formula.multiple = multiple;
      return true;
    }
  return false;
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
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (!tensor)
    return {{}};
  for (unsigned dim = 0; dim < tensor.getRank(); ++dim)
    dimensions.push_back(describeSize(tracer.trace(value, dim)));
  return {dimensions};
}
