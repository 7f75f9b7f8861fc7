//===- Convergent.h - Keep warps together -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMIR_CONVERGENT_H
#define LOWP_LIB_TARGET_LLVMIR_CONVERGENT_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::lowp {

/// Marks inline assembly and calls of functions `convergent`: LLVM may then
/// not make them depend on more conditions than they do, as unrolling with a
/// remainder loop or sinking into a branch would. MLIR 22 cannot say this of
/// inline assembly, and wgmma and mbarrier waits are inline assembly. LLVM
/// takes the mark off functions that turn out not to need it.
void markConvergent(llvm::Module &module);

/// Asks that functions be inlined into the kernels, unless they say
/// otherwise: wgmma across a call is serialized.
void inlineIntoKernels(llvm::Module &module);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMIR_CONVERGENT_H
