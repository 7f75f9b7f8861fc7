//===- SignsOfZeros.h - Selects that NVPTX takes for minima -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMIR_SIGNSOFZEROS_H
#define LOWP_LIB_TARGET_LLVMIR_SIGNSOFZEROS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::lowp {

/// Writes `x < 0 ? x : 0` as `!(x < 0) ? 0 : x`, once LLVM has optimized: its
/// NVPTX back end takes the first for a minimum, which is -0 where x is -0.
void keepSignsOfZeros(llvm::Module &module);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMIR_SIGNSOFZEROS_H
