//===- KernelTarget.cpp - What a family of chips offers to kernels --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/KernelTarget.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

MmaAtom::~MmaAtom() = default;

KernelTarget::~KernelTarget() = default;

const lowp::PartFacts *KernelTarget::getUsualPart(StringRef chip) const {
  return lowp::getUsualPart(chip);
}

const MmaAtom *KernelTarget::getScaledMmaAtom(const ScaledFormat &,
                                              const ScaledFormat &) const {
  return nullptr;
}

int64_t KernelTarget::getMaxPromotedColumns(bool) const { return 0; }

DictionaryAttr KernelTarget::chooseConfig(const GemmKernelSpec &) const {
  return {};
}

int64_t KernelTarget::getSumStages(const GemmKernelSpec &) const { return 0; }

const ChipFacts *KernelTarget::findFacts(StringRef chip) const {
  for (const ChipFacts *facts : getChips())
    if (facts->name == chip)
      return facts;
  return nullptr;
}
