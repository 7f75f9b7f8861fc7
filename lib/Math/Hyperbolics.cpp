//===- Hyperbolics.cpp - Hyperbolic functions and their inverses ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"
#include "ChipCalls.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr double kLog2 = 0x1.62e430p-1;

/// exp(|x|) / 2, which is finite where sinh and cosh are, and exp(-|x|) / 2.
static std::pair<Value, Value> writeHalves(FloatMath &f, Value magnitude) {
  Value growing = writeExp(f, magnitude, /*shift=*/-1);
  return {growing, f.mul(reciprocal(f, growing), 0.25)};
}

static Value writeCosh(FloatMath &f, Operation *op) {
  auto [growing, falling] = writeHalves(f, f.magnitude(op->getOperand(0)));
  return f.add(growing, falling);
}

static Value writeSinh(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0), magnitude = f.magnitude(x);
  auto [growing, falling] = writeHalves(f, magnitude);
  // The difference of small ones would lose their digits.
  Value square = f.mul(magnitude, magnitude);
  Value sum = f.polynomial(
      square, {0x1.555556p-3, 0x1.111134p-7, 0x1.9ffe92p-13, 0x1.7a15b6p-19});
  Value ofSmall = f.fma(f.mul(magnitude, square), sum, magnitude);
  Value result =
      f.select(f.isLess(magnitude, 1), ofSmall, f.sub(growing, falling));
  return f.copySign(result, x);
}

/// log(1 + x), plus log(2) where `isLarge` says that x is half of what it
/// stands for.
static Value writeLog1p(FloatMath &f, Value x, Value isLarge) {
  Value log = math::Log1pOp::create(f.b, x);
  return f.add(log, f.select(isLarge, f.f32(kLog2), f.f32(0)));
}

/// log(|x| + sqrt(x^2 + 1)): log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))) keeps the
/// digits of small ones, and large ones are those of log(2 |x|).
static Value writeAsinh(FloatMath &f, Operation *op) {
  constexpr double kLarge = 0x1p24;
  Value x = op->getOperand(0), magnitude = f.magnitude(x);
  Value isLarge = f.isLess(f.f32(kLarge), magnitude);
  Value square = f.mul(magnitude, magnitude), one = f.f32(1);
  Value rest = f.div(square, f.add(one, f.root(f.add(square, one))));
  Value sum = f.select(isLarge, magnitude, f.add(magnitude, rest));
  return f.copySign(writeLog1p(f, sum, isLarge), x);
}

/// log1p(d + sqrt(d) sqrt(d + 2)) with d = x - 1, which is exact where it is
/// small. Roots of negative numbers are NaN.
static Value writeAcosh(FloatMath &f, Operation *op) {
  constexpr double kLarge = 0x1p24;
  Value difference = f.add(op->getOperand(0), -1);
  Value isLarge = f.isLess(f.f32(kLarge), difference);
  Value rest = f.mul(f.root(difference), f.root(f.add(difference, 2)));
  Value sum = f.select(isLarge, difference, f.add(difference, rest));
  return writeLog1p(f, sum, isLarge);
}

/// log1p(2 |x| / (1 - |x|)) / 2.
static Value writeAtanh(FloatMath &f, Operation *op) {
  Value x = op->getOperand(0), magnitude = f.magnitude(x);
  Value quotient =
      f.div(f.add(magnitude, magnitude), f.sub(f.f32(1), magnitude));
  Value log = math::Log1pOp::create(f.b, quotient);
  return f.copySign(f.mul(log, 0.5), x);
}

void mlir::lowp::populateHyperbolics(RewritePatternSet &patterns) {
  patterns.add(writeFunction<math::CoshOp, writeCosh>, kAccurateBenefit);
  patterns.add(writeFunction<math::SinhOp, writeSinh>, kAccurateBenefit);
  patterns.add(writeFunction<math::AsinhOp, writeAsinh>, kAccurateBenefit);
  patterns.add(writeFunction<math::AcoshOp, writeAcosh>, kAccurateBenefit);
  patterns.add(writeFunction<math::AtanhOp, writeAtanh>, kAccurateBenefit);
}
