//===- ScaleUse.cpp - What scales are to a kernel -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/ScaleUse.h"

using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

ScaleUse mlir::lowp_gpu::getScaleUse(const GemmOperand &operand,
                                     const MmaAtom &atom) {
  if (!operand.hasScales())
    return ScaleUse::None;
  if (atom.takesScales())
    return ScaleUse::Instruction;
  return operand.isBlockScaled() ? ScaleUse::Promotion : ScaleUse::Epilogue;
}
