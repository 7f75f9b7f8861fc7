//===- HostSizes.h - Sizes of a gemm in host code ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIZES_H
#define LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIZES_H

#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// The sizes of a gemm as host code knows them, each an i32.
struct GemmSizes {
  Value m, n, k;
  /// Matrices of a batch; null without one.
  Value batch;
};

/// Asks the buffers of `gemm` for their sizes, and checks what a launch of any
/// of `specs`, the kernels of the gemm, needs.
GemmSizes measureGemm(ImplicitLocOpBuilder &builder, lowp::GemmOp gemm,
                      ArrayRef<GemmKernelSpec> specs);

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIZES_H
