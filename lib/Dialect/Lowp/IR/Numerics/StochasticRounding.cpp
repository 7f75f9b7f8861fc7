//===- StochasticRounding.cpp - Random bits and casts with them -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/StochasticRounding.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"
#include "lowp/Support/Philox.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

/// The low and the high half of a 64-bit product.
static std::pair<Value, Value> multiplyWide(LaneArithmetic &a, Value x,
                                            uint32_t y) {
  Type i64 = a.b.getI64Type(), i32 = a.b.getI32Type();
  Value product = a.multiply(a.extend(i64, x), a.wide(y));
  return {a.truncate(i32, product),
          a.truncate(i32, a.shiftRight(product, a.wide(32)))};
}

using Words = std::array<Value, 4>;

static Words buildRound(LaneArithmetic &a, const Words &counter, Value key0,
                        Value key1) {
  auto [low0, high0] = multiplyWide(a, counter[0], Philox::kMultiplier0);
  auto [low1, high1] = multiplyWide(a, counter[2], Philox::kMultiplier1);
  return {a.bitXor(a.bitXor(high1, counter[1]), key0), low1,
          a.bitXor(a.bitXor(high0, counter[3]), key1), low0};
}

static Words buildPhilox(LaneArithmetic &a, Words counter, Value seed) {
  Type i32 = a.b.getI32Type();
  Value key0 = a.truncate(i32, seed);
  Value key1 = a.truncate(i32, a.shiftRight(seed, a.wide(32)));
  for (unsigned round = 0; round < Philox::kRounds; ++round) {
    counter = buildRound(a, counter, key0, key1);
    key0 = a.add(key0, a.word(Philox::kWeyl0));
    key1 = a.add(key1, a.word(Philox::kWeyl1));
  }
  return counter;
}

Value mlir::lowp::buildRandomWord(OpBuilder &builder, Location loc, Value seed,
                                  Value row, Value column) {
  LaneArithmetic a(builder, loc, column.getType());
  Value zero = a.word(0);
  Value block = a.shiftRight(column, a.word(2));
  Words words = buildPhilox(a, {block, row, zero, zero}, seed);
  Value lane = a.bitAnd(column, a.word(3));
  Value result = words[0];
  for (uint32_t i : {1, 2, 3})
    result = a.select(a.compare(arith::CmpIPredicate::eq, lane, a.word(i)),
                      words[i], result);
  return result;
}

//===----------------------------------------------------------------------===//
// The cast
//===----------------------------------------------------------------------===//

namespace {
constexpr int kBias = 127;
constexpr uint32_t kHiddenBit = 1u << kMantissaBits;
constexpr uint32_t kInfinity = 0x7F800000;

/// Casts magnitudes, given as bits of f32.
class StochasticCast {
public:
  StochasticCast(LaneArithmetic &a, const FloatFormat &format)
      : a(a), format(format) {}

  Value buildCode(Value magnitude, Value random);

private:
  /// The exponent field of an f32 from which on the format is normal.
  uint32_t smallestNormalField() const {
    return static_cast<uint32_t>(format.minExponent() + kBias);
  }
  Value buildSteps(Value significand, Value field, Value random);

  LaneArithmetic &a;
  const FloatFormat &format;
};
} // namespace

/// How many times the spacing of the format fits into the value, the fraction
/// rounded up if the random bits are beyond what is missing to the next step.
Value StochasticCast::buildSteps(Value significand, Value field, Value random) {
  Type i64 = a.b.getI64Type();
  Value lacking = a.signedMaximum(
      a.subtract(a.word(smallestNormalField()), field), a.word(0));
  Value dropped = a.add(lacking, a.word(kMantissaBits - format.mantissaBits));
  Value shift = a.unsignedMinimum(a.extend(i64, dropped), a.wide(63));
  Value fixedPoint =
      a.shiftRight(a.shiftLeft(a.extend(i64, significand), a.wide(32)), shift);
  Value sum = a.add(fixedPoint, a.extend(i64, random));
  return a.truncate(a.b.getI32Type(), a.shiftRight(sum, a.wide(32)));
}

Value StochasticCast::buildCode(Value magnitude, Value random) {
  Value field = a.shiftRight(magnitude, a.word(kMantissaBits));
  Value isNormal = a.compare(arith::CmpIPredicate::ne, field, a.word(0));
  Value hidden = a.select(isNormal, a.word(kHiddenBit), a.word(0));
  Value mantissa = a.bitAnd(magnitude, a.word(kHiddenBit - 1));
  field = a.signedMaximum(field, a.word(1));
  Value steps = buildSteps(a.bitOr(mantissa, hidden), field, random);
  Value binade = a.signedMaximum(
      a.subtract(field, a.word(smallestNormalField())), a.word(0));
  Value code = a.add(steps, a.shiftLeft(binade, a.word(format.mantissaBits)));
  uint32_t largest = format.maxFiniteCode();
  uint32_t overflow = largest + (format.nonFinite == NonFinite::None ? 0 : 1);
  Value tooLarge = a.compare(arith::CmpIPredicate::ugt, code, a.word(largest));
  return a.select(tooLarge, a.word(overflow), code);
}

Value mlir::lowp::buildStochasticCast(OpBuilder &builder, Location loc,
                                      Value value, Value random,
                                      FloatType type) {
  LaneArithmetic a(builder, loc, value.getType());
  const FloatFormat &format = *getFloatFormat(type);
  Value bits = a.bits(value);
  Value magnitude = a.bitAnd(bits, a.word(0x7FFFFFFF));
  Value code = StochasticCast(a, format).buildCode(magnitude, random);
  Value sign =
      a.shiftLeft(a.shiftRight(bits, a.word(31)), a.word(format.width() - 1));
  code = a.bitOr(code, sign);
  bool hasNaN = format.nonFinite != NonFinite::None;
  Value nan = hasNaN ? a.bitOr(a.word(format.nanCode()), sign)
                     : a.word(format.maxFiniteCode());
  Value isNaN =
      a.compare(arith::CmpIPredicate::ugt, magnitude, a.word(kInfinity));
  code = a.select(isNaN, nan, code);
  Type codeType = builder.getIntegerType(format.width());
  return a.bitcast(type, a.truncate(codeType, code));
}
