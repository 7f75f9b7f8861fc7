//===- NarrowCasts.h - Instructions that round to few bits ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some chips round two f32 at once to elements of 4 or 6 bits and to scales of
// e8m0. Others compute on bits, and get the same ones.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_NARROWCASTS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_NARROWCASTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// Whether the chip that `op` is compiled for has these instructions.
bool hasNarrowCasts(Operation *op);

/// Whether an instruction rounds as `op` does, to less than 8 bits.
bool isNarrowCast(arith::TruncFOp op);

/// `values`, an even number of f32, as elements of `type`: NaN becomes the
/// largest number, and there is no infinity.
SmallVector<Value> buildNarrowCasts(ImplicitLocOpBuilder &b,
                                    ArrayRef<Value> values, Type type);

/// The i32 codes of the smallest e8m0 that are at least `values`, f32 which are
/// not negative.
SmallVector<Value> buildScaleCodes(ImplicitLocOpBuilder &b,
                                   ArrayRef<Value> values);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_NARROWCASTS_H
