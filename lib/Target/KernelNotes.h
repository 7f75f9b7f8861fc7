//===- KernelNotes.h - Notes of ptxas as diagnostics ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_KERNELNOTES_H
#define LOWP_LIB_TARGET_KERNELNOTES_H

#include "lowp/Target/PTXASNotes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::lowp {

/// Reports, at the kernels of `module`, what ptxas said about `ptx`: errors,
/// then notes and spills as remarks, or under `strict` as errors where they
/// cost a kernel of lowp its speed. Where it wants registers and can have
/// another config it is marked instead, by `lowp_gpu.spilled`. Fails if there
/// was an error.
LogicalResult reportPTXAS(gpu::GPUModuleOp module, llvm::StringRef ptx,
                          const PTXASReport &report, bool strict);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_KERNELNOTES_H
