//===- Passes.h - Grouped matmuls -------------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_GROUPS_PASSES_H
#define LOWP_GRAPH_GROUPS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir {
namespace lowp {
#define GEN_PASS_DECL
#include "lowp/Graph/Groups/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Graph/Groups/Passes.h.inc"
} // namespace lowp
} // namespace mlir

#endif // LOWP_GRAPH_GROUPS_PASSES_H
