//===- BuildFusion.cpp - The fusion of a group of ops ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"

#include "FusionOutputs.h"

#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Dialect/Lowp/IR/SizeChecks.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Clones ops into the region of a fusion that is built afterwards.
class RegionBuilder {
public:
  explicit RegionBuilder(MLIRContext *context) : builder(context) {
    builder.setInsertionPointToStart(&block);
  }

  /// Makes `value`, of outside, known inside: constants, numbers that tensors
  /// hold and what describes an empty destination are computed there,
  /// everything else is an input.
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
  bool isSource =
      op && (isConstant || classifyForFusion(op) == FusedKind::Source ||
             isReadFromTensor(value));
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

/// Destinations of `result`, and what the region yields for them.
static void addOutputs(OpBuilder &builder, RegionBuilder &region,
                       const IterationSpace &space, OpResult result,
                       SmallVectorImpl<Value> &outputs,
                       SmallVectorImpl<Value> &yielded) {
  auto getSizesOf = [&](Value value) {
    return getSizesByInputs(builder, value, space, region.inputs,
                            region.inputs);
  };
  Value inside = region.lookup(result);
  if (auto quantize = dyn_cast<QuantizeOp>(result.getOwner())) {
    addQuantizeOutputs(builder, quantize, getSizesOf(quantize.getInput()),
                       outputs);
    auto split = SplitScaledOp::create(region.builder, result.getLoc(), inside);
    yielded.append({split.getData(), split.getScales()});
    return;
  }
  auto amax = dyn_cast<AmaxOp>(result.getOwner());
  outputs.push_back(
      amax ? buildAmaxOutput(builder, amax, getSizesOf(amax.getInput()))
           : buildOutput(builder, result.getLoc(),
                         cast<RankedTensorType>(result.getType()),
                         getSizesOf(result)));
  yielded.push_back(inside);
}

static FusionOp buildFusion(OpBuilder &builder, Location loc,
                            RegionBuilder &region, ValueRange outputs) {
  auto fusion = FusionOp::create(builder, loc, outputs.getTypes(),
                                 region.inputs, outputs);
  fusion.getBody().push_back(new Block);
  Block &body = fusion.getBody().front();
  for (BlockArgument argument : region.block.getArguments())
    argument.replaceAllUsesWith(
        body.addArgument(argument.getType(), argument.getLoc()));
  body.getOperations().splice(body.end(), region.block.getOperations());
  return fusion;
}

void FusionGroup::outline() {
  SmallVector<Operation *> sorted = getInOrder();
  SmallVector<OpResult> escaping = getEscapingResults();
  OpBuilder builder(sorted.back()->getContext());
  builder.setInsertionPointAfter(sorted.back());
  RegionBuilder region(builder.getContext());
  for (Operation *op : sorted)
    region.clone(op);

  IterationSpace space = *IterationSpace::get(sorted);
  for (Operation *op : sorted)
    if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      SmallVector<OpFoldResult> sizes = getSizesByInputs(
          builder, quantize.getInput(), space, region.inputs, region.inputs);
      buildCheckOfSizes(builder, op->getLoc(), quantize.getType(),
                        ArrayRef(sizes).take_back(2));
      checkGivenScales(builder, quantize, sorted, sizes);
    }
  SmallVector<Value> outputs, yielded;
  for (OpResult result : escaping)
    addOutputs(builder, region, space, result, outputs, yielded);
  FusionYieldOp::create(region.builder, sorted.back()->getLoc(), yielded);
  FusionOp fusion =
      buildFusion(builder, sorted.back()->getLoc(), region, outputs);

  unsigned next = 0;
  for (OpResult result : escaping) {
    Value replacement = fusion.getResult(next++);
    if (auto type = dyn_cast<ScaledType>(result.getType())) {
      builder.setInsertionPointAfter(fusion);
      SmallVector<Value> parts = {replacement, fusion.getResult(next++)};
      if (Value global = cast<QuantizeOp>(result.getOwner()).getGlobalScale())
        parts.push_back(builder.createOrFold<tensor::CastOp>(
            result.getLoc(), type.getGlobalScaleType(), global));
      replacement = MakeScaledOp::create(builder, result.getLoc(), type, parts);
    }
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return !contains(use.getOwner()) ||
             classifyForFusion(use.getOwner()) == FusedKind::View;
    });
  }
  SmallVector<Operation *> between;
  for (Operation *op = sorted.front(); op != fusion; op = op->getNextNode())
    if (!contains(op) || classifyForFusion(op) == FusedKind::View)
      between.push_back(op);
  moveReadersAfter(fusion, between);
  for (Operation *op : llvm::reverse(sorted))
    if (op->use_empty())
      op->erase();
}
