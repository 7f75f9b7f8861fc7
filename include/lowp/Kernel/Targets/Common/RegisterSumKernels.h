//===- RegisterSumKernels.h - Kernels with sums in registers ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMKERNELS_H
#define LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMKERNELS_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// A warp that loads, one that copies scales where there are some, and the
/// warps that multiply and store.
SmallVector<RolePlan> planRegisterSumRoles(const RoleNeeds &needs);

/// What of a config registers cannot hold: warpgroups along N, elements of
/// several results, a store behind the next tile's products, inputs of the
/// epilogue.
std::optional<BrokenRule> checkRegisterSumConfig(const GemmKernelSpec &spec);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMKERNELS_H
