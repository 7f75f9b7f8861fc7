//===- TensorSumRules.cpp - What of a config tensor memory holds ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Columns of the scales of both operands that a product takes.
static int64_t countColumnsOfScales(const GemmKernelSpec &spec) {
  if (!spec.takesScales())
    return 0;
  auto ofOperand = [&](const lowp::GemmOperand &operand, int64_t rows) {
    int64_t atoms = llvm::divideCeil(rows, spec.atom->getScaleRows()) *
                    spec.getScaleAtoms(operand);
    return countScaleColumns(atoms * spec.getAtomBytes());
  };
  return ofOperand(spec.problem.lhs, spec.getTileM()) +
         ofOperand(spec.problem.rhs, spec.getTileN());
}

int64_t mlir::lowp_gpu::countSumRoom(const GemmKernelSpec &spec) {
  // Sets of scales alternate where the ring has more stages.
  constexpr int64_t kSets = 2;
  return spec.chip.facts->tensorColumns - kSets * countColumnsOfScales(spec);
}

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
  int64_t sums = spec.getChoices().sumStages * spec.getTileN();
  int64_t room = countSumRoom(spec);
  if (sums <= room)
    return std::nullopt;
  int64_t scales = spec.chip.facts->tensorColumns - room;
  return BrokenRule{
      "sums of at most " + std::to_string(room) + " columns of tensor memory" +
          (scales
               ? ", beside " + std::to_string(scales) + " of scales in two sets"
               : ""),
      std::to_string(sums)};
}
