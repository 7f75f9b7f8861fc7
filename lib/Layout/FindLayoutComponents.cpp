//===- FindLayoutComponents.cpp - Which scaled values are connected -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutComponent.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static bool isScaled(Value value) { return isa<ScaledType>(value.getType()); }

/// How often `value` is computed in a run of its function. A loop that does
/// not say counts as one.
static int64_t countRuns(Value value) {
  constexpr uint64_t kUnknownRuns = 2;
  uint64_t runs = 1;
  for (Operation *op = value.getParentBlock()->getParentOp(); op;
       op = op->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    if (!loop)
      continue;
    std::optional<APInt> count = loop.getStaticTripCount();
    runs = llvm::SaturatingMultiply<uint64_t>(
        runs, count ? count->getLimitedValue() : kUnknownRuns);
  }
  return std::min<uint64_t>(runs, std::numeric_limits<int32_t>::max());
}

namespace {
/// All scaled values below an operation, with what connects them.
class LayoutGraph {
public:
  LayoutGraph(Operation *root, const KernelTarget &target) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      addValues(*op);
      addLinks(*op);
    });
    for (const LayoutLink &link : links)
      connect(link);
    root->walk([&](Operation *op) { addUses(*op, target); });
  }

  SmallVector<LayoutComponent> takeComponents() {
    SmallVector<LayoutComponent> components;
    llvm::DenseSet<Value> taken;
    for (auto &[value, _] : values)
      if (!taken.contains(value))
        components.emplace_back(takeComponent(value, taken));
    return components;
  }

private:
  void addValues(Operation &op) {
    auto add = [&](Value value) {
      if (!isScaled(value))
        return;
      LayoutValue &added = values[value];
      added.value = value;
      added.runs = countRuns(value);
    };
    llvm::for_each(op.getResults(), add);
    for (Region &region : op.getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  }

  void addLink(OpOperand &source, Value destination,
               LayoutPropagationOpInterface view = {}) {
    if (isScaled(source.get()))
      links.push_back({&source, destination, view});
  }

  void addLinks(Operation &op) {
    auto layouts = dyn_cast<LayoutPropagationOpInterface>(op);
    if (layouts && layouts.isView())
      addLink(op.getOpOperand(0), op.getResult(0), layouts);
    if (isa<SelectLikeOpInterface>(op))
      for (OpOperand &operand : op.getOpOperands())
        addLink(operand, op.getResult(0));
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      addRegionLinks(branch);
    if (auto branch = dyn_cast<BranchOpInterface>(op))
      for (OpOperand &operand : op.getOpOperands())
        if (auto argument =
                branch.getSuccessorBlockArgument(operand.getOperandNumber()))
          addLink(operand, *argument);
  }

  void addRegionLinks(RegionBranchOpInterface branch) {
    RegionBranchSuccessorMapping mapping;
    branch.getSuccessorOperandInputMapping(mapping);
    // Not in the order of the mapping, which has none.
    auto addLinksOf = [&](Operation &source) {
      for (OpOperand &operand : source.getOpOperands())
        for (Value destination : mapping.lookup(&operand))
          addLink(operand, destination);
    };
    addLinksOf(*branch);
    for (Region &region : branch->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator())
          addLinksOf(*block.getTerminator());
  }

  /// Operands that go through no link are read.
  void addUses(Operation &op, const KernelTarget &target) {
    for (OpOperand &operand : op.getOpOperands())
      if (isScaled(operand.get()) && !passing.contains(&operand))
        values[operand.get()].uses.push_back(
            {&operand, getDemand(operand, target)});
  }

  void connect(const LayoutLink &link) {
    values[link.source->get()].outgoing.push_back(link);
    values[link.destination].incoming.push_back(link);
    passing.insert(link.source);
  }

  static LayoutDemand getDemand(OpOperand &operand,
                                const KernelTarget &target) {
    if (auto op = dyn_cast<LayoutPropagationOpInterface>(operand.getOwner()))
      return op.getLayoutDemand(operand, target);
    return LayoutDemand::require(operand.get().getType());
  }

  SmallVector<LayoutValue> takeComponent(Value first,
                                         llvm::DenseSet<Value> &taken) {
    SmallVector<LayoutValue> component;
    SmallVector<Value> reached = {first};
    taken.insert(first);
    for (unsigned i = 0; i < reached.size(); ++i) {
      component.push_back(values.find(reached[i])->second);
      for (const LayoutLink &link : component.back().outgoing)
        if (taken.insert(link.destination).second)
          reached.push_back(link.destination);
      for (const LayoutLink &link : component.back().incoming)
        if (taken.insert(link.source->get()).second)
          reached.push_back(link.source->get());
    }
    return component;
  }

  /// In the order of the program, so that all that is done has one order.
  llvm::MapVector<Value, LayoutValue> values;
  SmallVector<LayoutLink> links;
  llvm::DenseSet<OpOperand *> passing;
};
} // namespace

SmallVector<LayoutComponent>
mlir::lowp_gpu::findLayoutComponents(Operation *root,
                                     const KernelTarget &target) {
  return LayoutGraph(root, target).takeComponents();
}
