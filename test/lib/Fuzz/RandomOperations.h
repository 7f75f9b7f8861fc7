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

/// Each appends one operation on values of `body`, or on new arguments, whose
/// types fit mostly.
/// @{

// RandomScaledOps.cpp
void addQuantize(FunctionBody &body);
void addDequantize(FunctionBody &body);
void addHadamard(FunctionBody &body);
void addTranspose(FunctionBody &body);
void addRelayout(FunctionBody &body);
void addWiden(FunctionBody &body);
void addSplit(FunctionBody &body);
void addMake(FunctionBody &body);

// RandomScaleOps.cpp
void addAmax(FunctionBody &body);
void addQuantizeByScales(FunctionBody &body);

// RandomMatmuls.cpp
void addScaledMatmul(FunctionBody &body);
void addGrouped(FunctionBody &body);
void addLinalgMatmul(FunctionBody &body);

// RandomControlFlow.cpp
void addArithmetic(FunctionBody &body);
void addBranch(FunctionBody &body);
void addLoop(FunctionBody &body);
void addCall(FunctionBody &body);

/// @}

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_RANDOMOPERATIONS_H
