//===- EmitPartialSum.cpp - Sums of a tile's rows in a fusion -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part does not reach beyond the matrix, and columns stay apart: what other
// elements of the tile are does not matter.
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"
#include "FusionShape.h"

#include "lowp/Dialect/Common/KeepLoop.h"
#include "lowp/Fusion/PartialSum.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

void FusionEmitter::emitPartialSum(linalg::LinalgOp op) {
  auto add = [&](OpBuilder &inner, ValueRange both) {
    return SmallVector<Value>{
        arith::AddFOp::create(inner, b.getLoc(), both[0], both[1])};
  };
  for (auto [result, tile] :
       llvm::zip_equal(op->getResults(), emitReduced(op))) {
    auto *carried = stripeSums.find(result);
    if (carried == stripeSums.end())
      storeSums(result, tile);
    else
      carried->second =
          emitMap(b, {carried->second, tile}, b.getF32Type(), add).front();
  }
}

void FusionEmitter::storeSums(OpResult result, Value tile) {
  int64_t rows = countSummedRows(result.getOwner());
  int64_t parts = std::max<int64_t>(tileM / rows, 1);
  if (parts != tileM)
    tile =
        CTAReduceOp::create(b, VectorType::get({parts, tileN}, b.getF32Type()),
                            Combiner::AddF, tile, Value());
  store(tile, findOutput(result), getMap(result));
}

SmallVector<BlockArgument> FusionEmitter::listPrefetched() {
  return llvm::filter_to_vector(
      function.getArguments(), [&](BlockArgument argument) {
        return space.dependsOnRow(argument) &&
               space.dependsOnColumn(argument) && isReadByTiles(argument);
      });
}

SmallVector<Value> FusionEmitter::emitRowsOfStripe(Value next,
                                                   ArrayRef<Value> carried) {
  for (auto [sum, value] : llvm::zip(stripeSums, carried))
    sum.second = value;
  SmallVector<BlockArgument> inputs = listPrefetched();
  SmallVector<Value> tiles;
  std::swap(row, next);
  for (BlockArgument input : inputs)
    tiles.push_back(loadInput(input));
  std::swap(row, next);
  for (auto [input, tile] :
       llvm::zip_equal(inputs, carried.drop_front(stripeSums.size())))
    values[input] = tile;
  emitTile();
  // The shared memory of the next rows is free.
  gpu::BarrierOp::create(b);
  SmallVector<Value> all = llvm::map_to_vector(
      stripeSums, [](const auto &sum) { return sum.second; });
  llvm::append_range(all, tiles);
  values.clear();
  return all;
}

void FusionEmitter::emitStripe() {
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value first = row, step = constant(tileM);
  Value end = arith::AddIOp::create(b, first, constant(space.stripeRows));
  Value zero = toEntries(arith::ConstantOp::create(b, b.getF32FloatAttr(0.0)),
                         VectorType::get({tileM, tileN}, b.getF32Type()));
  for (Operation &op : function.getBody().front())
    if (countSummedRows(&op))
      for (OpResult result : op.getResults())
        stripeSums[result] = zero;
  SmallVector<Value> inits(stripeSums.size(), zero);
  for (BlockArgument input : listPrefetched())
    inits.push_back(loadInput(input));
  auto loop = scf::ForOp::create(b, first, end, step, inits);
  keepLoop(loop);
  {
    OpBuilder::InsertionGuard scope(b);
    b.setInsertionPointToStart(loop.getBody());
    row = loop.getInductionVar();
    // The last row is there already.
    Value next = arith::MinUIOp::create(b, arith::AddIOp::create(b, row, step),
                                        arith::SubIOp::create(b, end, step));
    scf::YieldOp::create(
        b, emitRowsOfStripe(
               next, llvm::to_vector_of<Value>(loop.getRegionIterArgs())));
  }
  row = first;
  for (auto [sum, result] : llvm::zip(stripeSums, loop.getResults()))
    storeSums(sum.first, result);
}
