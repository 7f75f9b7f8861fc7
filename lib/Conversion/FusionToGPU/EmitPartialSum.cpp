//===- EmitPartialSum.cpp - Sums of a tile's rows in a fusion -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Fusion/PartialSum.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

void FusionEmitter::emitPartialSum(linalg::LinalgOp op, const PartialSum &sum) {
  Value tile = emitWidened(b, getWholeTile(sum.matrix));
  // A part does not reach beyond the matrix, and columns stay apart: what other
  // elements of the tile are does not matter.
  auto type = VectorType::get({tileM / sum.rows, tileN}, b.getF32Type());
  Value sums = CTAReduceOp::create(b, type, Combiner::AddF, tile, Value());
  AffineExpr part = b.getAffineDimExpr(0).floorDiv(sum.rows),
             column = b.getAffineDimExpr(1);
  SmallVector<AffineExpr> place = {part, column};
  if (!sum.partFirst)
    std::swap(place[0], place[1]);
  AffineMap map = AffineMap::get(2, 0, place, b.getContext());
  store(sums, findOutput(op->getResult(0)), toSpace(sum.matrix, map));
}
