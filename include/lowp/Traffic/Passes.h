//===- Passes.h - What launches read and write ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TRAFFIC_PASSES_H
#define LOWP_TRAFFIC_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Traffic/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Traffic/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_TRAFFIC_PASSES_H
