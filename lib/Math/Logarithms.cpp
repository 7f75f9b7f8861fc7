//===- Logarithms.cpp - log, log2 and log10 -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x is 2^e (1 + f) with f from -1/3 to 1/3. Upstream's polynomials take
// subnormal numbers for the smallest normal one.
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct Split {
  Value exponent, fraction;
  /// log(1 + fraction) - fraction.
  Value rest;
};
} // namespace

static Split split(FloatMath &f, Value x) {
  constexpr double kSmallestNormal = 0x1p-126, kScale = 0x1p24;
  constexpr uint32_t kTwoThirds = 0x3f2aaaab;
  Value isSmall = f.isLess(x, kSmallestNormal);
  Value bits = f.bitsOf(f.select(isSmall, f.mul(x, kScale), x));
  Value exponent = f.shiftSigned(f.subBits(bits, f.i32(kTwoThirds)), 23);
  Value fraction =
      f.add(f.fromBits(f.subBits(bits, f.shiftLeft(exponent, 23))), -1);
  exponent = arith::SIToFPOp::create(f.b, f.b.getF32Type(), exponent);
  exponent = f.add(exponent, f.select(isSmall, f.f32(-24), f.f32(0)));
  Value sum = f.polynomial(fraction,
                           {-0.5, 0x1.555556p-2, -0x1.ffff0ep-3, 0x1.99977ep-3,
                            -0x1.559908p-3, 0x1.24f48ap-3, -0x1.f389f6p-4,
                            0x1.b87e98p-4, -0x1.071132p-3, 0x1.ebcf12p-4});
  return {exponent, fraction, f.mul(f.mul(fraction, fraction), sum)};
}

/// `log` for positive numbers, and what others have.
static Value selectDefined(FloatMath &f, Value x, Value log) {
  Value zero = f.f32(0);
  Value isDefined = f.both(f.isLess(zero, x), f.isLess(x, kInfinity));
  Value ofNegative = f.f32(std::numeric_limits<double>::quiet_NaN());
  Value other = f.select(f.isLess(x, zero), ofNegative, x);
  other = f.select(f.isEqual(x, zero), f.f32(-kInfinity), other);
  return f.select(isDefined, log, other);
}

static Value writeLog(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0);
  auto [exponent, fraction, rest] = split(f, x);
  Value log = f.fma(exponent, 0x1.62e430p-1, f.add(fraction, rest));
  return selectDefined(f, x, log);
}

/// The logarithm to a base, by log(2) and by 1 / log of the base in two parts.
static Value writeToBase(FloatMath &f, Value x, double ofTwo, double high,
                         double low) {
  auto [exponent, fraction, rest] = split(f, x);
  Value ofFraction = f.fma(fraction, low, f.mul(rest, high));
  ofFraction = f.fma(fraction, high, ofFraction);
  return selectDefined(f, x, f.fma(exponent, ofTwo, ofFraction));
}

static Value writeLog2(FloatMath &f, Operation *op) {
  return writeToBase(f, op->getOperand(0), 1, 0x1.715476p+0, 0x1.4ae0c0p-26);
}

static Value writeLog10(FloatMath &f, Operation *op) {
  return writeToBase(f, op->getOperand(0), 0x1.344136p-2, 0x1.bcb7b2p-2,
                     -0x1.5b235ep-27);
}

void mlir::lowp::populateLogarithms(RewritePatternSet &patterns) {
  patterns.add(writeFunction<math::LogOp, writeLog>, kAccurateBenefit);
  patterns.add(writeFunction<math::Log2Op, writeLog2>, kAccurateBenefit);
  patterns.add(writeFunction<math::Log10Op, writeLog10>, kAccurateBenefit);
}
