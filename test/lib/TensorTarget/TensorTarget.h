//===- TensorTarget.h - A target of tests, with tensor memory ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_TENSORTARGET_H
#define LOWP_TEST_TENSORTARGET_H

#include "mlir/IR/DialectRegistry.h"

namespace lowp_test {

/// Makes the chips "tensor_1" and "tensor_2" known to the lowp_gpu dialect: one
/// lane multiplies fp8 and FP4 into tensor memory, with MX scales or without,
/// and a role of its own stores. On tensor_2 CTAs may multiply in pairs. And
/// "plain_1", which multiplies nothing.
void registerTensorTarget(mlir::DialectRegistry &registry);

} // namespace lowp_test

#endif // LOWP_TEST_TENSORTARGET_H
