//===- Passes.h - Where and how operands are stored -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LAYOUT_PASSES_H
#define LOWP_LAYOUT_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Layout/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Layout/Passes.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_LAYOUT_PASSES_H
