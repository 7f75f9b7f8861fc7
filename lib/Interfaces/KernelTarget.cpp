//===- KernelTarget.cpp - What a family of chips offers to kernels --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/KernelTarget.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

MmaAtom::~MmaAtom() = default;

KernelTarget::~KernelTarget() = default;

const MmaAtom *KernelTarget::getScaledMmaAtom(const ScaledFormat &,
                                              const ScaledFormat &) const {
  return nullptr;
}

int64_t KernelTarget::getMaxPromotedColumns(bool) const { return 0; }

int64_t KernelTarget::getMostRegisters(Operation *) const { return 0; }

std::optional<BrokenRule> KernelTarget::checkWords(DictionaryAttr words) const {
  if (!words)
    return std::nullopt;
  return BrokenRule{"no words of the target's, for kernels of this chip choose "
                    "nothing of their own",
                    debugString(words)};
}

TargetChoices KernelTarget::readChoices(DictionaryAttr) const { return {}; }

DictionaryAttr KernelTarget::writeChoices(MLIRContext *,
                                          const TargetChoices &) const {
  return {};
}

SmallVector<TargetChoices> KernelTarget::listDivisions() const {
  return {TargetChoices()};
}

SmallVector<ChoiceWish>
KernelTarget::completeChoices(const GemmKernelSpec &,
                              const lowp::GemmSize &) const {
  return {{TargetChoices(), /*stages=*/2}};
}

SmallVector<ChoiceVariant>
KernelTarget::listVariants(const GemmKernelSpec &) const {
  return {};
}

const ChipFacts *KernelTarget::findFacts(StringRef chip) const {
  for (const ChipFacts *facts : getChips())
    if (facts->name == chip)
      return facts;
  return nullptr;
}
