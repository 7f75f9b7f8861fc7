//===- ScaleUse.h - What scales are to a kernel -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_SCALEUSE_H
#define LOWP_KERNEL_GEMM_SCALEUSE_H

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Interfaces/MmaAtom.h"

namespace mlir::lowp_gpu {

/// Where a kernel multiplies by the scales of an operand.
enum class ScaleUse {
  /// There are none.
  None,
  /// Scales that are the same along K: factors of finished sums.
  Epilogue,
  /// Scales of blocks along K: factors of partial sums.
  Promotion,
  /// Operands of the matrix instruction.
  Instruction
};

/// What the scales of `operand` are to kernels that multiply by `atom`. Nobody
/// else decides it.
ScaleUse getScaleUse(const lowp::GemmOperand &operand, const MmaAtom &atom);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_SCALEUSE_H
