//===- HostSide.h - The host code around a gemm kernel ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H
#define LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H

#include "lowp/Kernel/Gemm/GemmKernel.h"

namespace mlir::lowp_gpu {

/// Replaces `gemm` by run-time checks, tensor maps and the launch of one of
/// `kernels`, those of `specs`: at run time the table of the gemm says which.
void buildGemmLaunch(lowp::GemmOp gemm, ArrayRef<GemmKernelSpec> specs,
                     ArrayRef<SymbolRefAttr> kernels);

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_HOSTSIDE_H
