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

/// The same for an operation on elements, whose tensors have one shape.
static void forEachSharedDimension(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::Value, unsigned, mlir::Value, unsigned)>
        handle) {
  mlir::Value first;
  for (mlir::Value operand : op->getOperands()) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(operand.getType());
    for (unsigned dim = 0; type && first && dim < type.getRank(); ++dim)
      handle(first, dim, operand, dim);
    if (type && !first)
      first = operand;
  }
}

void SizeFacts::addOperation(mlir::Operation *op) {
  auto equate = [&](mlir::Value lhs, unsigned lhsDim, mlir::Value rhs,
                    unsigned rhsDim) {
    addEquality(tracer.trace(lhs, lhsDim), tracer.trace(rhs, rhsDim));
  };
  if (auto structured = mlir::dyn_cast<mlir::linalg::LinalgOp>(op))
    return forEachSharedLoop(structured, equate);
  if (mlir::OpTrait::hasElementwiseMappableTraits(op))
    return forEachSharedDimension(op, equate);
  auto matmul = mlir::dyn_cast<mlir::lowp::ScaledMatmulOp>(op);
  if (!matmul)
    return;
  // Both operands have the contracted dimension last, a batch the number of its
  // matrices first.
  unsigned lhs = matmul.getLhs().getType().isBatch();
  unsigned rhs = matmul.getRhs().getType().isBatch();
  unsigned batch = lhs || rhs;
  equate(matmul.getLhs(), lhs + 1, matmul.getRhs(), rhs + 1);
  if (lhs && rhs)
    equate(matmul.getLhs(), 0, matmul.getRhs(), 0);
  if (mlir::Value accumulator = matmul.getAccumulator()) {
    if (batch)
      equate(accumulator, 0, lhs ? matmul.getLhs() : matmul.getRhs(), 0);
    equate(accumulator, batch, matmul.getLhs(), lhs);
    equate(accumulator, batch + 1, matmul.getRhs(), rhs);
  }
}

Size SizeFacts::getRepresentative(Size size) const {
  while (!size.isConstant() && !size.isFormula()) {
    auto parent = parents.find({size.argument, size.dimension});
    if (parent == parents.end())
      break;
    size = parent->second;
  }
  return size;
}

void SizeFacts::addEquality(std::optional<Size> lhs, std::optional<Size> rhs) {
  if (!lhs || !rhs || lhs->isFormula() || rhs->isFormula())
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
  if (!size || size->isFormula())
    return {-1, -1, -1, 1, 1};
  Size known = getRepresentative(*size);
  if (known.isConstant())
    return {known.constant, -1, -1, 1, 1};
  return {-1, int32_t(known.argument), int32_t(known.dimension), 1, 1};
}

namespace {
/// multiple * ceil(dimension / step) for a dimension of the logical shape.
struct RoundedSize {
  unsigned dim;
  int64_t step;
  int64_t multiple;
};
} // namespace

/// ceil(size / divisor), where that has the same form.
static std::optional<RoundedSize> divideUp(RoundedSize size, int64_t divisor) {
  if (size.multiple % divisor == 0)
    return RoundedSize{size.dim, size.step, size.multiple / divisor};
  int64_t factor = divisor / size.multiple;
  if (divisor % size.multiple != 0 ||
      llvm::MulOverflow(size.step, factor, size.step))
    return std::nullopt;
  return RoundedSize{size.dim, size.step, /*multiple=*/1};
}

/// What `size`, a result of a type's storage maps, is if it has that form.
static std::optional<RoundedSize> matchRoundedSize(mlir::AffineExpr size) {
  if (auto dim = mlir::dyn_cast<mlir::AffineDimExpr>(size))
    return RoundedSize{dim.getPosition(), /*step=*/1, /*multiple=*/1};
  auto operation = mlir::dyn_cast<mlir::AffineBinaryOpExpr>(size);
  if (!operation)
    return std::nullopt;
  auto operand = mlir::dyn_cast<mlir::AffineConstantExpr>(operation.getRHS());
  std::optional<RoundedSize> inner = matchRoundedSize(operation.getLHS());
  if (!operand || operand.getValue() < 1 || !inner)
    return std::nullopt;
  if (operation.getKind() == mlir::AffineExprKind::CeilDiv)
    return divideUp(*inner, operand.getValue());
  if (operation.getKind() != mlir::AffineExprKind::Mul ||
      llvm::MulOverflow(inner->multiple, operand.getValue(), inner->multiple))
    return std::nullopt;
  return inner;
}

LowpDimension SizeFacts::describeStoredSize(
    mlir::AffineExpr stored,
    llvm::ArrayRef<std::optional<Size>> logical) const {
  std::optional<RoundedSize> rounded = matchRoundedSize(stored);
  // A LowpDimension has `step` as a product with `multiple`.
  if (!rounded || rounded->step % rounded->multiple)
    return describeSize(std::nullopt);
  LowpDimension size = describeSize(logical[rounded->dim]);
  if (size.argument < 0)
    return describeSize(std::nullopt);
  size.divisor = rounded->step / rounded->multiple;
  size.multiple = rounded->multiple;
  return size;
}

std::vector<std::vector<LowpDimension>>
SizeFacts::describeScaled(ScaledType type,
                          llvm::ArrayRef<std::optional<Size>> logical) const {
  std::vector<std::vector<LowpDimension>> descriptions;
  for (auto [tensor, map] :
       llvm::zip_equal(getTensors(type), type.getStorageShapeMaps())) {
    std::vector<LowpDimension> &dimensions = descriptions.emplace_back();
    for (auto [size, stored] :
         llvm::zip_equal(tensor.getShape(), map.getResults()))
      dimensions.push_back(mlir::ShapedType::isDynamic(size)
                               ? describeStoredSize(stored, logical)
                               : LowpDimension{size, -1, -1, 1, 1});
  }
  return descriptions;
}

std::vector<std::vector<LowpDimension>> SizeFacts::describe(mlir::Value value) {
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

std::vector<std::string> SizeFacts::describeFormulas(mlir::Value value) {
  std::vector<std::string> formulas;
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(value.getType());
  if (!shaped || !shaped.hasRank())
    return formulas;
  for (unsigned dim = 0; dim < shaped.getRank(); ++dim) {
    std::optional<Size> size = tracer.trace(value, dim);
    formulas.push_back(size ? size->formula : "");
  }
  return formulas;
}
