//===- TranslateToPTX.h - A lowered gpu.module as PTX -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_TRANSLATETOPTX_H
#define LOWP_TARGET_TRANSLATETOPTX_H

#include "lowp/Target/Chips.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir {
namespace gpu {
class GPUModuleOp;
} // namespace gpu

namespace lowp {

/// Registers what `translateToPTX` needs to know of the dialects it reads.
void registerPTXTranslation(DialectRegistry &registry);

/// The PTX of `module`, all of whose operations are of the llvm and nvvm
/// dialects. Optimizes as -O3 does: wgmma needs it to be fast at all. What
/// LLVM cannot compile is a diagnostic at the operation or kernel.
FailureOr<std::string> translateToPTX(gpu::GPUModuleOp module,
                                      const PTXTarget &target);

} // namespace lowp
} // namespace mlir

#endif // LOWP_TARGET_TRANSLATETOPTX_H
