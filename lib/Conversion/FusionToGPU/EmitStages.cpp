//===- EmitStages.cpp - Results that are made one after the other ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage begins with nothing in registers. The matrices that later stages
// quantize are computed in the first one, from inputs that are read once, and
// wait in shared memory. Where there is no room a stage reads its inputs again,
// which the cache still has.
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/PartialSum.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

void FusionEmitter::emitSlice(ValueRange results) {
  Block &body = function.getBody().front();
  BackwardSliceOptions options;
  options.omitUsesFromAbove = false;
  options.inclusive = true;
  llvm::SetVector<tensor::ConcatOp> concats;
  options.filter = [&](Operation *op) {
    if (auto concat = dyn_cast<tensor::ConcatOp>(op);
        space.readsParts(concat)) {
      concats.insert(concat);
      return false;
    }
    // Rows without elements have no tile.
    bool isThere =
        !plan.isEmpty || !llvm::any_of(op->getResults(), [&](Value r) {
          return space.dependsOnColumn(r);
        });
    return isThere && op->getBlock() == &body &&
           llvm::none_of(op->getResults(), [&](Value result) {
             return llvm::is_contained(written, result) ||
                    kept.contains(result);
           });
  };
  llvm::SetVector<Operation *> slice;
  for (Value result : results)
    if (Operation *op = result.getDefiningOp())
      (void)getBackwardSlice(op, &slice, options);
  for (size_t next = 0; next < concats.size(); ++next) {
    tensor::ConcatOp concat = concats[next];
    if (Operation *op = concat.getInputs()[part].getDefiningOp())
      (void)getBackwardSlice(op, &slice, options);
  }
  for (Operation &op : body.without_terminator()) {
    bool isThere = llvm::any_of(
        op.getResults(), [&](Value result) { return values.contains(result); });
    if (!slice.contains(&op) || isThere)
      continue;
    b.setLoc(op.getLoc());
    emitOp(op);
  }
}

void FusionEmitter::emitStage(ValueRange results) {
  emitSlice(results);
  for (Value result : results)
    storeResult(result);
}

/// What `value` is a view of, in the body of the fusion.
static Value getViewed(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && classifyForFusion(op) == FusedKind::View) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return value;
}

SmallVector<Value> FusionEmitter::findMatricesToKeep(ValueRange later) {
  // Two CTAs of as much and what their reductions need share a multiprocessor.
  constexpr int64_t kMostBytes = 64 << 10;
  llvm::SetVector<Value> found;
  int64_t bytes = 0;
  for (Value result : later) {
    auto split = result.getDefiningOp<SplitScaledOp>();
    QuantizeOp quantize = split ? getQuantize(split) : QuantizeOp();
    Value matrix = quantize ? getViewed(quantize.getInput()) : Value();
    if (!matrix || isa<BlockArgument>(matrix) || found.contains(matrix) ||
        !space.dependsOnRow(matrix) || !space.dependsOnColumn(matrix))
      continue;
    Type element = getElementTypeOrSelf(matrix.getType());
    int64_t needed =
        bytesOfBits(tileM * tileN * element.getIntOrFloatBitWidth());
    if (bytes + needed > kMostBytes)
      continue;
    bytes += needed;
    found.insert(matrix);
  }
  return found.takeVector();
}

void FusionEmitter::keepForLater(ValueRange later) {
  for (Value matrix : findMatricesToKeep(later)) {
    emitSlice(matrix);
    // A number is computed again.
    Value tile = get(matrix);
    if (isa<VectorType>(tile.getType()))
      kept[matrix] = lowp_gpu::CTAKeepOp::create(b, tile);
  }
}

SmallVector<Value> FusionEmitter::getResultsOfEmptyRows() {
  SmallVector<Value> found;
  for (Value result : function.getBody().front().getTerminator()->getOperands())
    if (Operation *op = result.getDefiningOp();
        op && !space.dependsOnColumn(result) && !countSummedRows(op) &&
        !isa<SplitScaledOp, AmaxOp>(op))
      found.push_back(result);
  return found;
}

bool FusionEmitter::hasParts(Value result) {
  Operation *op = result.getDefiningOp();
  if (auto split = dyn_cast_or_null<SplitScaledOp>(op))
    op = getQuantize(split);
  return op && (space.wholes.contains(result) ||
                (isa<QuantizeOp, AmaxOp>(op) &&
                 space.wholes.contains(op->getOperand(0))));
}

void FusionEmitter::emitParts(ValueRange results) {
  for (part = 0; part < space.parts; ++part) {
    SmallVector<Value> ofPart(results);
    if (part > 0) {
      llvm::erase_if(ofPart, [&](Value result) { return !hasParts(result); });
      values.clear();
      // Shared memory is free.
      gpu::BarrierOp::create(b);
    }
    emitStage(ofPart);
  }
}

void FusionEmitter::emitStages() {
  if (plan.isEmpty)
    return emitStage(getResultsOfEmptyRows());
  ValueRange results =
      function.getBody().front().getTerminator()->getOperands();
  if (space.parts > 1)
    return emitParts(results);
  SmallVector<int64_t> stages = getFusionStages(function, results.size());
  keepForLater(results.drop_front(stages.front()));
  for (auto [number, count] : llvm::enumerate(stages)) {
    if (number > 0) {
      values.clear();
      for (auto [matrix, tile] : kept)
        values[matrix] = tile;
      // Writes of the stage before are there, and its shared memory is free.
      gpu::BarrierOp::create(b);
    }
    emitStage(results.take_front(count));
    // A number of a whole row may be written by another tile: it is computed
    // again.
    for (Value result : results.take_front(count))
      if (space.dependsOnRow(result) && space.dependsOnColumn(result))
        written.push_back(result);
    results = results.drop_front(count);
  }
}
