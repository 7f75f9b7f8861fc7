//===- CompareOps.cpp - Comparison and selection --------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Formats.h"

using namespace lowp::simulator;

namespace {

template <typename T>
auto widen(T value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value;
  else
    return value.toFloat();
}

template <typename T>
bool isUnordered(T a, T b) {
  return widen(a) != widen(a) || widen(b) != widen(b);
}
template <typename T>
bool equal(T a, T b) {
  return widen(a) == widen(b);
}
template <typename T>
bool notEqual(T a, T b) {
  return !isUnordered(a, b) && widen(a) != widen(b);
}
template <typename T>
bool less(T a, T b) {
  return widen(a) < widen(b);
}
template <typename T>
bool lessEqual(T a, T b) {
  return widen(a) <= widen(b);
}
template <typename T>
bool greater(T a, T b) {
  return widen(a) > widen(b);
}
template <typename T>
bool greaterEqual(T a, T b) {
  return widen(a) >= widen(b);
}

/// Holds too if an operand is NaN.
template <typename T, bool (*compare)(T, T)>
bool orUnordered(T a, T b) {
  return isUnordered(a, b) || compare(a, b);
}
template <typename T>
bool isOrdered(T a, T b) {
  return !isUnordered(a, b);
}

template <typename T>
T select(T a, T b, bool first) {
  return first ? a : b;
}

template <typename T>
void addComparisons(OpcodeTable &table, const std::string &type) {
  table["setp.eq." + type] = map<equal<T>>;
  table["setp.ne." + type] = map<notEqual<T>>;
  table["setp.lt." + type] = map<less<T>>;
  table["setp.le." + type] = map<lessEqual<T>>;
  table["setp.gt." + type] = map<greater<T>>;
  table["setp.ge." + type] = map<greaterEqual<T>>;
}

template <typename T>
void addFloatComparisons(OpcodeTable &table, const std::string &type) {
  addComparisons<T>(table, type);
  table["setp.equ." + type] = map<orUnordered<T, equal<T>>>;
  table["setp.neu." + type] = map<orUnordered<T, notEqual<T>>>;
  table["setp.ltu." + type] = map<orUnordered<T, less<T>>>;
  table["setp.leu." + type] = map<orUnordered<T, lessEqual<T>>>;
  table["setp.gtu." + type] = map<orUnordered<T, greater<T>>>;
  table["setp.geu." + type] = map<orUnordered<T, greaterEqual<T>>>;
  table["setp.num." + type] = map<isOrdered<T>>;
  table["setp.nan." + type] = map<isUnordered<T>>;
}

} // namespace

void lowp::simulator::addCompareOpcodes(OpcodeTable &table) {
  addComparisons<uint16_t>(table, "u16");
  addComparisons<uint16_t>(table, "b16");
  addComparisons<int16_t>(table, "s16");
  addComparisons<uint32_t>(table, "u32");
  addComparisons<uint32_t>(table, "b32");
  addComparisons<int32_t>(table, "s32");
  addComparisons<uint64_t>(table, "u64");
  addComparisons<uint64_t>(table, "b64");
  addComparisons<int64_t>(table, "s64");
  addFloatComparisons<BF16>(table, "bf16");
  addFloatComparisons<F16>(table, "f16");
  addFloatComparisons<float>(table, "f32");
  addFloatComparisons<double>(table, "f64");
  for (const char *type : {"b16", "u16", "s16"})
    table[std::string("selp.") + type] = map<select<uint16_t>>;
  for (const char *type : {"b32", "u32", "s32", "f32"})
    table[std::string("selp.") + type] = map<select<uint32_t>>;
  for (const char *type : {"b64", "u64", "s64", "f64"})
    table[std::string("selp.") + type] = map<select<uint64_t>>;
}
