//===- KernelTarget.cpp - What a family of chips offers to kernels --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/KernelTarget.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

KernelTarget::~KernelTarget() = default;

std::optional<MmaAtom>
KernelTarget::getScaledMmaAtom(const ScaledFormat &,
                               const ScaledFormat &) const {
  return std::nullopt;
}

const ChipFacts *KernelTarget::findFacts(StringRef chip) const {
  for (const ChipFacts *facts : getChips())
    if (facts->name == chip)
      return facts;
  return nullptr;
}
