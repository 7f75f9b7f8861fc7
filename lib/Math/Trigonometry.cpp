//===- Trigonometry.cpp - sin, cos and tan for every f32 ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// |x| is n quarter turns and a rest r of at most half of one. Numbers below
// 2^20 get r by three parts of pi / 2: the first product is subtracted without
// an error. Larger ones are multiplied by as many bits of 1 / (2 pi) as they
// reach, in integers (Payne and Hanek). Upstream's expansion multiplies by pi /
// 2 in f32, which is wrong by 7e-3 at 2^17.
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// What is left of an angle, in f32, and its quarter turns, whose last two bits
/// count, in i32.
struct Reduced {
  Value rest, quarters;
};
} // namespace

static Reduced reduceSmall(FloatMath &f, Value magnitude) {
  // Adding 1.5 * 2^23 rounds to a whole number, which its last bits are.
  constexpr double kRound = 12582912;
  Value shifted = f.fma(magnitude, 0x1.45f306p-1, f.f32(kRound));
  Value whole = f.add(shifted, -kRound);
  Value rest = f.fma(whole, -0x1.921fb6p+0, magnitude);
  rest = f.fma(whole, 0x1.777a5cp-25, rest);
  rest = f.fma(whole, 0x1.ee59dap-50, rest);
  return {rest, f.bitsOf(shifted)};
}

/// 32 bits of 2 / pi, of the word at `first` + `index` on.
static Value selectWord(FloatMath &f, Value index, unsigned first) {
  // A word of zeros: numbers below 2^32 need bits above the first one.
  static constexpr uint32_t kTwoByPi[] = {0,          0xa2f9836e, 0x4e441529,
                                          0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                          0x3c439041};
  constexpr unsigned kMostIndex = 3;
  Value word = f.i32(kTwoByPi[first + kMostIndex]);
  for (unsigned other = kMostIndex; other-- > 0;) {
    Value isOther = arith::CmpIOp::create(f.b, arith::CmpIPredicate::eq, index,
                                          f.i32(other));
    word = f.select(isOther, f.i32(kTwoByPi[first + other]), word);
  }
  return word;
}

/// x / (2 pi) modulo 1, times 2^64, for finite x of 2^20 and more.
static Value multiplyByTurns(FloatMath &f, Value bits) {
  Type i64 = f.b.getI64Type();
  auto wide = [&](Value word) -> Value {
    return arith::ExtUIOp::create(f.b, i64, word);
  };
  // x = significand * 2^(exponent - 31). Bits of 2 / pi above the shift make
  // whole turns.
  Value exponent = f.shiftRight(bits, 23);
  Value shift = f.subBits(exponent, f.i32(127 + 1));
  Value index = f.shiftRight(shift, 5);
  Value within = wide(f.mask(shift, 31));
  Value significand = wide(f.shiftLeft(f.mask(bits, 0x7fffff), 8));
  significand = f.either(significand, f.integer(0x80000000, i64));
  auto take = [&](unsigned number) {
    Value pair = f.either(f.shiftLeft(wide(selectWord(f, index, number)), 32),
                          wide(selectWord(f, index, number + 1)));
    Value moved = arith::ShLIOp::create(f.b, pair, within);
    return f.shiftRight(moved, 32);
  };
  auto times = [&](Value word) -> Value {
    return arith::MulIOp::create(f.b, significand, word);
  };
  Value high = f.shiftLeft(times(take(0)), 32);
  Value low = f.shiftRight(times(take(2)), 32);
  return f.addBits(f.addBits(high, times(take(1))), low);
}

static Reduced reduceLarge(FloatMath &f, Value magnitude) {
  Type i64 = f.b.getI64Type();
  Value turns = multiplyByTurns(f, f.bitsOf(magnitude));
  Value quarters =
      f.shiftRight(f.addBits(turns, f.integer(int64_t(1) << 61, i64)), 62);
  Value rest = f.subBits(turns, f.shiftLeft(quarters, 62));
  Value number = arith::SIToFPOp::create(f.b, f.b.getF32Type(), rest);
  // 2^-62 pi / 2.
  return {f.mul(number, 0x1.921fb6p-62),
          arith::TruncIOp::create(f.b, f.b.getI32Type(), quarters)};
}

static Reduced reduce(FloatMath &f, Value magnitude) {
  constexpr double kLarge = 1 << 20;
  auto branch = [&](Reduced (*reduce)(FloatMath &, Value)) {
    return [reduce, magnitude](OpBuilder &builder, Location loc) {
      ImplicitLocOpBuilder inside(loc, builder);
      FloatMath arithmetic(inside);
      Reduced reduced = reduce(arithmetic, magnitude);
      scf::YieldOp::create(inside, ValueRange{reduced.rest, reduced.quarters});
    };
  };
  auto either = scf::IfOp::create(f.b, f.isLess(magnitude, kLarge),
                                  branch(reduceSmall), branch(reduceLarge));
  return {either.getResult(0), either.getResult(1)};
}

static Value writeSinOfRest(FloatMath &f, Value r) {
  Value square = f.mul(r, r);
  Value sum = f.polynomial(
      square, {-0x1.555556p-3, 0x1.111104p-7, -0x1.a00b94p-13, 0x1.6bf4f6p-19});
  return f.fma(f.mul(r, square), sum, r);
}

static Value writeCosOfRest(FloatMath &f, Value r) {
  Value square = f.mul(r, r);
  Value sum = f.polynomial(
      square, {-0.5, 0x1.555544p-5, -0x1.6c0834p-10, 0x1.98d988p-16});
  return f.fma(square, sum, f.f32(1));
}

/// Whether bit `bit` of `quarters` is set.
static Value hasBit(FloatMath &f, Value quarters, int64_t bit) {
  return f.isNegative(f.shiftLeft(quarters, 31 - bit));
}

/// `result`, or NaN where x is not one that has an angle.
static Value selectFinite(FloatMath &f, Value x, Value result) {
  return f.select(f.isLess(f.magnitude(x), kInfinity), result, f.sub(x, x));
}

/// The sine of |x| and `shift` quarter turns.
static Value writeSinOfMagnitude(FloatMath &f, Value x, unsigned shift) {
  Reduced reduced = reduce(f, f.magnitude(x));
  Value quarters = f.addBits(reduced.quarters, f.i32(shift));
  Value result =
      f.select(hasBit(f, quarters, 0), writeCosOfRest(f, reduced.rest),
               writeSinOfRest(f, reduced.rest));
  return f.select(hasBit(f, quarters, 1), f.negate(result), result);
}

static Value writeSin(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0);
  Value result = writeSinOfMagnitude(f, x, 0);
  result = f.select(f.isNegative(f.bitsOf(x)), f.negate(result), result);
  return selectFinite(f, x, result);
}

static Value writeCos(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0);
  return selectFinite(f, x, writeSinOfMagnitude(f, x, 1));
}

static Value writeTan(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0);
  Reduced reduced = reduce(f, f.magnitude(x));
  Value sin = writeSinOfRest(f, reduced.rest);
  Value cos = writeCosOfRest(f, reduced.rest);
  Value isTurned = hasBit(f, reduced.quarters, 0);
  Value result = f.div(f.select(isTurned, f.negate(cos), sin),
                       f.select(isTurned, sin, cos));
  result = f.select(f.isNegative(f.bitsOf(x)), f.negate(result), result);
  return selectFinite(f, x, result);
}

void mlir::lowp::populateTrigonometry(RewritePatternSet &patterns) {
  patterns.add(writeFunction<math::SinOp, writeSin>, kAccurateBenefit);
  patterns.add(writeFunction<math::CosOp, writeCos>, kAccurateBenefit);
  patterns.add(writeFunction<math::TanOp, writeTan>, kAccurateBenefit);
}
