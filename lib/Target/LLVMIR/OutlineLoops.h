//===- OutlineLoops.h - Functions of many loops are divided -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMIR_OUTLINELOOPS_H
#define LOWP_LIB_TARGET_LLVMIR_OUTLINELOOPS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::lowp {

/// Makes a function of each loop nest where a function has many, one after the
/// other. LLVM asks of each loop what the branches before it tell, as far as
/// the function's entry: its time grows with the square of their number.
void outlineLoops(llvm::Module &module);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMIR_OUTLINELOOPS_H
