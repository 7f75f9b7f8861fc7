//===- PredictGemm.h - The time of a gemm before there is one - -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_CONFIG_PREDICTGEMM_H
#define LOWP_KERNEL_CONFIG_PREDICTGEMM_H

#include "lowp/Cost/GemmCost.h"
#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Kernel/Gemm/GemmKernelSpec.h"

#include <string>

namespace mlir::lowp_gpu {

/// The problem of a gemm of bf16 or f16 operands, whose rows lie along K or,
/// where `isMNMajor`, side by side.
lowp::GemmProblem describeDense(const lowp::GemmSize &size, Type elementType,
                                bool isLhsMNMajor, bool isRhsMNMajor,
                                Type outputType);

/// The problem of a gemm whose operands are quantized by `recipe`; nothing for
/// blocks that no gemm has.
std::optional<lowp::GemmProblem> describeScaled(const lowp::GemmSize &size,
                                                lowp::MatmulRecipeAttr recipe,
                                                Type outputType);

/// `problem`, of matrices, as a product for each of `groups` groups of its K,
/// which quantized operands have spread out.
lowp::GemmProblem divideAlongK(lowp::GemmProblem problem, int64_t groups);

/// Why `chip` has no kernel for `problem`; empty if it has one.
std::string explainMissingKernel(const lowp::GemmProblem &problem,
                                 const ChipTarget &chip);

/// Microseconds of the kernel that would be chosen for `problem` with an
/// epilogue of `inputs`, whose body is not looked at. Nothing where the chip
/// has none, or where a size is unknown, and `reason` tells why. Asks the code
/// that chooses configs, so that a price and the kernel that runs cannot
/// disagree.
std::optional<double> predictGemm(const lowp::GemmProblem &problem,
                                  const ChipTarget &chip, MLIRContext *context,
                                  lowp::Reason reason = {},
                                  const GemmEpilogue &epilogue = {});

/// The chip that `op` is compiled for, with the part that predictions are for;
/// nothing where no chip is said. A part of another chip is a diagnostic.
FailureOr<std::optional<ChipTarget>> findModelledChip(Operation *op);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_PREDICTGEMM_H
