//===- Passes.h - Arithmetic that targets lack ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_ARITH_PASSES_H
#define LOWP_ARITH_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Arith/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Arith/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_ARITH_PASSES_H
