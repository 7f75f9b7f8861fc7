//===- TensorSumTarget.h - Chips whose sums lie in tensor memory *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_TENSORSUMTARGET_H
#define LOWP_KERNEL_TARGETS_COMMON_TENSORSUMTARGET_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// What families of chips have in common one lane of which multiplies into
/// tensor memory: their roles, and configs with the words `sum_stages`,
/// `epilogue_stages` and `pair`.
class TensorSumTarget : public KernelTarget {
public:
  int64_t getMaxWarpgroups() const override { return 1; }

  /// As many as leave a lane, which has a row of them, registers for partial
  /// sums and scales.
  int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const override {
    return hasSeveralPromotions ? 64 : 128;
  }

  /// A lane that loads, a warp that copies scales where there are some, a lane
  /// that multiplies, for a pair of CTAs if they multiply together, and the
  /// warps that read sums, promote them and store.
  SmallVector<RolePlan> planRoles(const RoleNeeds &needs) const override;

  /// Columns that tensor memory, or registers, do not have.
  std::optional<BrokenRule>
  checkConfig(const GemmKernelSpec &spec) const override;

  /// What warps that promote need, who have a row of sums beside partial ones:
  /// left alone, the assembler takes more to no end.
  int64_t getMostRegisters(Operation *kernel) const override;

  std::optional<BrokenRule> checkWords(DictionaryAttr words) const override;
  TargetChoices readChoices(DictionaryAttr words) const override;
  DictionaryAttr writeChoices(MLIRContext *context,
                              const TargetChoices &choices) const override;
  /// CTAs that multiply alone, and pairs of them.
  SmallVector<TargetChoices> listDivisions() const override;
  SmallVector<ChoiceWish>
  completeChoices(const GemmKernelSpec &spec,
                  const lowp::GemmSize &size) const override;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_TENSORSUMTARGET_H
