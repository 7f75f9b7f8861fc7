//===- RandomOperations.h - Operations by chance ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_RANDOMOPERATIONS_H
#define LOWP_TEST_LIB_FUZZ_RANDOMOPERATIONS_H

#include "FunctionBody.h"

namespace mlir::lowp::fuzz {

/// Appends any operation that the forms of `body` have.
void addOperation(FunctionBody &body);

/// Each appends one form on values of `body`, or on new arguments, whose types
/// fit mostly.
/// @{
#define LOWP_FUZZ_FORM(name, weight, fits, waitsFor)                           \
  void add##name(FunctionBody &body);
#include "Forms.def"
/// @}

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_RANDOMOPERATIONS_H
