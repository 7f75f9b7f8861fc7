//===- HostSide.h - The host code around a gemm kernel ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H
#define LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H

#include "lowp/Kernel/GemmKernel.h"

namespace mlir::lowp_gpu {

/// Replaces `gemm` by tensor maps, run-time checks and the launch of `kernel`
/// in the module `moduleName`.
void buildGemmLaunch(lowp::GemmOp gemm, const GemmKernelSpec &spec,
                     StringRef moduleName, KernelOp kernel);

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H
