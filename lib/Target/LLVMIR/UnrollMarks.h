//===- UnrollMarks.h - Loops that LLVM must not unroll ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMIR_UNROLLMARKS_H
#define LOWP_LIB_TARGET_LLVMIR_UNROLLMARKS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::lowp {

/// Takes the mark from loops that the kernel level keeps from being unrolled,
/// once LLVM has optimized: ptxas, which knows the registers, would obey it
/// too.
void dropUnrollMarks(llvm::Module &module);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMIR_UNROLLMARKS_H
