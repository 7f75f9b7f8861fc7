//===- MergeReductions.cpp - Sums of the same columns ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradients of a norm's weight and of its bias add up what both read: one
// kernel reads it once.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "AcrossRows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Results of one kernel, at most: a thread keeps a sum of each.
static constexpr unsigned kMostResults = 4;

/// The input of `op` that is `value`, indexed by `map`; null if there is none.
static OpOperand *findInput(linalg::GenericOp op, Value value, AffineMap map) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == value && op.getMatchingIndexingMap(input) == map)
      return input;
  return nullptr;
}

/// Whether both visit the same points: those of a tensor that both read.
static bool haveSamePoints(linalg::GenericOp first, linalg::GenericOp second) {
  if (first.getIteratorTypesArray() != second.getIteratorTypesArray())
    return false;
  return llvm::any_of(second.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = second.getMatchingIndexingMap(input);
    return map.isPermutation() && findInput(first, input->get(), map);
  });
}

/// Where one operation can be instead of both: the place of `first`, where all
/// is known by then, or that of `second`, where nobody has read `first` before.
static Operation *findPlace(linalg::GenericOp first, linalg::GenericOp second) {
  Block *block = first->getBlock();
  bool isKnown = llvm::all_of(second->getOperands(), [&](Value operand) {
    Operation *maker = operand.getDefiningOp();
    return !maker || maker->getBlock() != block ||
           maker->isBeforeInBlock(first);
  });
  if (isKnown)
    return first;
  bool isReadLater = llvm::all_of(first->getUsers(), [&](Operation *user) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    return ancestor && second->isBeforeInBlock(ancestor);
  });
  return isReadLater ? second.getOperation() : nullptr;
}

/// One operation with the results of `first` and then those of `second`.
static linalg::GenericOp merge(RewriterBase &rewriter, linalg::GenericOp first,
                               linalg::GenericOp second, Operation *place) {
  SmallVector<Value> inputs(first.getInputs()), inits(first.getOutputs());
  SmallVector<AffineMap> maps = first.getIndexingMapsArray();
  SmallVector<AffineMap> initMaps(maps.begin() + inputs.size(), maps.end());
  maps.truncate(inputs.size());
  // The input of the whole that each input of the second one is.
  SmallVector<unsigned> places;
  for (OpOperand *input : second.getDpsInputOperands()) {
    AffineMap map = second.getMatchingIndexingMap(input);
    if (OpOperand *known = findInput(first, input->get(), map)) {
      places.push_back(known->getOperandNumber());
      continue;
    }
    places.push_back(inputs.size());
    inputs.push_back(input->get());
    maps.push_back(map);
  }
  llvm::append_range(inits, second.getOutputs());
  for (OpOperand &init : second.getDpsInitsMutable())
    initMaps.push_back(second.getMatchingIndexingMap(&init));
  llvm::append_range(maps, initMaps);

  rewriter.setInsertionPoint(place);
  size_t count = first->getNumResults();
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    ValueRange sums = arguments.drop_front(inputs.size());
    SmallVector<Value> own(arguments.take_front(first.getNumDpsInputs())),
        others;
    llvm::append_range(own, sums.take_front(count));
    for (unsigned input : places)
      others.push_back(arguments[input]);
    llvm::append_range(others, sums.drop_front(count));
    SmallVector<Value> results = cloneBody(b, *first.getBody(), own);
    llvm::append_range(results, cloneBody(b, *second.getBody(), others));
    linalg::YieldOp::create(b, loc, results);
  };
  auto merged = linalg::GenericOp::create(
      rewriter, rewriter.getFusedLoc({first.getLoc(), second.getLoc()}),
      ValueRange(inits).getTypes(), inputs, inits, maps,
      first.getIteratorTypesArray(), body);
  rewriter.replaceOp(first, merged.getResults().take_front(count));
  rewriter.replaceOp(second, merged.getResults().drop_front(count));
  return merged;
}

/// Lets `op` join the first of `kept` that takes it, or be one of them.
static void add(RewriterBase &rewriter, linalg::GenericOp op,
                SmallVectorImpl<linalg::GenericOp> &kept) {
  for (linalg::GenericOp &other : kept) {
    if (other->getNumResults() + op->getNumResults() > kMostResults ||
        !haveSamePoints(other, op))
      continue;
    if (Operation *place = findPlace(other, op)) {
      other = merge(rewriter, other, op, place);
      return;
    }
  }
  kept.push_back(op);
}

void mlir::lowp::mergeReductions(Operation *op) {
  llvm::MapVector<Block *, SmallVector<linalg::GenericOp>> reductions;
  op->walk([&](linalg::GenericOp op) {
    if (reducesAcrossRows(op))
      reductions[op->getBlock()].push_back(op);
  });
  IRRewriter rewriter(op->getContext());
  for (auto &[block, ofBlock] : reductions) {
    SmallVector<linalg::GenericOp> kept;
    for (linalg::GenericOp op : ofBlock)
      add(rewriter, op, kept);
  }
}
