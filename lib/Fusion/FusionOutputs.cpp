//===- FusionOutputs.cpp - Destinations of a fusion -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionOutputs.h"

#include "lowp/Dialect/Lowp/IR/GivenScales.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

Value mlir::lowp::buildOutput(OpBuilder &builder, Location loc,
                              RankedTensorType type,
                              ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> open;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      open.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, open);
}

/// The dynamic size along dimension `dim` of the space, of `inputs`, which the
/// space knows as `known`; or as the number that an empty tensor is made with.
static OpFoldResult getSizeByInputs(OpBuilder &builder, Location loc,
                                    const IterationSpace &space, int dim,
                                    ValueRange known, ValueRange inputs) {
  for (auto [inside, input] : llvm::zip_equal(known, inputs)) {
    SmallVector<int> places = space.dims.lookup(inside);
    auto *place = llvm::find(places, dim);
    if (place != places.end())
      return tensor::getMixedSize(builder, loc, input, place - places.begin());
  }
  Value size = space.findSizeOfEmpty(dim);
  auto found = llvm::find(known, size);
  return found == known.end() ? size : inputs[found - known.begin()];
}

SmallVector<OpFoldResult>
mlir::lowp::getSizesByInputs(OpBuilder &builder, Value value,
                             const IterationSpace &space, ValueRange known,
                             ValueRange inputs) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  for (auto [size, dim] : llvm::zip_equal(sizes, space.dims.lookup(value))) {
    if (!ShapedType::isDynamic(*getConstantIntValue(size)))
      continue;
    if (dim == IterationSpace::kUnit) {
      size = builder.getIndexAttr(1);
      continue;
    }
    if (!ShapedType::isDynamic(space.sizes[dim])) {
      size = builder.getIndexAttr(space.sizes[dim]);
      continue;
    }
    size = getSizeByInputs(builder, value.getLoc(), space, dim, known, inputs);
  }
  return sizes;
}

Value mlir::lowp::buildPartOutput(OpBuilder &builder, Location loc,
                                  ScaledType type, unsigned number,
                                  ArrayRef<OpFoldResult> sizes) {
  auto part = cast<RankedTensorType>(type.getStorageTypes()[number]);
  auto getSize = [&](unsigned dim) { return sizes[dim]; };
  SmallVector<OpFoldResult> stored;
  for (int64_t dim = 0; dim < part.getRank(); ++dim)
    stored.push_back(reifyStoredSize(builder, loc, type, number, dim, getSize));
  return buildOutput(builder, loc, part, stored);
}

void mlir::lowp::addQuantizeOutputs(OpBuilder &builder, QuantizeOp op,
                                    ArrayRef<OpFoldResult> sizes,
                                    SmallVectorImpl<Value> &outputs) {
  // The scale of a matrix is given.
  for (unsigned number : {0, 1})
    outputs.push_back(
        buildPartOutput(builder, op.getLoc(), op.getType(), number, sizes));
}

/// The numbers of blocks of a matrix, after the sizes of a batch.
static SmallVector<OpFoldResult> countBlocks(OpBuilder &builder, Location loc,
                                             ArrayRef<OpFoldResult> sizes,
                                             BlockShape block) {
  SmallVector<OpFoldResult> counts(sizes.drop_back(2));
  for (auto [dim, size] : llvm::enumerate(sizes.take_back(2)))
    counts.push_back(reifyBlockCount(builder, loc, size, block.extent(dim)));
  return counts;
}

Value mlir::lowp::buildAmaxOutput(OpBuilder &builder, AmaxOp op,
                                  ArrayRef<OpFoldResult> sizes) {
  return buildOutput(
      builder, op.getLoc(), op.getType(),
      countBlocks(builder, op.getLoc(), sizes, op.getBlockShape()));
}

void mlir::lowp::checkGivenScales(OpBuilder &builder, QuantizeOp op,
                                  ArrayRef<Operation *> ops,
                                  ArrayRef<OpFoldResult> sizes) {
  llvm::SmallSetVector<Value, 2> read;
  for (Value scales : op.getScales().take_front(2)) {
    auto made = scales.getDefiningOp<ComputeScaleOp>();
    bool isMadeHere = made && llvm::is_contained(ops, made);
    read.insert(isMadeHere ? made.getAmax() : scales);
  }
  for (Value scales : read)
    if (!llvm::is_contained(ops, scales.getDefiningOp()))
      buildCheckOfGivenScales(
          builder, op.getLoc(), scales,
          countBlocks(builder, op.getLoc(), sizes,
                      op.getType().getRecipe().getBlockShape()));
}

FusionOp mlir::lowp::rebuild(OpBuilder &builder, FusionOp from,
                             ValueRange inputs, ValueRange outputs) {
  auto fusion = FusionOp::create(builder, from.getLoc(), outputs.getTypes(),
                                 inputs, outputs);
  fusion.getBody().takeBody(from.getBody());
  return fusion;
}

FusionOp mlir::lowp::addResults(FusionOp fusion, const IterationSpace &space,
                                ArrayRef<Value> values) {
  if (values.empty())
    return fusion;
  OpBuilder builder(fusion);
  Block &body = fusion.getBody().front();
  SmallVector<Value> outputs(fusion.getOutputs());
  for (Value value : values)
    outputs.push_back(buildOutput(
        builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
        getSizesByInputs(builder, value, space, body.getArguments(),
                         fusion.getInputs())));
  auto yield = cast<FusionYieldOp>(body.getTerminator());
  yield.getValuesMutable().append(values);
  FusionOp wide = rebuild(builder, fusion, fusion.getInputs(), outputs);
  fusion.replaceAllUsesWith(wide.getResults().drop_back(values.size()));
  fusion.erase();
  return wide;
}

/// The stages of `fusion` without the results that nobody keeps.
static SmallVector<int64_t> countUsedResults(FusionOp fusion,
                                             const llvm::BitVector &used) {
  SmallVector<int64_t> stages;
  unsigned number = 0;
  for (int64_t count : getFusionStages(fusion, fusion.getNumResults())) {
    int64_t left = 0;
    for (int64_t i = 0; i < count; ++i)
      left += used[number++];
    if (left != 0)
      stages.push_back(left);
  }
  return stages;
}

FusionOp mlir::lowp::dropUnused(FusionOp fusion) {
  Block &body = fusion.getBody().front();
  auto yield = cast<FusionYieldOp>(body.getTerminator());
  SmallVector<Value> outputs, yielded;
  llvm::BitVector used(fusion.getNumResults());
  for (auto [result, output, value] : llvm::zip_equal(
           fusion.getResults(), fusion.getOutputs(), yield.getValues())) {
    // Data and scales are written together.
    if (result.use_empty() && !value.getDefiningOp<SplitScaledOp>())
      continue;
    used.set(result.getResultNumber());
    outputs.push_back(output);
    yielded.push_back(value);
  }
  yield.getValuesMutable().assign(yielded);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  SmallVector<Value> inputs;
  llvm::BitVector unread(body.getNumArguments());
  for (auto [number, input] : llvm::enumerate(fusion.getInputs())) {
    unread[number] = body.getArgument(number).use_empty();
    if (!unread[number])
      inputs.push_back(input);
  }
  if (outputs.size() == fusion.getNumResults() && unread.none())
    return fusion;
  body.eraseArguments(unread);
  FusionOp narrow;
  if (!outputs.empty()) {
    OpBuilder builder(fusion);
    narrow = rebuild(builder, fusion, inputs, outputs);
    SmallVector<int64_t> stages = countUsedResults(fusion, used);
    if (stages.size() > 1)
      narrow->setAttr(LowpDialect::getStagesAttrName(),
                      builder.getDenseI64ArrayAttr(stages));
    for (auto [from, to] :
         llvm::zip_equal(used.set_bits(), narrow.getResults()))
      fusion.getResult(from).replaceAllUsesWith(to);
  }
  fusion.erase();
  return narrow;
}
