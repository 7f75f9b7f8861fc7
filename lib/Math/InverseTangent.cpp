//===- InverseTangent.cpp - atan and atan2 --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr double kPi = 0x1.921fb6p+1;

/// atan(q) for q from 0 to 1.
static Value writeAtanOfQuotient(FloatMath &f, Value q) {
  Value square = f.mul(q, q);
  Value sum =
      f.polynomial(square, {-0x1.55553ep-2, 0x1.9991fep-3, -0x1.2421b4p-3,
                            0x1.c099f2p-4, -0x1.58346cp-4, 0x1.dac966p-5,
                            -0x1.fed068p-6, 0x1.65a552p-7, -0x1.d62e16p-10});
  return f.fma(f.mul(q, square), sum, q);
}

static Value writeAtan(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0), magnitude = f.magnitude(x), one = f.f32(1);
  Value isLarge = f.isLess(one, magnitude);
  Value angle = writeAtanOfQuotient(
      f, f.select(isLarge, f.div(one, magnitude), magnitude));
  angle = f.select(isLarge, f.sub(f.f32(kPi / 2), angle), angle);
  return f.copySign(angle, x);
}

/// The angle of (x, y): that of the smaller coordinate by the larger one,
/// turned into the octant of the point.
static Value writeAtan2(FloatMath &f, Operation *op) {
  Value y = op->getOperand(0), x = op->getOperand(1);
  Value up = f.magnitude(y), across = f.magnitude(x);
  Value isSteep = f.isLess(across, up);
  Value larger = f.select(isSteep, up, across);
  Value smaller = f.select(isSteep, across, up);
  Value quotient = f.div(smaller, larger);
  // Infinity by infinity, and 0 by 0.
  quotient = f.select(f.isEqual(smaller, larger), f.f32(1), quotient);
  quotient = f.select(f.isEqual(f.add(up, across), 0), f.f32(0), quotient);
  Value angle = writeAtanOfQuotient(f, quotient);
  angle = f.select(isSteep, f.sub(f.f32(kPi / 2), angle), angle);
  angle = f.select(f.isNegative(f.bitsOf(x)), f.sub(f.f32(kPi), angle), angle);
  return f.copySign(angle, y);
}

void mlir::lowp::populateInverseTangent(RewritePatternSet &patterns) {
  patterns.add(writeFunction<math::AtanOp, writeAtan>, kAccurateBenefit);
  patterns.add(writeFunction<math::Atan2Op, writeAtan2>, kAccurateBenefit);
}
