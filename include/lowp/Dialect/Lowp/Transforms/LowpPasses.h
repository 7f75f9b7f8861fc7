//===- LowpPasses.h - Passes from lowp to lowp ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES_H
#define LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir {
namespace lowp {
#define GEN_PASS_DECL
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace lowp
} // namespace mlir

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES_H
