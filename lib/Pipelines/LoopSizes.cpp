//===- LoopSizes.cpp - Sizes that operands agree on -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSizes.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// The size of a loop, and the first operand that says so.
struct LoopSize {
  int64_t size = ShapedType::kDynamic;
  OpOperand *source = nullptr;
};
} // namespace

using LoopSizes = SmallVector<LoopSize>;

/// The sizes of `value` that are known while compiling.
static SmallVector<int64_t> getKnown(Value value, SizeTracer &sizes) {
  SmallVector<int64_t> known;
  for (auto [dim, size] :
       llvm::enumerate(cast<ShapedType>(value.getType()).getShape()))
    known.push_back(ShapedType::isStatic(size)
                        ? size
                        : sizes.getSize(value, dim)
                              .getNumber()
                              .value_or(ShapedType::kDynamic));
  return known;
}

LogicalResult mlir::lowp::verifyCastSizes(tensor::CastOp op,
                                          SizeTracer &sizes) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !isa<RankedTensorType>(op.getSource().getType()))
    return success();
  for (auto [dim, size, other] :
       llvm::enumerate(getKnown(op.getSource(), sizes), type.getShape()))
    if (ShapedType::isStatic(size) && ShapedType::isStatic(other) &&
        size != other)
      return op.emitOpError("expected a cast to the size ")
             << size << " that dimension " << dim << " has, got " << type;
  return success();
}

/// The operands of `op` that loops run over.
static SmallVector<OpOperand *> getShapedOperands(linalg::LinalgOp op) {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<ShapedType>(operand.get().getType()))
      operands.push_back(&operand);
  return operands;
}

/// Finds out how long the loops of `op` are, as far as operands say.
static FailureOr<LoopSizes> findLoopSizes(linalg::LinalgOp op,
                                          SizeTracer &sizes) {
  LoopSizes loops(op.getNumLoops());
  for (OpOperand *operand : getShapedOperands(op))
    for (auto [size, expr] :
         llvm::zip_equal(getKnown(operand->get(), sizes),
                         op.getMatchingIndexingMap(operand).getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || ShapedType::isDynamic(size))
        continue;
      LoopSize &loop = loops[dim.getPosition()];
      if (!loop.source)
        loop = {size, operand};
      else if (loop.size != size)
        return op.emitOpError("expected operands that agree on the size of "
                              "loop ")
               << dim.getPosition() << ", got " << loop.size << " in operand "
               << loop.source->getOperandNumber() << ", "
               << loop.source->get().getType() << ", and " << size
               << " in operand " << operand->getOperandNumber() << ", "
               << operand->get().getType();
    }
  return loops;
}

/// The highest value of `expr`; nothing where that depends on what is not
/// known, or no loop runs.
static std::optional<int64_t> getHighest(AffineExpr expr,
                                         ArrayRef<LoopSize> loops) {
  SmallVector<AffineExpr> first, last;
  for (auto [number, loop] : llvm::enumerate(loops)) {
    if (loop.source && loop.size == 0)
      return std::nullopt;
    AffineExpr dim = getAffineDimExpr(number, expr.getContext());
    AffineExpr zero = getAffineConstantExpr(0, expr.getContext());
    first.push_back(loop.source ? zero : dim);
    last.push_back(loop.source ? zero + (loop.size - 1) : dim);
  }
  auto lowest = dyn_cast<AffineConstantExpr>(expr.replaceDims(first));
  auto highest = dyn_cast<AffineConstantExpr>(expr.replaceDims(last));
  if (!lowest || !highest)
    return std::nullopt;
  return std::max(lowest.getValue(), highest.getValue());
}

/// Adds the sizes of results that loops or the tensors they are written to
/// tell.
static void addResultSizes(linalg::LinalgOp op, ArrayRef<LoopSize> loops,
                           SizeTracer &sizes) {
  if (!op.hasPureTensorSemantics())
    return;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr);
          loop && loops[loop.getPosition()].source)
        sizes.learnSize(op.getTiedOpResult(&init), dim,
                        loops[loop.getPosition()].size);
  }
}

/// Fails where `op` reads elements that an operand does not have.
static LogicalResult verifyReads(linalg::LinalgOp op, ArrayRef<LoopSize> loops,
                                 SizeTracer &sizes) {
  for (OpOperand *operand : getShapedOperands(op))
    for (auto [dim, size, expr] :
         llvm::enumerate(getKnown(operand->get(), sizes),
                         op.getMatchingIndexingMap(operand).getResults())) {
      std::optional<int64_t> highest = getHighest(expr, loops);
      if (highest && !ShapedType::isDynamic(size) && *highest >= size)
        return op.emitOpError("expected operand ")
               << operand->getOperandNumber() << " to have at least "
               << *highest + 1 << " elements along dimension " << dim
               << ", which the sizes of others read, got "
               << operand->get().getType();
    }
  return success();
}

LogicalResult mlir::lowp::verifyLoopSizes(linalg::LinalgOp op,
                                          SizeTracer &sizes) {
  FailureOr<LoopSizes> loops = findLoopSizes(op, sizes);
  if (failed(loops) || failed(verifyReads(op, *loops, sizes)))
    return failure();
  addResultSizes(op, *loops, sizes);
  return success();
}
