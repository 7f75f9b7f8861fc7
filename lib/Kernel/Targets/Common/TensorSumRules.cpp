//===- TensorSumRules.cpp - What of a config tensor memory holds ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// A lane holds the sums of a row beside partial ones.
static std::optional<BrokenRule> checkPromotion(const GemmKernelSpec &spec) {
  int64_t most =
      spec.chip.target->getMaxPromotedColumns(spec.getPromotionsPerStage() > 1);
  if (!spec.promotesApart() || spec.getTileN() <= most)
    return std::nullopt;
  return BrokenRule{"at most " + std::to_string(most) +
                        " columns of sums that are promoted",
                    std::to_string(spec.getTileN())};
}

std::optional<BrokenRule>
TensorSumTarget::checkConfig(const GemmKernelSpec &spec) const {
  if (auto broken = checkPromotion(spec))
    return broken;
  int64_t stages = spec.getChoices().sumStages;
  if (spec.hasSumRoom(stages))
    return std::nullopt;
  int64_t room = spec.countSumRoom();
  int64_t scales = spec.chip.facts->tensorColumns - room;
  return BrokenRule{
      "sums of at most " + std::to_string(room) + " columns of tensor memory" +
          (scales
               ? ", beside " + std::to_string(scales) + " of scales in two sets"
               : ""),
      std::to_string(stages * spec.getTileN())};
}
