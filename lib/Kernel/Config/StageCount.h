//===- StageCount.h - As many stages as fit ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_STAGECOUNT_H
#define LOWP_LIB_KERNEL_CONFIG_STAGECOUNT_H

#include "lowp/Kernel/Config/KernelConfig.h"

namespace mlir::lowp_gpu {

/// The config of `choices` with as deep a pipeline as fits beside the
/// epilogue's stages, or null if not even two stages do.
ConfigAttr withMostStages(GemmKernelSpec spec, ConfigChoices choices,
                          MLIRContext *context);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_STAGECOUNT_H
