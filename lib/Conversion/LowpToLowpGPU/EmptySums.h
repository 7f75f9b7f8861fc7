//===- EmptySums.h - Gemms that add up nothing ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_EMPTYSUMS_H
#define LOWP_CONVERSION_LOWPTOLOWPGPU_EMPTYSUMS_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// Whether the K of `gemm`, or the number of its sums, is known to be 0.
bool addsNothing(lowp::GemmOp gemm);

/// Builds what `gemm`, on buffers, writes where it adds up nothing: what the
/// epilogue makes of zeros, or zeros, if there is a place for them. Sums that
/// are added to what is there leave that.
void buildEmptySum(ImplicitLocOpBuilder &builder, lowp::GemmOp gemm);

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_EMPTYSUMS_H
