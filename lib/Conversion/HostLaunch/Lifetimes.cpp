//===- Lifetimes.cpp - From first to last use of a buffer -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// All values through which a buffer can be reached. Upstream's
/// BufferViewFlowAnalysis follows buffers only, and not the tensor maps,
/// addresses and tokens that are made of them.
class Aliases {
public:
  explicit Aliases(Value buffer) {
    values.insert(buffer);
    // Grows while it is walked.
    for (size_t next = 0; next < values.size(); ++next)
      for (OpOperand &use : values[next].getUses())
        follow(use);
  }

  ArrayRef<Value> getValues() const { return values.getArrayRef(); }
  /// Whether something may keep the buffer that is no value here.
  bool escape() const { return escapes; }

private:
  void follow(OpOperand &use);
  void add(ValueRange more) { values.insert(more.begin(), more.end()); }
  void addRegions(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments());
  }

  llvm::SetVector<Value> values;
  bool escapes = false;
};
} // namespace

/// Whether the results of `op` say something of a buffer, but do not lead to
/// it.
static bool endsAliases(Operation *op) {
  return isa<memref::DimOp, memref::RankOp, memref::LoadOp>(op);
}

void Aliases::follow(OpOperand &use) {
  Operation *op = use.getOwner();
  if (endsAliases(op))
    return;
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    escapes |= use.get() == store.getValueToStore();
    return;
  }
  if (!op->isRegistered() || isa<CallOpInterface, BranchOpInterface>(op)) {
    escapes = true;
    return;
  }
  add(op->getResults());
  // The region of an op in destination style computes elements.
  if (isa<DestinationStyleOpInterface>(op))
    return;
  addRegions(op);
  if (!op->hasTrait<OpTrait::IsTerminator>())
    return;
  // Whatever the operation around it hands on, to itself or after it.
  Operation *parent = op->getParentOp();
  escapes |= op->hasTrait<OpTrait::ReturnLike>() &&
             !isa<RegionBranchOpInterface>(parent);
  add(parent->getResults());
  // Arguments of a function are not what it returns.
  if (isa<RegionBranchOpInterface>(parent))
    addRegions(parent);
}

Lifetimes::Lifetimes(Block &block) : block(block) {
  for (Operation &op : block) {
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
}

/// Whether `op` makes another value of a buffer, or asks for its size.
static bool accessesNothing(Operation *op) {
  return isa<ViewLikeOpInterface, memref::DimOp, memref::RankOp>(op);
}

unsigned Lifetimes::getFirstAccess(Value buffer) const {
  Aliases aliases(buffer);
  unsigned first = ops.size();
  for (Value alias : aliases.getValues())
    for (Operation *user : alias.getUsers())
      if (!accessesNothing(user))
        first = std::min(first, numbers.at(block.findAncestorOpInBlock(*user)));
  return first;
}

std::optional<Lifetime> Lifetimes::get(Value buffer) const {
  Aliases aliases(buffer);
  std::optional<Lifetime> lifetime;
  for (Value alias : aliases.getValues()) {
    for (Operation *user : alias.getUsers()) {
      Operation *op = block.findAncestorOpInBlock(*user);
      // Nobody outside of the block can have the buffer.
      assert(op && "user of a buffer outside of its function");
      unsigned number = numbers.at(op);
      if (!lifetime)
        lifetime = Lifetime{number, number};
      lifetime->first = std::min(lifetime->first, number);
      lifetime->last = std::max(lifetime->last, number);
    }
  }
  if (lifetime && aliases.escape())
    lifetime->last = ops.size() - 1;
  return lifetime;
}
