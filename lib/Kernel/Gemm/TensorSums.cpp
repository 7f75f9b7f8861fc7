//===- TensorSums.cpp - Products into tensor memory, and reads of sums ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleAtoms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

StageType mlir::lowp_gpu::getSumStage(MLIRContext *context,
                                      const GemmKernelSpec &spec) {
  if (!spec.hasTensorSums())
    return {};
  auto tile = TileType::get(context, {spec.getTileM(), spec.getTileN()},
                            Float32Type::get(context), /*swizzle=*/0,
                            /*spread=*/false, TileSpace::Tensor);
  return StageType::get(context, {StringAttr::get(context, field::kSums)},
                        {tile});
}

/// Rows of the first atom of the rhs's scales before those of the tile,
/// whose columns begin at `column`; null where they begin with an atom.
static Value buildFirstRow(ImplicitLocOpBuilder &builder,
                           const GemmKernelSpec &spec, Value column) {
  if (!spec.takesScales() || spec.getTileN() % spec.atom->getScaleRows() == 0)
    return {};
  return arith::AndIOp::create(
      builder, column, constantI32(builder, spec.atom->getScaleRows() - 1));
}

/// Multiplies one K block of the tile at `place` into `sums`; the first one
/// replaces what they held.
static void buildBlock(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                       const TilePlace &place, Value block, Value firstRow,
                       Value sums) {
  Value stage = WaitOp::create(builder, parts.operands);
  auto [lhs, rhs, scales] = viewOperands(builder, parts, stage);
  keepScalesOfK(builder, parts, block, scales);
  buildZeroTail(builder, parts, place, block, {lhs, rhs});
  Value accumulate = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                           block, constantI32(builder, 0));
  MmaIntoOp::create(builder, lhs, rhs, scales, firstRow, /*scale_set=*/Value(),
                    sums, accumulate, parts.spec.getChoices().pair,
                    /*scale_column=*/IntegerAttr(),
                    /*scale_sets=*/IntegerAttr());
  ReleaseOp::create(builder, stage).setArrival(Arrival::Products);
}

void mlir::lowp_gpu::buildTensorProduct(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        ForEachTileOp tile) {
  Value stage = AcquireOp::create(builder, parts.sums);
  Value sums = viewField(builder, stage, field::kSums);
  Value firstRow = buildFirstRow(builder, parts.spec, tile.getColumn());
  TilePlace place;
  if (parts.spec.problem.hasKGroups())
    place = locateTile(builder, parts, tile);
  auto loop = ForEachKOp::create(builder, place.getK(builder, parts));
  CommitOp::create(builder, stage).setArrival(Arrival::Products);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  buildBlock(builder, parts, place, loop.getIndex(), firstRow, sums);
}
