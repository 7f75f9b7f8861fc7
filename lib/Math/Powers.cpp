//===- Powers.cpp - Powers and cube roots ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x^y is 2^(y log2 |x|) with a sign. The product needs 34 bits where the result
// has 24: it is one of f64, by polynomials without a division.
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"
#include "ChipCalls.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

/// log2 of a positive, finite f64; to 2^-35 of the result.
static Value writeLog2OfPositive(FloatMath &f, Value x) {
  constexpr int64_t kRootOfHalf = 0x3fe6a09e667f3bcd;
  Value bits = f.bitsOf(x);
  Type i64 = bits.getType();
  Value exponent =
      f.shiftSigned(f.subBits(bits, f.integer(kRootOfHalf, i64)), 52);
  Value fraction =
      f.add(f.fromBits(f.subBits(bits, f.shiftLeft(exponent, 52))), -1);
  Value sum = f.polynomial(
      fraction,
      {0x1.71547652a1e9ep+0, -0x1.715476565d475p-1, 0x1.ec709ebb91605p-2,
       -0x1.715470977ef41p-2, 0x1.277651fd1dfaep-2, -0x1.ec72b5a692335p-3,
       0x1.a63f44335f95cp-3, -0x1.71416f31c3c18p-3, 0x1.45291a8461b42p-3,
       -0x1.252f4c16b350cp-3, 0x1.2871ee3ab48ffp-3, -0x1.248898cb82c52p-3,
       0x1.3ce7c7a7eb96bp-4});
  Value whole = arith::SIToFPOp::create(f.b, x.getType(), exponent);
  return f.fma(fraction, sum, whole);
}

/// 2^x of f64, to 2^-29 of the result; x is taken for 1000 where it is larger.
static Value writeExp2(FloatMath &f, Value x) {
  constexpr double kMost = 1000, kRound = 0x1.8p52;
  Type f64 = x.getType();
  x = arith::MinNumFOp::create(f.b, x, f.number(kMost, f64));
  x = arith::MaxNumFOp::create(f.b, x, f.number(-kMost, f64));
  Value shifted = f.add(x, kRound);
  Value rest = f.sub(x, f.add(shifted, -kRound));
  Value power = f.polynomial(rest, {0x1.000000026155ep+0, 0x1.62e430c7e8fc2p-1,
                                    0x1.ebfbdadca322dp-3, 0x1.c6aed4b978969p-5,
                                    0x1.3b2dbbca305a8p-7, 0x1.5f456a7ad9c27p-10,
                                    0x1.41d32d3bc9113p-13});
  Value bits = f.shiftLeft(f.bitsOf(shifted), 52);
  Value one = f.integer(int64_t(1023) << 52, bits.getType());
  return f.mul(power, f.fromBits(f.addBits(bits, one)));
}

/// |x|^y with the sign that `isOdd`, of y, gives it, where neither is NaN. `x`
/// is of f32, `y` of f64.
static Value writePower(FloatMath &f, Value x, Value y, Value isOdd) {
  Value magnitude = f.magnitude(x);
  Type f32 = x.getType(), f64 = y.getType();
  Value log =
      writeLog2OfPositive(f, arith::ExtFOp::create(f.b, f64, magnitude));
  log = f.select(f.isEqual(magnitude, 0), f.number(-kInfinity, f64), log);
  log =
      f.select(f.isEqual(magnitude, kInfinity), f.number(kInfinity, f64), log);
  Value power = arith::TruncFOp::create(f.b, f32, writeExp2(f, f.mul(y, log)));
  Value isNegative = f.both(f.isNegative(f.bitsOf(x)), isOdd);
  return f.select(isNegative, f.negate(power), power);
}

/// x^n for some constants that are a few products or roots; null for others.
static Value writeConstantPower(FloatMath &f, Value x, double exponent) {
  Value one = f.f32(1);
  auto root = [&] { return f.add(f.root(x), 0); };
  auto ofInfinity = [&](double value, Value power) {
    return f.select(f.isEqual(x, -kInfinity), f.f32(value), power);
  };
  if (exponent == 1)
    return x;
  if (exponent == 2)
    return f.mul(x, x);
  if (exponent == 3)
    return f.mul(f.mul(x, x), x);
  if (exponent == 4) {
    Value square = f.mul(x, x);
    return f.mul(square, square);
  }
  if (exponent == -1)
    return f.div(one, x);
  if (exponent == 0.5)
    return ofInfinity(kInfinity, root());
  if (exponent == -0.5)
    return ofInfinity(0, f.div(one, root()));
  return {};
}

/// As C says: 1 for x of 1 or y of 0, NaN too; no power of a negative number
/// that is not whole.
static Value writePowF(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0), y = op->getOperand(1);
  APFloat constant(0.0f);
  if (matchPattern(y, m_ConstantFloat(&constant)))
    if (Value power = writeConstantPower(f, x, constant.convertToFloat()))
      return power;
  Value half = f.mul(y, 0.5);
  Value isWhole = f.isEqual(math::FloorOp::create(f.b, y), y);
  Value isEven = f.isEqual(math::FloorOp::create(f.b, half), half);
  Value isOdd = f.both(isWhole, f.invert(isEven));
  Value power =
      writePower(f, x, arith::ExtFOp::create(f.b, f.b.getF64Type(), y), isOdd);
  Value one = f.f32(1);
  Value isUndefined = f.both(f.isLess(x, 0), f.invert(isWhole));
  isUndefined = f.both(isUndefined, f.isLess(f.f32(-kInfinity), x));
  isUndefined = f.either(isUndefined, f.either(f.isNaN(x), f.isNaN(y)));
  Value nothing = f.f32(std::numeric_limits<double>::quiet_NaN());
  power = f.select(isUndefined, nothing, power);
  Value isOne = f.both(f.isEqual(f.magnitude(x), one),
                       f.isEqual(f.magnitude(y), kInfinity));
  isOne = f.either(isOne, f.either(f.isEqual(x, one), f.isEqual(y, 0)));
  return f.select(isOne, one, power);
}

static Value writeFPowI(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0), n = op->getOperand(1);
  APInt constant;
  if (matchPattern(n, m_ConstantInt(&constant)))
    if (Value power = writeConstantPower(f, x, constant.signedRoundToDouble()))
      return power;
  Value zero = f.integer(0, n.getType());
  auto differs = [&](Value value) -> Value {
    return arith::CmpIOp::create(f.b, arith::CmpIPredicate::ne, value, zero);
  };
  Value exponent = arith::SIToFPOp::create(f.b, f.b.getF64Type(), n);
  Value power = writePower(f, x, exponent, differs(f.mask(n, 1)));
  power = f.select(f.isNaN(x), x, power);
  return f.select(differs(n), power, f.f32(1));
}

/// x is 2^(3 k) v with v from 1/2 to 4: a polynomial, and one step of Halley.
static Value writeCbrt(FloatMath &f, Operation *op) {
  constexpr double kSmallestNormal = 0x1p-126;
  Value x = op->getOperand(0), magnitude = f.magnitude(x);
  Value isSmall = f.isLess(magnitude, kSmallestNormal);
  Value bits = f.bitsOf(f.select(isSmall, f.mul(magnitude, 0x1p24), magnitude));
  Value exponent = f.shiftRight(bits, 23);
  // A third of the exponent, and what is left: 0, 1 or 2.
  auto times = [&](Value value, uint32_t factor) -> Value {
    return arith::MulIOp::create(f.b, value, f.i32(factor));
  };
  Value third = f.shiftRight(times(exponent, 21846), 16);
  Value left = f.subBits(exponent, times(third, 3));
  Value significand = f.mask(bits, 0x7fffff);
  Value m = f.fromBits(f.either(significand, f.i32(127 << 23)));
  Value v = f.fromBits(
      f.addBits(significand, f.shiftLeft(f.addBits(left, f.i32(126)), 23)));
  auto isLeft = [&](uint32_t value) -> Value {
    return arith::CmpIOp::create(f.b, arith::CmpIPredicate::eq, left,
                                 f.i32(value));
  };
  Value factor = f.select(isLeft(0), f.f32(0x1.965feap-1), f.f32(1));
  factor = f.select(isLeft(2), f.f32(0x1.428a30p+0), factor);
  Value y = f.mul(f.polynomial(m, {0x1.1b0bbep-1, 0x1.2c9a18p-1, -0x1.4dc29ep-3,
                                   0x1.7a8c78p-6}),
                  factor);
  Value square = f.mul(y, y);
  Value excess = f.fma(square, y, f.negate(v));
  Value slope = f.fma(f.add(square, square), y, v);
  Value step = f.mul(excess, reciprocal(f, slope));
  y = f.fma(f.negate(y), step, y);
  y = f.mul(y, f.fromBits(f.shiftLeft(f.addBits(third, f.i32(127 - 42)), 23)));
  y = f.select(isSmall, f.mul(y, 0x1p-8), y);
  Value hasRoot =
      f.both(f.isLess(f.f32(0), magnitude), f.isLess(magnitude, kInfinity));
  return f.select(hasRoot, f.copySign(y, x), x);
}

void mlir::lowp::populatePowers(RewritePatternSet &patterns) {
  patterns.add(writeFunction<math::PowFOp, writePowF>, kAccurateBenefit);
  patterns.add(writeFunction<math::FPowIOp, writeFPowI>, kAccurateBenefit);
  patterns.add(writeFunction<math::CbrtOp, writeCbrt>, kAccurateBenefit);
}
