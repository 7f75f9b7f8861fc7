//===- Passes.h - From tensors to buffers -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_BUFFERIZATION_PASSES_H
#define LOWP_BUFFERIZATION_PASSES_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Bufferization/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Bufferization/Passes.h.inc"

} // namespace mlir::lowp

#endif // LOWP_BUFFERIZATION_PASSES_H
