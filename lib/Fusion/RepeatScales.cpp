//===- RepeatScales.cpp - Scales as often as they are read ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where matrix instructions read a scale several times, since their blocks are
// finer than those of a quantize, a `lowp.widen` repeats scales, with a launch
// of its own. A fusion that quantizes has them in registers: it stores what the
// `lowp.widen` would, where that alone reads the scales.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "FusionOutputs.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// The scales of a quantize in the region of a fusion, and who repeats them.
class RepeatedScales {
public:
  /// What `widen` repeats; nothing where no fusion makes it for `widen` alone.
  static std::optional<RepeatedScales> match(WidenOp widen);

  /// Repeats them in the fusion, unless its kernel could not.
  void rewrite();

private:
  /// The type without groups, whose scales lie as those of groups do, and the
  /// same as the quantize has it.
  ScaledType getWholeType() { return widen.getType().withGroups({}); }
  ScaledType getStoredType() {
    return transpose ? getWholeType().getTransposed() : getWholeType();
  }

  /// Adds the op that repeats scales to the region, and yields what it has.
  WidenOp addToRegion();
  void removeFromRegion(WidenOp inside);
  void replace();

  WidenOp widen;
  /// Null where the matrix is quantized as it is read.
  TransposeOp transpose;
  MakeScaledOp made;
  FusionOp fusion;
  SplitScaledOp split;
  QuantizeOp quantize;
  /// The results of the fusion that are data and scales.
  unsigned data, scales;
};

} // namespace

std::optional<RepeatedScales> RepeatedScales::match(WidenOp widen) {
  Value scaled = widen.getInput();
  auto transpose = scaled.getDefiningOp<TransposeOp>();
  if (transpose && !transpose->hasOneUse())
    return std::nullopt;
  if (transpose)
    scaled = transpose.getInput();
  auto made = scaled.getDefiningOp<MakeScaledOp>();
  if (!made || !made->hasOneUse() || !made.getScales().hasOneUse())
    return std::nullopt;
  auto fusion = made.getScales().getDefiningOp<FusionOp>();
  if (!fusion || made.getData().getDefiningOp() != fusion)
    return std::nullopt;
  unsigned data = cast<OpResult>(made.getData()).getResultNumber(),
           scales = cast<OpResult>(made.getScales()).getResultNumber();
  OperandRange yielded =
      fusion.getBody().front().getTerminator()->getOperands();
  auto split = yielded[scales].getDefiningOp<SplitScaledOp>();
  auto quantize =
      split ? split.getInput().getDefiningOp<QuantizeOp>() : QuantizeOp();
  // What is read part by part is stored part by part.
  if (!quantize || !quantize->hasOneUse() ||
      split.getScales() != yielded[scales] ||
      split.getData() != yielded[data] ||
      quantize.getInput().getDefiningOp<tensor::ConcatOp>())
    return std::nullopt;
  RepeatedScales found;
  found.widen = widen;
  found.transpose = transpose;
  found.made = made;
  found.fusion = fusion;
  found.split = split;
  found.quantize = quantize;
  found.data = data;
  found.scales = scales;
  return found;
}

WidenOp RepeatedScales::addToRegion() {
  OpBuilder builder(split);
  Value scaled = quantize.getResult();
  if (transpose)
    scaled = TransposeOp::create(builder, transpose.getLoc(), scaled);
  auto inside = WidenOp::create(builder, widen.getLoc(), getWholeType(), scaled,
                                /*spread=*/IntegerAttr());
  auto parts = SplitScaledOp::create(builder, split.getLoc(), inside);
  split.getData().replaceAllUsesWith(parts.getData());
  split.getScales().replaceAllUsesWith(parts.getScales());
  split.erase();
  split = parts;
  return inside;
}

void RepeatedScales::removeFromRegion(WidenOp inside) {
  OpBuilder builder(split);
  auto parts = SplitScaledOp::create(builder, split.getLoc(), quantize);
  split.getData().replaceAllUsesWith(parts.getData());
  split.getScales().replaceAllUsesWith(parts.getScales());
  split.erase();
  auto turned = inside.getInput().getDefiningOp<TransposeOp>();
  inside.erase();
  if (turned)
    turned.erase();
}

/// Gives the fusion the destination of repeated scales, and what read them once
/// the result.
void RepeatedScales::replace() {
  OpBuilder builder(fusion);
  Block &body = fusion.getBody().front();
  IterationSpace space = *IterationSpace::get(getFusedOps(body));
  SmallVector<OpFoldResult> sizes =
      getSizesByInputs(builder, quantize.getInput(), space, body.getArguments(),
                       fusion.getInputs());
  SmallVector<Value> outputs(fusion.getOutputs());
  outputs[scales] = buildPartOutput(builder, fusion.getLoc(), getStoredType(),
                                    /*number=*/1, sizes);
  FusionOp wide = rebuild(builder, fusion, fusion.getInputs(), outputs);
  wide->setDiscardableAttrs(fusion->getDiscardableAttrDictionary());
  SmallVector<Value> parts = {wide.getResult(data), wide.getResult(scales)};
  if (Value global = made.getGlobalScale())
    parts.push_back(global);
  builder.setInsertionPoint(made);
  widen.replaceAllUsesWith(
      MakeScaledOp::create(builder, made.getLoc(), widen.getType(), parts)
          .getResult());
  widen.erase();
  if (transpose)
    transpose.erase();
  made.erase();
  for (OpResult result : fusion->getResults())
    if (!result.use_empty())
      result.replaceAllUsesWith(wide.getResult(result.getResultNumber()));
  fusion.erase();
}

void RepeatedScales::rewrite() {
  WidenOp inside = addToRegion();
  Block &body = fusion.getBody().front();
  if (getRepeat(quantize) && IterationSpace::get(getFusedOps(body)))
    replace();
  else
    removeFromRegion(inside);
}

/// Lets readers of parts of what was made of such read these.
static void forwardParts(Operation *op) {
  op->walk([](SplitScaledOp split) {
    auto made = split.getInput().getDefiningOp<MakeScaledOp>();
    if (!made || made.getOperandTypes() != split->getResultTypes())
      return;
    split->replaceAllUsesWith(made.getOperands());
    split.erase();
    if (made->use_empty())
      made.erase();
  });
}

void mlir::lowp::repeatScales(Operation *op) {
  forwardParts(op);
  SmallVector<WidenOp> found;
  op->walk([&](WidenOp widen) { found.push_back(widen); });
  for (WidenOp widen : found)
    if (std::optional<RepeatedScales> scales = RepeatedScales::match(widen))
      scales->rewrite();
}
