//===- RegisterSumTarget.h - Chips whose sums lie in registers --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMTARGET_H
#define LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMTARGET_H

#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// What families of chips have in common whose warps multiply and store: their
/// roles, and configs with the words `unroll`, `epilogue_stages`, `warpgroups`
/// and `overlap_store`.
class RegisterSumTarget : public KernelTarget {
public:
  int64_t getMaxWarpgroups() const override { return 2; }

  /// A warp that loads, one that copies scales where there are some, and the
  /// warps that multiply and store.
  SmallVector<RolePlan> planRoles(const RoleNeeds &needs) const override;

  /// What of a config registers cannot hold: warpgroups along N, elements of
  /// several results, a store after the next tile's products, inputs of the
  /// epilogue.
  std::optional<BrokenRule>
  checkConfig(const GemmKernelSpec &spec) const override;

  std::optional<BrokenRule> checkWords(DictionaryAttr words) const override;
  TargetChoices readChoices(DictionaryAttr words) const override;
  DictionaryAttr writeChoices(MLIRContext *context,
                              const TargetChoices &choices) const override;
  SmallVector<TargetChoices> listDivisions() const override;
  SmallVector<ChoiceWish>
  completeChoices(const GemmKernelSpec &spec,
                  const lowp::GemmSize &size) const override;
  SmallVector<ChoiceVariant>
  listVariants(const GemmKernelSpec &spec) const override;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMTARGET_H
