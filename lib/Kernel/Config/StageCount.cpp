//===- StageCount.cpp - As many stages as fit -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageCount.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

ConfigAttr mlir::lowp_gpu::withMostStages(GemmKernelSpec spec,
                                          ConfigChoices choices,
                                          MLIRContext *context) {
  constexpr int64_t kMaxStages = 24;
  auto isLegal = [&](int64_t stages) {
    choices.stages = stages;
    spec.config = choices.get(context);
    return isLegalConfig(spec);
  };
  // Fewer stages only take less room. Most divisions are not legal at all.
  int64_t fit = 2;
  if (!isLegal(fit))
    return {};
  int64_t tooMany = kMaxStages + 1;
  while (fit + 1 < tooMany) {
    int64_t middle = (fit + tooMany) / 2;
    (isLegal(middle) ? fit : tooMany) = middle;
  }
  choices.stages = fit;
  return choices.get(context);
}
