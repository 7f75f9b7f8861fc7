//===- DescribeGemm.h - What the kernel of a gemm does ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_DESCRIBEGEMM_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_DESCRIBEGEMM_H

#include "lowp/Kernel/Gemm/GemmKernelSpec.h"
#include <string>

namespace mlir::lowp_gpu {

/// Operands, results and tile of a kernel for its name:
/// "gemm_f8E4M3FN_block_1x128_128x128_bf16_128x256". Words that the rhs begins
/// with as the lhs does are said once.
std::string describeGemm(const GemmKernelSpec &spec);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_DESCRIBEGEMM_H
