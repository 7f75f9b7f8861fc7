//===- ConvertOps.cpp - Conversions between types -------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Formats.h"

#include <cmath>
#include <limits>

using namespace lowp::simulator;

namespace {

/// Between integers: the source's sign extends it.
template <typename To, typename From>
To resize(From value) {
  return To(value);
}

/// From integers and wider formats: to nearest.
template <typename To, typename From>
To round(From value) {
  if constexpr (std::is_same_v<To, BF16>)
    return BF16::from(static_cast<double>(value));
  else if constexpr (std::is_same_v<To, F16>)
    return F16::from(value);
  else if constexpr (std::is_floating_point_v<From>)
    return canonical(To(value));
  else
    return To(value);
}

/// From narrower formats: exact.
template <typename To, typename From>
To widen(From value) {
  return canonical(To(toFloat(value)));
}

/// A float rounded to an integral value by `rounding`.
template <typename T, T (*rounding)(T)>
T integral(T value) {
  return canonical(rounding(value));
}
template <typename T, float (*rounding)(float)>
T integralOf16(T value) {
  return T::from(rounding(value.toFloat()));
}

/// To an integer; what is out of range becomes the nearest that is in it.
template <typename To, typename From, From (*rounding)(From)>
To toInteger(From value) {
  if (value != value)
    return 0;
  From rounded = rounding(value);
  constexpr int kBits = 8 * sizeof(To) - std::is_signed_v<To>;
  From limit = std::ldexp(From(1), kBits);
  if (rounded >= limit)
    return std::numeric_limits<To>::max();
  if (rounded < From(std::numeric_limits<To>::min()))
    return std::numeric_limits<To>::min();
  return To(rounded);
}

template <typename To, typename From, float (*rounding)(float)>
To toInteger16(From value) {
  return toInteger<To, float, rounding>(value.toFloat());
}

/// Two floats; the first operand becomes the high part.
template <typename To>
Pair<To> pack(float high, float low) {
  return {To::from(low), To::from(high)};
}
template <typename To, typename From>
Pair<To> unpack(Pair<From> pair) {
  return {To::from(pair.low.toFloat()), To::from(pair.high.toFloat())};
}

template <typename From>
void addIntegers(OpcodeTable &table, const std::string &from) {
  const std::pair<const char *, LaneFunction> targets[] = {
      {"u8", map<resize<uint8_t, From>>},
      {"s8", map<resize<int8_t, From>>},
      {"u16", map<resize<uint16_t, From>>},
      {"s16", map<resize<int16_t, From>>},
      {"u32", map<resize<uint32_t, From>>},
      {"s32", map<resize<int32_t, From>>},
      {"u64", map<resize<uint64_t, From>>},
      {"s64", map<resize<int64_t, From>>}};
  for (auto [to, handler] : targets)
    table["cvt." + (to + ("." + from))] = handler;
  table["cvt.rn.f32." + from] = map<round<float, From>>;
  table["cvt.rn.f64." + from] = map<round<double, From>>;
  table["cvt.rn.bf16." + from] = map<round<BF16, From>>;
  table["cvt.rn.f16." + from] = map<round<F16, From>>;
}

template <typename T>
T toNearest(T value) {
  return std::nearbyint(value);
}
template <typename T>
T towardsZero(T value) {
  return std::trunc(value);
}
template <typename T>
T down(T value) {
  return std::floor(value);
}
template <typename T>
T up(T value) {
  return std::ceil(value);
}

template <typename T, T (*rounding)(T)>
void addRounding(OpcodeTable &table, const std::string &mode,
                 const std::string &type) {
  table["cvt." + mode + "." + type + "." + type] = map<integral<T, rounding>>;
  const std::pair<const char *, LaneFunction> targets[] = {
      {"u8", map<toInteger<uint8_t, T, rounding>>},
      {"s8", map<toInteger<int8_t, T, rounding>>},
      {"u16", map<toInteger<uint16_t, T, rounding>>},
      {"s16", map<toInteger<int16_t, T, rounding>>},
      {"u32", map<toInteger<uint32_t, T, rounding>>},
      {"s32", map<toInteger<int32_t, T, rounding>>},
      {"u64", map<toInteger<uint64_t, T, rounding>>},
      {"s64", map<toInteger<int64_t, T, rounding>>}};
  for (auto [to, handler] : targets)
    table["cvt." + mode + "." + to + "." + type] = handler;
}

/// Types of 16 bits, by way of float.
template <typename T, float (*rounding)(float)>
void addRounding16(OpcodeTable &table, const std::string &mode,
                   const std::string &type) {
  table["cvt." + mode + "." + type + "." + type] =
      map<integralOf16<T, rounding>>;
  table["cvt." + mode + ".s32." + type] =
      map<toInteger16<int32_t, T, rounding>>;
  table["cvt." + mode + ".u32." + type] =
      map<toInteger16<uint32_t, T, rounding>>;
  table["cvt." + mode + ".s64." + type] =
      map<toInteger16<int64_t, T, rounding>>;
}

template <typename T>
void addRoundings16(OpcodeTable &table, const std::string &type) {
  addRounding16<T, toNearest<float>>(table, "rni", type);
  addRounding16<T, towardsZero<float>>(table, "rzi", type);
  addRounding16<T, down<float>>(table, "rmi", type);
  addRounding16<T, up<float>>(table, "rpi", type);
}

template <typename T>
void addRoundings(OpcodeTable &table, const std::string &type) {
  addRounding<T, toNearest<T>>(table, "rni", type);
  addRounding<T, towardsZero<T>>(table, "rzi", type);
  addRounding<T, down<T>>(table, "rmi", type);
  addRounding<T, up<T>>(table, "rpi", type);
}

void addFloats(OpcodeTable &table) {
  table["cvt.f32.bf16"] = map<widen<float, BF16>>;
  table["cvt.f32.f16"] = map<widen<float, F16>>;
  table["cvt.f64.bf16"] = map<widen<double, BF16>>;
  table["cvt.f64.f16"] = map<widen<double, F16>>;
  table["cvt.f64.f32"] = map<widen<double, float>>;
  table["cvt.rn.f32.f64"] = map<round<float, double>>;
  table["cvt.rn.f16.f32"] = map<round<F16, float>>;
  table["cvt.rn.f16.f64"] = map<round<F16, double>>;
  table["cvt.rn.bf16.f64"] = map<round<BF16, double>>;
  table["cvt.rn.bf16.f32"] = map<round<BF16, float>>;
  table["cvt.rn.f16x2.f32"] = map<pack<F16>>;
  table["cvt.rn.bf16x2.f32"] = map<pack<BF16>>;
}

void addEightBits(OpcodeTable &table) {
  table["cvt.rn.satfinite.e4m3x2.f32"] = map<pack<E4M3>>;
  table["cvt.rn.satfinite.e5m2x2.f32"] = map<pack<E5M2>>;
  table["cvt.rn.satfinite.e4m3x2.f16x2"] = map<unpack<E4M3, F16>>;
  table["cvt.rn.satfinite.e5m2x2.f16x2"] = map<unpack<E5M2, F16>>;
  table["cvt.rn.f16x2.e4m3x2"] = map<unpack<F16, E4M3>>;
  table["cvt.rn.f16x2.e5m2x2"] = map<unpack<F16, E5M2>>;
}

} // namespace

void lowp::simulator::addConvertOpcodes(OpcodeTable &table) {
  addIntegers<uint8_t>(table, "u8");
  addIntegers<int8_t>(table, "s8");
  addIntegers<uint16_t>(table, "u16");
  addIntegers<int16_t>(table, "s16");
  addIntegers<uint32_t>(table, "u32");
  addIntegers<int32_t>(table, "s32");
  addIntegers<uint64_t>(table, "u64");
  addIntegers<int64_t>(table, "s64");
  addRoundings<float>(table, "f32");
  addRoundings<double>(table, "f64");
  addRoundings16<BF16>(table, "bf16");
  addRoundings16<F16>(table, "f16");
  addFloats(table);
  addEightBits(table);
}
