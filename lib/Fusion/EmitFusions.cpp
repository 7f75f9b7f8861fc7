//===- EmitFusions.cpp - The fusions of a plan become ops -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionPlan.h"

#include "FusionOutputs.h"

#include "lowp/Dialect/Lowp/IR/SizeChecks.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Clones ops into the region of a fusion that is built afterwards.
class RegionBuilder {
public:
  explicit RegionBuilder(MLIRContext *context) : builder(context) {
    builder.setInsertionPointToStart(&block);
  }

  void clone(Operation *op);
  Value lookup(Value value) const { return mapping.lookup(value); }

  Block block;
  OpBuilder builder;
  SmallVector<Value> inputs;

private:
  /// Makes `value`, of outside, known inside.
  void import(Value value);

  IRMapping mapping;
};

/// A fusion of a plan as an op.
class FusionEmission {
public:
  FusionEmission(const FusionPlan &plan, PlannedFusion &fusion)
      : plan(plan), fusion(fusion), last(fusion.own.back()),
        builder(last->getContext()), region(last->getContext()) {
    builder.setInsertionPointAfter(last);
  }

  /// Builds it; what reads its results reads them of the ops still.
  void emit();
  /// Lets what remains of the block read the results.
  void replaceResults();

private:
  SmallVector<OpFoldResult> getSizes(Value value);
  void checkSizes(QuantizeOp op);
  WidenOp findRepeat(QuantizeOp op);
  void addQuantized(QuantizeOp op);
  void addOutputs(OpResult result);
  FusionOp build();
  void addReplacement(OpResult result, ValueRange &parts);

  const FusionPlan &plan;
  PlannedFusion &fusion;
  Operation *last;
  OpBuilder builder;
  RegionBuilder region;
  SmallVector<Value> outputs, yielded;
  SmallVector<std::pair<Value, Value>> replacements;
};

} // namespace

void RegionBuilder::import(Value value) {
  if (mapping.contains(value))
    return;
  if (isMadeInside(value))
    return clone(value.getDefiningOp());
  inputs.push_back(value);
  mapping.map(value, block.addArgument(value.getType(), value.getLoc()));
}

void RegionBuilder::clone(Operation *op) {
  llvm::for_each(listReadValues(op), [&](Value value) { import(value); });
  builder.clone(*op, mapping);
}

SmallVector<OpFoldResult> FusionEmission::getSizes(Value value) {
  return getSizesByInputs(builder, value, *fusion.getSpace(), region.inputs);
}

void FusionEmission::checkSizes(QuantizeOp op) {
  SmallVector<OpFoldResult> sizes = getSizes(op.getInput());
  buildCheckOfSizes(builder, op->getLoc(), op.getType(),
                    ArrayRef(sizes).take_back(2));
  checkGivenScales(builder, op, fusion.getOps(), sizes);
}

/// The reader of what `op` makes whose launch is spared if the fusion stores
/// scales as often as matrix instructions read them: it has them in registers.
/// What is read part by part is stored part by part.
WidenOp FusionEmission::findRepeat(QuantizeOp op) {
  return fusion.getSpace()->wholes.contains(op.getInput()) ? WidenOp()
                                                           : getRepeat(op);
}

/// Adds the destinations of data and scales that `op` makes.
void FusionEmission::addQuantized(QuantizeOp op) {
  Value scaled = region.lookup(op.getResult());
  ScaledType stored = op.getType();
  if (WidenOp repeat = findRepeat(op)) {
    stored = getStoredType(op);
    if (auto turn = repeat.getInput().getDefiningOp<TransposeOp>())
      scaled = TransposeOp::create(region.builder, turn.getLoc(), scaled);
    scaled = WidenOp::create(region.builder, repeat.getLoc(),
                             repeat.getType().withGroups({}), scaled,
                             /*spread=*/IntegerAttr());
  }
  SmallVector<OpFoldResult> sizes = getSizes(op.getInput());
  outputs.push_back(buildPartOutput(builder, op.getLoc(), op.getType(),
                                    /*number=*/0, sizes));
  outputs.push_back(
      buildPartOutput(builder, op.getLoc(), stored, /*number=*/1, sizes));
  auto split = SplitScaledOp::create(region.builder, op.getLoc(), scaled);
  yielded.append({split.getData(), split.getScales()});
}

/// Adds the destinations of `result`, and what the region yields for them.
void FusionEmission::addOutputs(OpResult result) {
  if (auto quantize = dyn_cast<QuantizeOp>(result.getOwner()))
    return addQuantized(quantize);
  auto amax = dyn_cast<AmaxOp>(result.getOwner());
  outputs.push_back(
      amax ? buildAmaxOutput(builder, amax, getSizes(amax.getInput()))
           : buildOutput(builder, result.getLoc(),
                         cast<RankedTensorType>(result.getType()),
                         getSizes(result)));
  yielded.push_back(region.lookup(result));
}

FusionOp FusionEmission::build() {
  FusionYieldOp::create(region.builder, last->getLoc(), yielded);
  auto op =
      FusionOp::create(builder, fusion.loc, ValueRange(outputs).getTypes(),
                       region.inputs, outputs);
  op.getBody().push_back(new Block);
  Block &body = op.getBody().front();
  for (BlockArgument argument : region.block.getArguments())
    argument.replaceAllUsesWith(
        body.addArgument(argument.getType(), argument.getLoc()));
  body.getOperations().splice(body.end(), region.block.getOperations());
  return op;
}

/// Notes what `result` is by the first of `parts`, which are those after it
/// then.
void FusionEmission::addReplacement(OpResult result, ValueRange &parts) {
  auto quantize = dyn_cast<QuantizeOp>(result.getOwner());
  unsigned count = quantize ? 2 : 1;
  SmallVector<Value> own(parts.take_front(count));
  parts = parts.drop_front(count);
  if (!quantize) {
    replacements.emplace_back(result, own.front());
    return;
  }
  if (Value global = quantize.getGlobalScale())
    own.push_back(builder.createOrFold<tensor::CastOp>(
        result.getLoc(), quantize.getType().getGlobalScaleType(), global));
  WidenOp repeat = findRepeat(quantize);
  Value made = repeat ? repeat.getResult() : quantize.getResult();
  replacements.emplace_back(
      made, MakeScaledOp::create(builder, result.getLoc(),
                                 cast<ScaledType>(made.getType()), own));
}

void FusionEmission::emit() {
  for (Operation *op : fusion.getOps())
    region.clone(op);
  for (Operation *op : fusion.getOps())
    if (auto quantize = dyn_cast<QuantizeOp>(op))
      checkSizes(quantize);
  SmallVector<OpResult> results = plan.getResults(fusion);
  for (OpResult result : results)
    addOutputs(result);
  FusionOp op = build();
  if (SmallVector<int64_t> stages = plan.countResultsOfStages(fusion);
      stages.size() > 1)
    op->setAttr(LowpDialect::getStagesAttrName(),
                builder.getDenseI64ArrayAttr(stages));
  ValueRange parts = op.getResults();
  for (OpResult result : results)
    addReplacement(result, parts);
  last = builder.getInsertionPoint()->getPrevNode();
}

void FusionEmission::replaceResults() {
  for (auto [result, replacement] : replacements) {
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      Operation *user = plan.block.findAncestorOpInBlock(*use.getOwner());
      return !user || plan.remains(user);
    });
    // What repeats scales, and a transpose before it, is no op of a fusion.
    for (Operation *op = result.getDefiningOp();
         op && isa<WidenOp, TransposeOp>(op);) {
      Operation *read = op->getOperand(0).getDefiningOp();
      op->erase();
      op = read;
    }
  }
  for (Operation *op : fusion.own)
    if (plan.remains(op)) {
      op->moveAfter(last);
      last = op;
    }
}

/// Erases what nobody reads of `open`, and of what only that read.
static void eraseDead(llvm::SetVector<Operation *> open) {
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value value : listReadValues(op))
      if (Operation *source = value.getDefiningOp())
        open.insert(source);
    op->erase();
  }
}

/// Lets readers of parts of what was made of such read these.
static void forwardParts(Block &block) {
  for (auto split : llvm::make_early_inc_range(block.getOps<SplitScaledOp>())) {
    auto made = split.getInput().getDefiningOp<MakeScaledOp>();
    if (!made || made.getOperandTypes() != split->getResultTypes())
      continue;
    split->replaceAllUsesWith(made.getOperands());
    split.erase();
    if (made->use_empty())
      made.erase();
  }
}

void FusionPlan::emit() {
  SmallVector<std::unique_ptr<FusionEmission>> emissions;
  for (PlannedFusion *fusion : getFusions()) {
    emissions.push_back(std::make_unique<FusionEmission>(*this, *fusion));
    emissions.back()->emit();
  }
  for (auto &emission : emissions)
    emission->replaceResults();
  llvm::SetVector<Operation *> replaced;
  for (const auto &entry : fusionsOf)
    replaced.insert(entry.first);
  eraseDead(std::move(replaced));
  if (!fusions.empty())
    forwardParts(block);
  fusions.clear();
  owners.clear();
  fusionsOf.clear();
}
