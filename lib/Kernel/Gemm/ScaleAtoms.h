//===- ScaleAtoms.h - Atoms of scales that products take --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_GEMM_SCALEATOMS_H
#define LOWP_LIB_KERNEL_GEMM_SCALEATOMS_H

#include "lowp/Kernel/Gemm/KernelParts.h"

namespace mlir::lowp_gpu {

/// Whether the scales of the lhs begin with an atom for each group of rows, so
/// that they lie as virtual rows do.
bool hasVirtualScaleRows(const lowp::GemmProblem &problem);

/// Atoms of `operand` that a stage holds: rows of them, where the tile may
/// begin inside one, atoms along K, and what is in an atom.
SmallVector<int64_t> getAtomShape(const GemmKernelSpec &spec,
                                  const lowp::GemmOperand &operand);
/// Whether the CTAs of a pair load half of the rows of atoms of `operand` each,
/// for both.
bool sharesAtoms(const GemmKernelSpec &spec, const lowp::GemmOperand &operand);
/// The box by which they are loaded.
SmallVector<int64_t> getAtomBox(const GemmKernelSpec &spec,
                                const lowp::GemmOperand &operand);

/// The scales of lhs and rhs in `block` of K, with zeros after the end of K
/// where this leaves part of a word of four: what lies there may be NaN.
void keepScalesOfK(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   Value block, MutableArrayRef<Value> scales);

/// `scales` of the lhs from row `rowOffset` on; null where tiles begin with an
/// atom.
Value skipScaleRows(ImplicitLocOpBuilder &builder, Value scales,
                    Value rowOffset);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_GEMM_SCALEATOMS_H
