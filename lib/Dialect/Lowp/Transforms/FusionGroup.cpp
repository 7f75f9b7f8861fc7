//===- FusionGroup.cpp - Ops that become one fusion -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// Ops in front of a reduction that are looked at: the chains of norms and of
/// softmax are shorter.
static constexpr size_t kMostProducers = 8;

static FusedKind classify(Operation *op) {
  std::string why;
  return classifyForFusion(op, why);
}

/// Whether some reader of `from` that is not in `ops`, or a reader of what it
/// computes, is read by `ops`.
static bool returnsToGroup(ArrayRef<Operation *> ops) {
  llvm::SmallPtrSet<Operation *, 16> members(ops.begin(), ops.end());
  Block *block = ops.front()->getBlock();
  SmallVector<Operation *> open(ops);
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    for (Operation *user : op->getUsers()) {
      Operation *reader = block->findAncestorOpInBlock(*user);
      if (!reader)
        continue;
      if (members.contains(reader)) {
        if (!members.contains(op))
          return true;
        continue;
      }
      if (seen.insert(reader).second)
        open.push_back(reader);
    }
  }
  return false;
}

bool FusionGroup::isLegal(ArrayRef<Operation *> candidates) const {
  std::string why;
  auto domain = FusionDomain::get(candidates, why);
  if (!domain)
    return false;
  // Nobody would write what belongs to rows without elements.
  if (llvm::is_contained(domain->sizes, 0))
    return false;
  int64_t columns = domain->sizes.back();
  // A row stays in registers between its reduction and what follows.
  bool rowFits = !ShapedType::isDynamic(columns) && columns <= maxRow &&
                 domain->sizes.size() > 1;
  if (domain->reducesRows && (!rowFits || domain->keepsMatricesApart))
    return false;
  return !returnsToGroup(candidates);
}

bool FusionGroup::tryToAdd(Operation *op,
                           const llvm::SmallPtrSetImpl<Operation *> &taken) {
  if (!op || contains(op) || taken.contains(op) ||
      op->getBlock() != ops.front()->getBlock())
    return false;
  FusedKind kind = classify(op);
  if (kind == FusedKind::None || kind == FusedKind::Source ||
      kind == FusedKind::Concat || isa<SplitScaledOp>(op))
    return false;
  SmallVector<Operation *> candidates(ops.getArrayRef());
  candidates.push_back(op);
  // A reduction and what it reduces may belong to the space only together with
  // what computes it from a value that the group reads, too.
  size_t most = kind == FusedKind::RowReduction
                    ? candidates.size() + kMostProducers
                    : candidates.size();
  for (size_t next = candidates.size() - 1;
       !isLegal(candidates) && next < candidates.size(); ++next)
    addProducers(candidates, candidates[next], most, taken);
  if (candidates.size() > most || !isLegal(candidates))
    return false;
  ops.insert(candidates.begin(), candidates.end());
  return true;
}

void FusionGroup::addProducers(
    SmallVectorImpl<Operation *> &candidates, Operation *op, size_t most,
    const llvm::SmallPtrSetImpl<Operation *> &taken) const {
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || candidates.size() >= most || taken.contains(producer) ||
        producer->getBlock() != op->getBlock() ||
        llvm::is_contained(candidates, producer))
      continue;
    FusedKind kind = classify(producer);
    if (kind == FusedKind::Elementwise || kind == FusedKind::View)
      candidates.push_back(producer);
  }
}

void FusionGroup::grow(const llvm::SmallPtrSetImpl<Operation *> &taken) {
  // The set grows while it is walked.
  for (size_t next = 0; next < ops.size(); ++next) {
    Operation *op = ops[next];
    for (Value operand : op->getOperands())
      tryToAdd(operand.getDefiningOp(), taken);
    auto quantize = dyn_cast<QuantizeOp>(op);
    if (!quantize)
      continue;
    for (Operation *sibling : quantize.getInput().getUsers())
      if (isa<QuantizeOp>(sibling))
        tryToAdd(sibling, taken);
  }
}

bool FusionGroup::isReadOutside(Operation *op) const {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    if (!contains(user))
      return true;
    return classify(user) == FusedKind::View && isReadOutside(user);
  });
}

SmallVector<OpResult> FusionGroup::getEscapingResults() const {
  SmallVector<OpResult> results;
  for (Operation *op : getInOrder()) {
    if (classify(op) == FusedKind::View)
      continue;
    for (OpResult result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !contains(user) ||
                   (classify(user) == FusedKind::View && isReadOutside(user));
          }))
        results.push_back(result);
  }
  return results;
}

SmallVector<Operation *> FusionGroup::getInOrder() const {
  SmallVector<Operation *> sorted(ops.getArrayRef());
  llvm::sort(sorted, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  return sorted;
}

namespace {

/// Clones ops into the region of a fusion that is built afterwards.
class RegionBuilder {
public:
  explicit RegionBuilder(MLIRContext *context) : builder(context) {
    builder.setInsertionPointToStart(&block);
  }

  /// Makes `value`, of outside, known inside: constants and what describes an
  /// empty destination are computed there, everything else is an input.
  void import(Value value);
  void clone(Operation *op);
  Value lookup(Value value) const { return mapping.lookup(value); }

  Block block;
  OpBuilder builder;
  SmallVector<Value> inputs;

private:
  IRMapping mapping;
};

} // namespace

void RegionBuilder::import(Value value) {
  if (mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  // Constants with different elements are in memory.
  Attribute constant;
  bool isConstant =
      matchPattern(value, m_Constant(&constant)) &&
      (!isa<ElementsAttr>(constant) || isa<SplatElementsAttr>(constant));
  bool isSource = op && (isConstant || classify(op) == FusedKind::Source);
  if (isSource)
    return clone(op);
  inputs.push_back(value);
  mapping.map(value, block.addArgument(value.getType(), value.getLoc()));
}

void RegionBuilder::clone(Operation *op) {
  for (Value operand : op->getOperands())
    import(operand);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    import(value);
  builder.clone(*op, mapping);
}

/// The sizes of `value` by the inputs of a fusion: what the fusion computes is
/// not there yet where its destinations are made.
static SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Value value,
                                          const FusionDomain &domain,
                                          ArrayRef<Value> inputs) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  for (auto [size, dim] : llvm::zip_equal(sizes, domain.dims.lookup(value))) {
    if (!ShapedType::isDynamic(*getConstantIntValue(size)))
      continue;
    if (dim == FusionDomain::kUnit) {
      size = builder.getIndexAttr(1);
      continue;
    }
    if (!ShapedType::isDynamic(domain.sizes[dim])) {
      size = builder.getIndexAttr(domain.sizes[dim]);
      continue;
    }
    for (Value input : inputs) {
      SmallVector<int> places = domain.dims.lookup(input);
      auto *place = llvm::find(places, dim);
      if (place == places.end())
        continue;
      size = tensor::getMixedSize(builder, loc, input, place - places.begin());
      break;
    }
  }
  return sizes;
}

/// Destinations of the data and the scales of `op`, whose input has `sizes`.
static void addQuantizeOutputs(OpBuilder &builder, QuantizeOp op,
                               ArrayRef<OpFoldResult> sizes,
                               SmallVectorImpl<Value> &outputs) {
  Location loc = op.getLoc();
  ScaledType type = op.getType();
  auto getSize = [&](unsigned dim) { return sizes[dim]; };
  for (auto [number, part] : llvm::enumerate(type.getStorageTypes())) {
    auto tensor = cast<RankedTensorType>(part);
    SmallVector<OpFoldResult> stored;
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      stored.push_back(
          reifyStoredSize(builder, loc, type, number, dim, getSize));
    outputs.push_back(
        tensor::EmptyOp::create(builder, loc, stored, tensor.getElementType()));
  }
}

/// Moves what reads `fusion` but stands before it after it.
static void moveReadersAfter(FusionOp fusion, ArrayRef<Operation *> between) {
  Operation *last = fusion;
  llvm::SmallPtrSet<Operation *, 16> moved = {fusion.getOperation()};
  // Values of a scaled type are put together right after the fusion.
  while (isa_and_present<MakeScaledOp>(last->getNextNode())) {
    last = last->getNextNode();
    moved.insert(last);
  }
  for (Operation *op : between) {
    WalkResult reads = op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *producer = operand.getDefiningOp();
            producer && moved.contains(producer))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (!reads.wasInterrupted())
      continue;
    op->moveAfter(last);
    last = op;
    moved.insert(op);
  }
}

void FusionGroup::outline() {
  SmallVector<Operation *> sorted = getInOrder();
  SmallVector<OpResult> escaping = getEscapingResults();
  OpBuilder builder(sorted.back()->getContext());
  builder.setInsertionPointAfter(sorted.back());
  RegionBuilder region(builder.getContext());
  for (Operation *op : sorted)
    region.clone(op);

  std::string why;
  FusionDomain domain = *FusionDomain::get(sorted, why);
  SmallVector<Value> outputs, yielded;
  for (OpResult result : escaping) {
    if (auto quantize = dyn_cast<QuantizeOp>(result.getOwner())) {
      addQuantizeOutputs(
          builder, quantize,
          getSizes(builder, quantize.getInput(), domain, region.inputs),
          outputs);
      auto split = SplitScaledOp::create(region.builder, result.getLoc(),
                                         region.lookup(result));
      llvm::append_range(yielded, split.getResults());
      continue;
    }
    outputs.push_back(tensor::EmptyOp::create(
        builder, result.getLoc(),
        getSizes(builder, result, domain, region.inputs),
        getElementTypeOrSelf(result.getType())));
    yielded.push_back(region.lookup(result));
  }
  FusionYieldOp::create(region.builder, sorted.back()->getLoc(), yielded);
  auto fusion =
      FusionOp::create(builder, sorted.back()->getLoc(),
                       ValueRange(outputs).getTypes(), region.inputs, outputs);
  fusion.getBody().push_back(new Block);
  Block &body = fusion.getBody().front();
  for (BlockArgument argument : region.block.getArguments())
    argument.replaceAllUsesWith(
        body.addArgument(argument.getType(), argument.getLoc()));
  body.getOperations().splice(body.end(), region.block.getOperations());

  unsigned next = 0;
  for (OpResult result : escaping) {
    Value replacement = fusion.getResult(next++);
    if (auto type = dyn_cast<ScaledType>(result.getType())) {
      builder.setInsertionPointAfter(fusion);
      replacement =
          MakeScaledOp::create(builder, result.getLoc(), type,
                               {replacement, fusion.getResult(next++)});
    }
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return !contains(use.getOwner()) ||
             classify(use.getOwner()) == FusedKind::View;
    });
  }
  SmallVector<Operation *> between;
  for (Operation *op = sorted.front(); op != fusion; op = op->getNextNode())
    if (!contains(op) || classify(op) == FusedKind::View)
      between.push_back(op);
  moveReadersAfter(fusion, between);
  for (Operation *op : llvm::reverse(sorted))
    if (op->use_empty())
      op->erase();
}
