//===- ZeroTails.cpp - Zeros after the ends of groups of K ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/KernelParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::clearsTails(const GemmKernelSpec &spec) {
  return spec.problem.mayEndWithin(spec.getTileK());
}

void mlir::lowp_gpu::buildZeroTail(ImplicitLocOpBuilder &builder,
                                   const KernelParts &parts,
                                   const TilePlace &place, Value block,
                                   ValueRange tiles) {
  if (!clearsTails(parts.spec))
    return;
  Value tileK = constantI32(builder, parts.spec.getTileK());
  Value first = arith::MulIOp::create(builder, block, tileK);
  Value left = arith::SubIOp::create(builder, place.sizeK, first);
  Value hasSome = arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt,
                                        left, constantI32(builder, 0));
  Value end = arith::SelectOp::create(builder, hasSome, left, tileK);
  ZeroTailOp::create(builder, tiles, end,
                     /*by_warp=*/parts.spec.hasTensorSums());
}
