//===- PlaceUpdates.cpp - Updates are computed where they are stored ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a function stores a tensor into the buffer of an argument at its end,
// the operation that computes the tensor gets the argument as destination, in
// place of an empty tensor, and comes after all that read the argument before
// the update. Otherwise each update would take workspace and a copy. Runs right
// before bufferization, which copies where this cannot be: where an operation
// reads other elements of the argument than it writes, say.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "OldValue.h"

#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::lowp;
using bufferization::MaterializeInDestinationOp;

/// The empty tensor that `value` is computed in, as an operand of what computes
/// it; else null.
static OpOperand *findDestination(Value value) {
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  if (!op)
    return nullptr;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
  return init->get().getDefiningOp<tensor::EmptyOp>() ? init : nullptr;
}

/// `value` in the shape that `reshaped`, a reshape of the same type as `value`,
/// was made from.
static Operation *undoReshape(OpBuilder &builder, Operation *reshaped,
                              Value value) {
  Location loc = reshaped->getLoc();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshaped))
    return tensor::CollapseShapeOp::create(builder, loc, expand.getSrcType(),
                                           value,
                                           expand.getReassociationIndices());
  auto collapse = cast<tensor::CollapseShapeOp>(reshaped);
  return tensor::ExpandShapeOp::create(builder, loc, collapse.getSrcType(),
                                       value,
                                       collapse.getReassociationIndices());
}

/// The same, with what is equal to it in place of all others: bufferization
/// takes only the result of one operation for the same tensor.
static Value undoReshapeOnce(Operation *reshaped, Value value) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Operation *only = undoReshape(builder, reshaped, value);
  for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
    if (user != only &&
        OperationEquivalence::isEquivalentTo(
            user, only, OperationEquivalence::IgnoreLocations)) {
      user->replaceAllUsesWith(only);
      user->erase();
    }
  return only->getResult(0);
}

/// The operations of `block` that read `value` or a view of it.
static SetVector<Operation *> listReadersOf(Value value, Block &block) {
  SetVector<Operation *> found;
  for (Operation *reader :
       listReaders(value, llvm::IsaPred<tensor::ExtractSliceOp>))
    if (Operation *outer = block.findAncestorOpInBlock(*reader))
      found.insert(outer);
  return found;
}

/// The last operation of the block of `op`, without it, that reads `value` or a
/// view of it; null if there is none.
static Operation *findLastReader(Value value, Operation *op) {
  Operation *last = nullptr;
  for (Operation *reader : listReadersOf(value, *op->getBlock()))
    if (reader != op && (!last || last->isBeforeInBlock(reader)))
      last = reader;
  return last;
}

/// Whether an update from `op` to `last` overwrites what `op` reads.
static bool overwritesRead(Operation *op, Operation *last) {
  return llvm::any_of(
      llvm::make_range(op->getIterator(), std::next(last->getIterator())),
      [&](Operation &between) {
        auto store = dyn_cast<MaterializeInDestinationOp>(between);
        Value old = store ? findOldValue(store).value_or(Value()) : Value();
        return old && listReadersOf(old, *op->getBlock()).contains(op);
      });
}

/// Moves `op` after `reader`, unless that comes before anyway, something in
/// between needs the results, or what `op` reads is overwritten there.
static void moveBehind(Operation *op, Operation *reader) {
  if (!reader || reader->isBeforeInBlock(op))
    return;
  bool isFree = llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *outer = op->getBlock()->findAncestorOpInBlock(*user);
    return outer && reader->isBeforeInBlock(outer);
  });
  if (isFree && !overwritesRead(op, reader))
    op->moveAfter(reader);
}

static void place(MaterializeInDestinationOp store) {
  Value old = findOldValue(store).value_or(Value());
  Value value = store.getSource();
  SmallVector<Operation *> reshapes = skipOwnReshapes(value);
  // Upstream's expansion asks for sizes that nobody has written down.
  bool isKnown = llvm::all_of(reshapes, [](Operation *op) {
    return cast<ShapedType>(op->getOperand(0).getType()).hasStaticShape();
  });
  OpOperand *init = findDestination(value);
  // What knows more sizes than the buffer is another type to bufferization.
  if (!old || old.getType() != store.getSource().getType() || !init ||
      !isKnown || init->getOwner()->getBlock() != store->getBlock())
    return;
  Operation *op = init->getOwner();
  moveBehind(op, findLastReader(old, op));
  for (Operation *reshape : reshapes)
    old = undoReshapeOnce(reshape, old);
  init->set(old);
}

void mlir::lowp::placeUpdates(func::FuncOp op) {
  SmallVector<MaterializeInDestinationOp> stores;
  op.walk([&](MaterializeInDestinationOp store) {
    if (isa<BaseMemRefType>(store.getDest().getType()))
      stores.push_back(store);
  });
  llvm::for_each(stores, place);
}
