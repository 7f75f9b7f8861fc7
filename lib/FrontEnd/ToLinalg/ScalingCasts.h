//===- ScalingCasts.h - Casts that apply a scale ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_SCALINGCASTS_H
#define LOWP_LIB_FRONTEND_TOLINALG_SCALINGCASTS_H

#include "lowp/Dialect/Common/Reason.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace mlir::lowp {

/// Which products of scaled elements become `lowp.scaled_matmul`.
struct RaisedProducts {
  /// Any at all: otherwise the chip would refuse them.
  bool any;
  /// Casts alone whose results kernels store.
  bool forKernels;
};

/// Makes `lowp.scaled_matmul` of `op` if it adds up products of two factors
/// that each are an element widened by a scale of e8m0, which blocks of K have,
/// of matrices or of batches of them. False, with `reason`, if it is a product
/// of such factors in another form, or not one of `raised`; without a reason if
/// it is something else.
bool raiseScaledMatmul(linalg::GenericOp op, RaisedProducts raised,
                       Reason reason);

/// Whether scales of `op`, `arith.scaling_extf` or `arith.scaling_truncf`, are
/// of e8m0.
bool hasExactScales(Operation *op);

/// Makes the arithmetic of `op` that it means: a product with its scale, or the
/// reciprocal of that, which is exact, in f32 at least, and one cast.
void expandScalingCast(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_SCALINGCASTS_H
