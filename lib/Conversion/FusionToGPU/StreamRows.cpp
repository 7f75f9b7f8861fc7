//===- StreamRows.cpp - Rows that are read once per reduction -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of any length does not stay in registers: each reduction runs along the
// row, and so do, at last, the results that have elements of the row. All
// passes but the first read the row from a cache.
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static bool reduces(Operation &op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0;
}

/// Whether `op` is computed anew in each pass: it has elements of the row.
bool FusionEmitter::runsAlongRow(Operation &op) {
  return !reduces(op) && llvm::any_of(op.getResults(), [&](Value result) {
    return isa<RankedTensorType>(result.getType()) &&
           space.dependsOnColumn(result);
  });
}

/// The ops that `results` need, back to those for which `isKnown` holds.
static DenseSet<Operation *>
findNeeded(ValueRange results, function_ref<bool(Operation &)> isKnown) {
  DenseSet<Operation *> needed;
  SmallVector<Value> open(results);
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || isKnown(*op) || !needed.insert(op).second)
      continue;
    llvm::append_range(open, op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(open, captured);
  }
  return needed;
}

SmallVector<Value>
FusionEmitter::emitPass(ValueRange results, ValueRange inits,
                        function_ref<SmallVector<Value>(ValueRange)> body) {
  Value first = arith::ConstantIndexOp::create(b, 0);
  Value step = arith::ConstantIndexOp::create(b, tileN);
  auto loop = scf::ForOp::create(b, first, columns, step, inits);
  if (inits.empty())
    loop.getBody()->getTerminator()->erase();
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPointToEnd(loop.getBody());
  // What is computed in the loop is not there after it.
  llvm::DenseMap<Value, Value> outside = values;
  column = loop.getInductionVar();
  DenseSet<Operation *> needed =
      findNeeded(results, [&](Operation &op) { return !runsAlongRow(op); });
  for (Operation &op : function.getBody().front().without_terminator())
    if (needed.contains(&op))
      emitOp(op);
  scf::YieldOp::create(b, body(loop.getRegionIterArgs()));
  values = std::move(outside);
  column = first;
  return llvm::to_vector_of<Value>(loop.getResults());
}

void FusionEmitter::emitReductionPass(linalg::LinalgOp op) {
  Value result = op->getResult(0);
  Value initial = toEntries(getInitialValue(op),
                            getTileType(result, getElementTypeOrSelf(result)));
  SmallVector<Value> inputs = op.getDpsInputs();
  values[result] = emitPass(inputs, initial, [&](ValueRange carried) {
                     return SmallVector<Value>{
                         combine(op, {carried.front(), reduceTile(op)})};
                   }).front();
}

void FusionEmitter::emitPasses() {
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator()) {
    b.setLoc(op.getLoc());
    if (reduces(op))
      emitReductionPass(cast<linalg::LinalgOp>(op));
    else if (!runsAlongRow(op))
      emitOp(op);
  }
  SmallVector<Value> alongRow, perRow;
  for (Value result : body.getTerminator()->getOperands())
    (space.dependsOnColumn(result) ? alongRow : perRow).push_back(result);
  for (Value result : perRow)
    storeResult(result);
  if (!alongRow.empty())
    emitPass(alongRow, {}, [&](ValueRange) {
      for (Value result : alongRow)
        storeResult(result);
      return SmallVector<Value>();
    });
}
