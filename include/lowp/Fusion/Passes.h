//===- Passes.h - Ops of one iteration space become one ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PASSES_H
#define LOWP_FUSION_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Fusion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Fusion/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_FUSION_PASSES_H
