//===- KeptScales.cpp - Bits of words of scales that count ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/KeptScales.h"
#include "lowp/Kernel/Targets/Common/ScaleAtom.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr int64_t kBitsLog2 = 3; // of a scale

Value mlir::lowp_gpu::isShortOfScales(DeviceBuilder &builder, Value count) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, count,
                               builder.constant(ScaleAtom::kWordBytes));
}

Value mlir::lowp_gpu::buildKeptBits(DeviceBuilder &builder, Value count) {
  Value some = arith::MaxSIOp::create(builder, count, builder.constant(0));
  // No shift by 32, which has no value.
  Value bits = builder.shiftLeft(
      builder.bitAnd(some, ScaleAtom::kWordBytes - 1), kBitsLog2);
  Value kept = builder.add(
      arith::ShLIOp::create(builder, builder.constant(1), bits), -1);
  return arith::SelectOp::create(builder, isShortOfScales(builder, count), kept,
                                 builder.constant(-1));
}
