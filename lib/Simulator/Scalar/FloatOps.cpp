//===- FloatOps.cpp - Arithmetic of floating-point numbers ----------------===//
//
// What the device approximates is rounded to nearest here.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Formats.h"

#include <cmath>

using namespace lowp::simulator;

namespace {

/// How a type computes: in `Wide`, which is rounded once more. Both formats of
/// 16 bits have less than half the bits of float, so that the second rounding
/// of a sum or product does no harm.
template <typename T>
struct Number {
  using Wide = float;
  static float widen(T value) { return value.toFloat(); }
  static T narrow(float value) { return T::from(value); }
};
template <>
struct Number<float> {
  using Wide = float;
  static float widen(float value) { return value; }
  static float narrow(float value) { return canonical(value); }
};
template <>
struct Number<double> {
  using Wide = double;
  static double widen(double value) { return value; }
  static double narrow(double value) { return canonical(value); }
};

template <typename T>
T add(T a, T b) {
  return Number<T>::narrow(Number<T>::widen(a) + Number<T>::widen(b));
}
template <typename T>
T sub(T a, T b) {
  return Number<T>::narrow(Number<T>::widen(a) - Number<T>::widen(b));
}
template <typename T>
T mul(T a, T b) {
  return Number<T>::narrow(Number<T>::widen(a) * Number<T>::widen(b));
}
/// A sum of which rounding again, to few bits, makes the right result: where it
/// is inexact its last bit is 1.
double addToOdd(double a, double b) {
  double sum = a + b;
  double part = sum - a;
  double lost = (a - (sum - part)) + (b - part);
  if (!std::isfinite(sum) || lost == 0 || bitCast<uint64_t>(sum) & 1)
    return sum;
  return std::nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
}

template <typename T>
T fma(T a, T b, T c) {
  auto wide = [](T value) { return Number<T>::widen(value); };
  if constexpr (sizeof(T) == 2)
    // The product is exact.
    return T::from(addToOdd(double(wide(a)) * wide(b), wide(c)));
  else
    return Number<T>::narrow(std::fma(wide(a), wide(b), wide(c)));
}

/// -0 counts as less than +0. NaN only if both are, or with `keepsNaN` either.
template <typename T, bool isMax, bool keepsNaN>
T extremum(T first, T second) {
  auto a = Number<T>::widen(first);
  auto b = Number<T>::widen(second);
  if (a != a || b != b) {
    if (keepsNaN || (a != a && b != b))
      return Number<T>::narrow(NAN);
    return a != a ? second : first;
  }
  if (a == b)
    return std::signbit(a) == isMax ? second : first;
  return (a < b) == isMax ? second : first;
}

template <typename T>
T absolute(T value) {
  if constexpr (sizeof(T) == 2)
    return {uint16_t(value.bits & 0x7FFF)};
  else
    return std::fabs(value);
}
template <typename T>
T negate(T value) {
  if constexpr (sizeof(T) == 2)
    return {uint16_t(value.bits ^ 0x8000)};
  else
    return -value;
}

/// The second operand with the sign of the first.
template <typename T>
T copySign(T sign, T value) {
  return std::copysign(value, sign);
}

template <auto function, typename T>
Pair<T> both(Pair<T> a) {
  return {function(a.low), function(a.high)};
}
template <auto function, typename T>
Pair<T> both2(Pair<T> a, Pair<T> b) {
  return {function(a.low, b.low), function(a.high, b.high)};
}
template <auto function, typename T>
Pair<T> both3(Pair<T> a, Pair<T> b, Pair<T> c) {
  return {function(a.low, b.low, c.low), function(a.high, b.high, c.high)};
}

template <typename T>
T divide(T a, T b) {
  return canonical(a / b);
}
template <typename T>
T reciprocal(T a) {
  return canonical(1 / a);
}
template <typename T>
T squareRoot(T a) {
  return canonical(std::sqrt(a));
}

/// A function of double, rounded to float.
template <double (*function)(double), bool flush>
float approximate(float value) {
  auto flushed = [](float value) {
    return flush && std::fabs(value) < 0x1p-126f ? std::copysign(0.f, value)
                                                 : value;
  };
  return canonical(flushed(float(function(flushed(value)))));
}
double inverseRoot(double value) { return 1 / std::sqrt(value); }
double inverse(double value) { return 1 / value; }
template <bool flush>
void addApproximate(OpcodeTable &table, const std::string &suffix) {
  table["ex2.approx" + suffix] = map<approximate<std::exp2, flush>>;
  table["lg2.approx" + suffix] = map<approximate<std::log2, flush>>;
  table["rcp.approx" + suffix] = map<approximate<inverse, flush>>;
  table["sqrt.approx" + suffix] = map<approximate<std::sqrt, flush>>;
  table["rsqrt.approx" + suffix] = map<approximate<inverseRoot, flush>>;
  table["sin.approx" + suffix] = map<approximate<std::sin, flush>>;
  table["cos.approx" + suffix] = map<approximate<std::cos, flush>>;
  table["tanh.approx" + suffix] = map<approximate<std::tanh, flush>>;
}

template <typename T>
void addNumbers(OpcodeTable &table, const std::string &type) {
  for (const char *rounding : {".", ".rn."}) {
    table["add" + (rounding + type)] = map<add<T>>;
    table["sub" + (rounding + type)] = map<sub<T>>;
    table["mul" + (rounding + type)] = map<mul<T>>;
    table["fma" + (rounding + type)] = map<fma<T>>;
  }
  table["min." + type] = map<extremum<T, false, false>>;
  table["max." + type] = map<extremum<T, true, false>>;
  table["min.NaN." + type] = map<extremum<T, false, true>>;
  table["max.NaN." + type] = map<extremum<T, true, true>>;
  table["abs." + type] = map<absolute<T>>;
  table["neg." + type] = map<negate<T>>;
}

template <typename T>
void addPairs(OpcodeTable &table, const std::string &type) {
  for (const char *rounding : {".", ".rn."}) {
    table["add" + (rounding + type)] = map<both2<add<T>, T>>;
    table["sub" + (rounding + type)] = map<both2<sub<T>, T>>;
    table["mul" + (rounding + type)] = map<both2<mul<T>, T>>;
    table["fma" + (rounding + type)] = map<both3<fma<T>, T>>;
  }
  table["min." + type] = map<both2<extremum<T, false, false>, T>>;
  table["max." + type] = map<both2<extremum<T, true, false>, T>>;
  table["min.NaN." + type] = map<both2<extremum<T, false, true>, T>>;
  table["max.NaN." + type] = map<both2<extremum<T, true, true>, T>>;
  table["abs." + type] = map<both<absolute<T>, T>>;
  table["neg." + type] = map<both<negate<T>, T>>;
}

template <bool isMax, bool keepsNaN>
float extremumOfThree(float a, float b, float c) {
  return extremum<float, isMax, keepsNaN>(
      extremum<float, isMax, keepsNaN>(a, b), c);
}

/// Chips from sm_100 on take a third operand.
template <bool isMax, bool keepsNaN>
struct Extrema {
  using Two = Map<extremum<float, isMax, keepsNaN>>;
  using Three = Map<extremumOfThree<isMax, keepsNaN>>;

  static Step run(Warp &warp, const Instruction &instruction, LaneMask mask) {
    return instruction.operands.size() == 4
               ? Three::run(warp, instruction, mask)
               : Two::run(warp, instruction, mask);
  }
  static bool fits(const Instruction &instruction) {
    return Two::fits(instruction) || Three::fits(instruction);
  }
  static constexpr LaneFunction function = {&run, &fits};
};

void addExtrema(OpcodeTable &table) {
  table["min.f32"] = Extrema<false, false>::function;
  table["max.f32"] = Extrema<true, false>::function;
  table["min.NaN.f32"] = Extrema<false, true>::function;
  table["max.NaN.f32"] = Extrema<true, true>::function;
}

/// Two f32 in a register of 64 bits: chips from sm_100 on.
void addWidePairs(OpcodeTable &table) {
  table["add.rn.f32x2"] = map<both2<add<float>, float>>;
  table["sub.rn.f32x2"] = map<both2<sub<float>, float>>;
  table["mul.rn.f32x2"] = map<both2<mul<float>, float>>;
  table["fma.rn.f32x2"] = map<both3<fma<float>, float>>;
}

/// Operands of 16 bits beside f32, all but the last: chips from sm_100 on.
template <typename T>
float addMixed(T a, float b) {
  return add<float>(a.toFloat(), b);
}
template <typename T>
float subMixed(T a, float b) {
  return sub<float>(a.toFloat(), b);
}
template <typename T>
float fmaMixed(T a, T b, float c) {
  return fma<float>(a.toFloat(), b.toFloat(), c);
}
template <typename T>
void addMixedNumbers(OpcodeTable &table, const std::string &type) {
  for (const char *rounding : {".f32.", ".rn.f32."}) {
    table["add" + (rounding + type)] = map<addMixed<T>>;
    table["sub" + (rounding + type)] = map<subMixed<T>>;
    table["fma" + (rounding + type)] = map<fmaMixed<T>>;
  }
}

template <typename T>
void addExact(OpcodeTable &table, const std::string &type) {
  table["div.rn." + type] = map<divide<T>>;
  table["rcp.rn." + type] = map<reciprocal<T>>;
  table["sqrt.rn." + type] = map<squareRoot<T>>;
}

} // namespace

void lowp::simulator::addFloatOpcodes(OpcodeTable &table) {
  addNumbers<float>(table, "f32");
  addNumbers<double>(table, "f64");
  addExtrema(table);
  addWidePairs(table);
  addNumbers<BF16>(table, "bf16");
  addNumbers<F16>(table, "f16");
  addPairs<BF16>(table, "bf16x2");
  addPairs<F16>(table, "f16x2");
  addMixedNumbers<BF16>(table, "bf16");
  addMixedNumbers<F16>(table, "f16");
  addExact<float>(table, "f32");
  addExact<double>(table, "f64");
  addApproximate<false>(table, ".f32");
  addApproximate<true>(table, ".ftz.f32");
  table["copysign.f32"] = map<copySign<float>>;
  table["copysign.f64"] = map<copySign<double>>;
  table["div.full.f32"] = map<divide<float>>;
  table["div.approx.f32"] = map<divide<float>>;
}
