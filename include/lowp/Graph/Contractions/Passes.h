//===- Passes.h - Matmuls and what is one -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_CONTRACTIONS_PASSES_H
#define LOWP_GRAPH_CONTRACTIONS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"

#include <memory>
#include <string>

namespace mlir::lowp {

/// What f32 operands of matmuls without a recipe are multiplied in.
enum class F32Matmuls { Exact, TF32, BF16 };

#define GEN_PASS_DECL
#include "lowp/Graph/Contractions/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Graph/Contractions/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_GRAPH_CONTRACTIONS_PASSES_H
