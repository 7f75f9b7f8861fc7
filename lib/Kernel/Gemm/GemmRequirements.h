//===- GemmRequirements.h - Parts of what a kernel demands ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_GEMM_GEMMREQUIREMENTS_H
#define LOWP_LIB_KERNEL_GEMM_GEMMREQUIREMENTS_H

#include "lowp/Kernel/Gemm/GemmKernel.h"

namespace mlir::lowp_gpu {

/// What to do about `operand` of `gemm` where `emulate-formats` would
/// help.
StringRef getHint(lowp::GemmOp gemm, const lowp::GemmOperand &operand);

/// Checks the layouts and the scales of operands that have scales.
/// `takesScales` says that products take the scales.
LogicalResult verifyScaledOperands(lowp::GemmOp gemm,
                                   const lowp::GemmProblem &problem,
                                   const ChipTarget &chip, bool takesScales);

/// Checks whether products by `atom` of `chip` can read both operands.
LogicalResult verifyProducts(lowp::GemmOp gemm,
                             const lowp::GemmProblem &problem,
                             const MmaAtom &atom, const ChipTarget &chip);

/// Checks that copies for `atom` can spread the elements of `operand`, if they
/// do: they take whole groups of them, of which rows of a tensor map consist.
LogicalResult verifySpread(lowp::GemmOp gemm, const lowp::GemmProblem &problem,
                           const lowp::GemmOperand &operand,
                           const MmaAtom &atom, StringRef name);

/// Checks what tables of groups can count, and whether threads can address
/// rows of results that groups end in.
LogicalResult verifyGroups(lowp::GemmOp gemm, const lowp::GemmProblem &problem);

/// Adds the buffers that only kernels of groups know to `spec`.
void addGroups(lowp::GemmOp gemm, GemmKernelSpec &spec);

/// Checks whether a kernel can address all buffers of `gemm`, by their types.
LogicalResult verifyBuffers(lowp::GemmOp gemm);

/// The buffer of each result if its rows begin where TMA cannot write, or may,
/// and threads can; else null. Empty where TMA writes all.
SmallVector<MemRefType, 2> findStoredRows(lowp::GemmOp gemm,
                                          const lowp::GemmProblem &problem);

/// Checks whether rows of operands and of outputs begin where TMA can address
/// them, but for those of `storedRows`.
LogicalResult verifyPitches(lowp::GemmOp gemm, const lowp::GemmProblem &problem,
                            ArrayRef<MemRefType> storedRows);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_GEMM_GEMMREQUIREMENTS_H
