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
                                          const KnownSizes &known) {
  LoopSizes loops(op.getNumLoops());
  for (OpOperand *operand : getShapedOperands(op))
    for (auto [size, expr] :
         llvm::zip_equal(known.get(operand->get()),
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
                           KnownSizes &known) {
  if (!op.hasPureTensorSemantics())
    return;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    SmallVector<int64_t> sizes = known.get(init.get());
    for (auto [size, expr] :
         llvm::zip_equal(sizes, op.getMatchingIndexingMap(&init).getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && ShapedType::isDynamic(size))
        size = loops[dim.getPosition()].size;
    known.add(op.getTiedOpResult(&init), sizes);
  }
}

/// Fails where `op` reads elements that an operand does not have.
static LogicalResult verifyReads(linalg::LinalgOp op, ArrayRef<LoopSize> loops,
                                 const KnownSizes &known) {
  for (OpOperand *operand : getShapedOperands(op))
    for (auto [dim, size, expr] :
         llvm::enumerate(known.get(operand->get()),
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
                                          KnownSizes &known) {
  FailureOr<LoopSizes> loops = findLoopSizes(op, known);
  if (failed(loops) || failed(verifyReads(op, *loops, known)))
    return failure();
  addResultSizes(op, *loops, known);
  return success();
}
