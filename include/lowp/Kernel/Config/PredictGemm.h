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
#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

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

/// Microseconds of the kernel that would be chosen for `problem`. Nothing where
/// the chip has none, and `reason` tells why. Asks the code that chooses
/// configs, so that a price and the kernel that runs cannot disagree.
std::optional<double> predictGemm(const lowp::GemmProblem &problem,
                                  const ChipTarget &chip, MLIRContext *context,
                                  lowp::Reason reason = {});

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_PREDICTGEMM_H
