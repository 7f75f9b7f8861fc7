//===- ExpectedBytes.cpp - Bytes that barriers expect ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedBytes.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The leader of a pair announces what the copies of both CTAs will write.
static void expectBytesOfPair(ImplicitLocOpBuilder &builder, Value pipeline,
                              Value index, int64_t bytes, Value more) {
  Value place = PairRankOp::create(builder);
  Value leads = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, place,
                                      constantI32(builder, 0));
  OpBuilder::InsertionGuard guard(builder);
  lowp::enterIf(builder, leads);
  if (more)
    more = arith::MulIOp::create(builder, more,
                                 constantI32(builder, PairRankOp::kCTAs));
  BarrierExpectOp::create(builder, pipeline, index, PairRankOp::kCTAs * bytes,
                          more);
}

void mlir::lowp_gpu::expectBytes(ImplicitLocOpBuilder &builder, AcquireOp op,
                                 Value index, ArrivalPlace place) {
  bool loaded = false;
  int64_t bytes = op.getStage().getType().getTransferredBytes();
  Value more;
  for (Operation *user : op.getStage().getUsers()) {
    auto load = dyn_cast<LoadOp>(user);
    loaded |= static_cast<bool>(load);
    if (!load || !load.getTileM())
      continue;
    TileType tile = op.getStage().getType().getField(load.getField());
    bytes -= tile.getTransferredBytes();
    // A row of every M tile.
    TensorMapType map = load.getMap().getType();
    int64_t rowBytes =
        tile.getTransferredBytes() / map.getBox()[map.getRowDim()];
    Value part = arith::MulIOp::create(builder, load.getTileM(),
                                       constantI32(builder, rowBytes));
    more = more ? arith::AddIOp::create(builder, more, part).getResult() : part;
  }
  if (loaded && place == ArrivalPlace::Leader)
    expectBytesOfPair(builder, op.getPipeline(), index, bytes, more);
  else if (loaded)
    BarrierExpectOp::create(builder, op.getPipeline(), index, bytes, more);
}
