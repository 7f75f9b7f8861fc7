//===- FusionShape.cpp - What decides how a fusion is divided -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionShape.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/PartialSum.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Columns that hold a group of packed elements of any width.
static constexpr int64_t kPackedColumns = PackedElements(6).group();

bool mlir::lowp::isReadByTiles(BlockArgument argument) {
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    return user->getBlock() == argument.getOwner() &&
           (isReshape(user) || isa<linalg::LinalgOp, QuantizeOp, AmaxOp>(user));
  });
}

FusionShape FusionShape::get(func::FuncOp function, const IterationSpace &space,
                             const RowPlan &plan) {
  FusionShape shape = {IterationSpace::countPoints(space.getRowSizes()),
                       plan.most,
                       /*rowLength=*/space.countColumns(),
                       space.reducesRows,
                       /*wholeInputs=*/0,
                       /*isWide=*/false,
                       /*quantizes=*/false,
                       /*blockRows=*/1,
                       /*blockColumns=*/1,
                       /*writesColumns=*/false,
                       /*turns=*/false,
                       /*storesLanes=*/false,
                       /*slowFunctions=*/0};
  for (BlockArgument argument : function.getArguments())
    if (space.dependsOnRow(argument) && space.dependsOnColumn(argument))
      ++shape.wholeInputs;
  auto turns = [&](Value value) {
    return space.findRowAlongMemory(value).has_value();
  };
  shape.turns =
      llvm::any_of(function.getArguments(), turns) ||
      llvm::any_of(function.front().getTerminator()->getOperands(), turns);
  function.walk([&](linalg::LinalgOp op) {
    Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
    shape.isWide |= element.isF64() || element.isInteger(64);
  });
  function.walk([&](tensor::ConcatOp op) {
    shape.storesLanes |= space.dims.lookup(op.getResult()).back().empty() &&
                         op.getResultType().getShape().back() > 1;
  });
  function.walk(
      [&](Operation *op) { shape.slowFunctions += isSlowFunction(*op); });
  function.walk([&](MakeScaledOp op) {
    shape.wholeInputs += !isPlainData(op.getType());
  });
  auto addBlock = [&](BlockShape block) {
    shape.blockRows = std::max(shape.blockRows, block.rows);
    if (block.columns != BlockShape::kWhole)
      shape.blockColumns = std::max(shape.blockColumns, block.columns);
  };
  shape.hasStripes = space.stripeRows != 0;
  // A tile has all rows of a part that it adds up.
  function.walk([&](linalg::LinalgOp op) {
    if (int64_t rows = countSummedRows(op)) {
      addBlock({rows, 1});
      shape.wholeInputs += shape.hasStripes ? 2 * op->getNumResults() : 0;
    }
  });
  function.walk([&](AmaxOp op) {
    shape.quantizes = true;
    addBlock(space.getBlock(op.getInput(), op.getBlockShape()));
  });
  function.walk([&](DequantizeOp op) {
    BlockShape block = op.getInput().getType().getRecipe().getBlockShape();
    block = space.getBlock(op.getResult(), block);
    addBlock({1, block.columns});
  });
  function.walk([&](QuantizeOp op) {
    shape.quantizes = true;
    shape.writesColumns |= space.writesColumns(op);
    BlockShape block = space.getBlock(op);
    addBlock(block);
    // A tile that is narrower than a block would take the rest of that for
    // padding, and overwrite its scale.
    if (hasPaddedScales(getStoredType(op)) &&
        !ShapedType::isDynamic(shape.columns))
      shape.columns = std::max(shape.columns, block.columns);
    // Nor would it fill up what is packed together.
    if (op.getType().isPacked() && !ShapedType::isDynamic(shape.columns))
      shape.columns = std::max(shape.columns, kPackedColumns);
  });
  return shape;
}
