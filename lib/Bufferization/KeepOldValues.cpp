//===- KeepOldValues.cpp - Old values outlive updates ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization does not see that a store into the buffer of an argument
// overwrites the tensor that was read from it. This step moves such stores to
// the end of the function, those of old values of other arguments before
// the stores that overwrite these. Where no order will do (arguments that swap
// their values, an old value that is a result too) it copies the old value, and
// the remark `copied-old-value` tells. Views of old values count as these.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "OldValue.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;
using bufferization::AnalysisState;
using bufferization::MaterializeInDestinationOp;

namespace {
/// A store into the buffer of an argument.
struct Update {
  MaterializeInDestinationOp store;
  /// What the argument held before; null where nobody reads that.
  Value old;

  OpOperand &getSource() const {
    return MaterializeInDestinationOp(store).getSourceMutable();
  }
  /// Whether the argument gets another value than it has.
  bool overwrites() const { return old && getSource().get() != old; }
};

/// Puts the updates of one function into an order in which each is stored once
/// nobody needs what it overwrites.
class UpdateOrder {
public:
  UpdateOrder(Operation *exit, ArrayRef<Update> updates)
      : exit(exit), updates(updates), state(options) {
    config.followUnknownOps = true;
  }

  void run() {
    Operation *first = updates.front().store;
    for (const Update &update : updates)
      update.store->moveBefore(exit);
    for (OpOperand &result : exit->getOpOperands())
      if (isOverwritten(result))
        keep(result, first);
    SmallVector<Update> waiting(updates);
    while (!waiting.empty()) {
      Update *next = llvm::find_if(waiting, [&](const Update &update) {
        return !isNeeded(update, waiting);
      });
      // Only copies break a circle.
      if (next == waiting.end())
        next = waiting.begin();
      for (const Update &other : waiting)
        if (reads(other, *next))
          keep(other.getSource(), first);
      next->store->moveBefore(exit);
      waiting.erase(next);
    }
  }

private:
  /// Whether `operand` may share the buffer of the old value of `update`, which
  /// has another value by then.
  bool isOldValue(OpOperand &operand, const Update &update) {
    return update.overwrites() && operand.get() != update.getSource().get() &&
           llvm::any_of(getSources(operand), [&](Value source) {
             return source == update.old || isOfRegion(source);
           });
  }

  /// Whether `source` is an argument of a loop, say, which may be anything.
  bool isOfRegion(Value source) const {
    auto argument = dyn_cast<BlockArgument>(source);
    return argument && argument.getOwner() != exit->getBlock();
  }

  bool isOverwritten(OpOperand &result) {
    return isa<TensorType>(result.get().getType()) &&
           llvm::any_of(updates, [&](const Update &update) {
             return isOldValue(result, update);
           });
  }

  /// Whether `reader` stores what `update` overwrites.
  bool reads(const Update &reader, const Update &update) {
    return reader.store != update.store &&
           isOldValue(reader.getSource(), update);
  }

  bool isNeeded(const Update &update, ArrayRef<Update> waiting) {
    return llvm::any_of(
        waiting, [&](const Update &other) { return reads(other, update); });
  }

  /// All that `operand` may be a view of. Upstream cannot follow arguments.
  const SetVector<Value> &getSources(OpOperand &operand) {
    auto [known, isNew] = sources.try_emplace(operand.get());
    if (isNew)
      known->second = state.findValueInReverseUseDefChain(
          &operand, llvm::IsaPred<BlockArgument>, config);
    return known->second;
  }

  /// Lets `operand` read a copy that is made before all updates.
  void keep(OpOperand &operand, Operation *first) {
    Operation *reader = operand.getOwner();
    remark::missed(reader->getLoc(),
                   remark::RemarkOpts::name("copied-old-value")
                       .category("lowp-keep-old-values"))
        << remark::add("the old value of an argument is copied: it is needed "
                       "after the argument was updated");
    OpBuilder builder(first);
    Value copy = bufferization::AllocTensorOp::create(
        builder, reader->getLoc(),
        cast<RankedTensorType>(operand.get().getType()), ValueRange(),
        /*copy=*/operand.get());
    operand.set(copy);
  }

  Operation *exit;
  ArrayRef<Update> updates;
  bufferization::BufferizationOptions options;
  AnalysisState state;
  bufferization::TraversalConfig config;
  DenseMap<Value, SetVector<Value>> sources;
};
} // namespace

void mlir::lowp::keepOldValues(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return;
  Block &body = function.front();
  SmallVector<Update> updates;
  for (auto store : body.getOps<MaterializeInDestinationOp>())
    if (std::optional<Value> old = findOldValue(store))
      updates.push_back({store, *old});
  if (!updates.empty())
    UpdateOrder(body.getTerminator(), updates).run();
}
