//===- Generator.h - Valid modules by chance --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_GENERATOR_H
#define LOWP_TEST_LIB_FUZZ_GENERATOR_H

#include "Random.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::lowp::fuzz {

/// Writes a module with functions of operations of lowp, linalg and arith whose
/// types fit mostly. `context` has loaded lowp. `withWaiting`: with forms that
/// meet a known fault (Forms.def).
std::string generateModule(MLIRContext *context, Random &random,
                           bool withWaiting);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_GENERATOR_H
