//===- F32Builders.h - Arithmetic of f32 in recipes of tests ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_LOWPTEST_F32BUILDERS_H
#define LOWP_TEST_LIB_LOWPTEST_F32BUILDERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace lowp_test {

inline mlir::Value buildConstant(mlir::OpBuilder &builder, mlir::Location loc,
                                 double value) {
  return mlir::arith::ConstantOp::create(builder, loc,
                                         builder.getF32FloatAttr(value));
}

/// Builds 1 / value.
inline mlir::Value buildReciprocal(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value value) {
  return mlir::arith::DivFOp::create(builder, loc,
                                     buildConstant(builder, loc, 1.0), value);
}

} // namespace lowp_test

#endif // LOWP_TEST_LIB_LOWPTEST_F32BUILDERS_H
