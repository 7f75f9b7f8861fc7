//===- FusionMember.cpp - A fusion that others may join -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionMember.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

FusionMember::FusionMember(FusionOp fusion) : fusion(fusion) {
  std::string why;
  space = IterationSpace::get(getFusedOps(body()), why);
}

FusionMember::Kind FusionMember::getKind() {
  if (!space || space->packsRows)
    return Kind::None;
  if (space->parts > 1)
    return quantizesParts() ? Kind::Parts : Kind::None;
  if (hasSquareTiles())
    return Kind::Tiles;
  if (reducesRowsAlone())
    return Kind::Rows;
  return computesElements() ? Kind::Elements : Kind::None;
}

SmallVector<int64_t> FusionMember::getStages() {
  return lowp::getFusionStages(fusion, fusion.getNumResults());
}

/// Whether no op of `body` makes or reads scales.
static bool hasNoScales(Block &body) {
  return llvm::none_of(body, [](Operation &op) {
    return isa<QuantizeOp, DequantizeOp, AmaxOp, ComputeScaleOp>(op);
  });
}

bool FusionMember::reducesRowsAlone() {
  return space->reducesRows && getStages().size() == 1 && hasNoScales(body());
}

bool FusionMember::computesElements() {
  return getStages().size() == 1 && hasNoScales(body()) &&
         llvm::all_of(body().getOps<linalg::LinalgOp>(),
                      [](linalg::LinalgOp op) {
                        return op.getNumLoops() == op.getNumParallelLoops();
                      });
}

/// Whether a thread quantizes what is along rows, as it computes elements.
bool FusionMember::quantizesParts() {
  return llvm::none_of(body().getOps<QuantizeOp>(),
                       [&](QuantizeOp op) { return space->writesColumns(op); });
}

int64_t FusionMember::countTiles() {
  return llvm::count_if(body().getArguments(), [&](Value argument) {
    return space->dependsOnRow(argument) && space->dependsOnColumn(argument);
  });
}

bool FusionMember::hasSquareTiles() {
  if (space->reducesRows)
    return false;
  bool writesRows = false, writesColumns = false;
  for (auto op : body().getOps<QuantizeOp>()) {
    (space->writesColumns(op) ? writesColumns : writesRows) = true;
    if (op.hasGivenScales())
      return false;
  }
  // What makes no scales and what turns nothing has other tiles.
  return writesRows && writesColumns &&
         body().getOps<ComputeScaleOp>().empty() &&
         body().getOps<AmaxOp>().empty();
}

bool FusionMember::readsTile(Value input) {
  for (auto [operand, argument] :
       llvm::zip_equal(fusion.getInputs(), body().getArguments()))
    if (operand == input)
      return space->dependsOnRow(argument) && space->dependsOnColumn(argument);
  return false;
}

bool FusionMember::isPlain(OpResult result) {
  Value value = body().getTerminator()->getOperand(result.getResultNumber());
  return !value.getDefiningOp<SplitScaledOp>() &&
         !value.getDefiningOp<tensor::ConcatOp>() && space->dependsOnRow(value);
}
