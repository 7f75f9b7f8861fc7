//===- IntegerOps.cpp - Integers and bits ---------------------------------===//

#include "Simulator/Machine/Opcodes.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

template <typename T>
T add(T a, T b) {
  return std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b);
}
template <typename T>
T sub(T a, T b) {
  return std::make_unsigned_t<T>(a) - std::make_unsigned_t<T>(b);
}

/// Twice as wide.
template <typename T>
using Wide = std::conditional_t<
    sizeof(T) == 8,
    std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
    std::conditional_t<
        sizeof(T) == 4,
        std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
        std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>>;

template <typename T>
T mulLow(T a, T b) {
  return T(Wide<T>(a) * Wide<T>(b));
}
template <typename T>
T mulHigh(T a, T b) {
  return T(Wide<T>(a) * Wide<T>(b) >> (8 * sizeof(T)));
}
template <typename T>
Wide<T> mulWide(T a, T b) {
  return Wide<T>(a) * Wide<T>(b);
}
template <typename T>
T madLow(T a, T b, T c) {
  return add<T>(mulLow(a, b), c);
}
template <typename T>
T madHigh(T a, T b, T c) {
  return add<T>(mulHigh(a, b), c);
}
template <typename T>
Wide<T> madWide(T a, T b, Wide<T> c) {
  return add<Wide<T>>(mulWide(a, b), c);
}

/// Division by 0 has an unspecified result.
template <typename T>
T div(T a, T b) {
  if (b == 0)
    return T(-1);
  return std::is_signed_v<T> && b == T(-1) ? sub<T>(0, a) : a / b;
}
template <typename T>
T rem(T a, T b) {
  if (b == 0)
    return a;
  return std::is_signed_v<T> && b == T(-1) ? 0 : a % b;
}

template <typename T>
T min(T a, T b) {
  return std::min(a, b);
}
template <typename T>
T max(T a, T b) {
  return std::max(a, b);
}
template <typename T>
T absolute(T a) {
  return a < 0 ? sub<T>(0, a) : a;
}
template <typename T>
T negate(T a) {
  return sub<T>(0, a);
}

template <typename T>
T bitAnd(T a, T b) {
  return a & b;
}
template <typename T>
T bitOr(T a, T b) {
  return a | b;
}
template <typename T>
T bitXor(T a, T b) {
  return a ^ b;
}
template <typename T>
T bitNot(T a) {
  return ~a;
}
bool predicateAnd(bool a, bool b) { return a && b; }
bool predicateOr(bool a, bool b) { return a || b; }
bool predicateXor(bool a, bool b) { return a != b; }
bool predicateNot(bool a) { return !a; }

template <typename T>
T shiftLeft(T a, uint32_t amount) {
  return amount >= 8 * sizeof(T) ? 0 : T(a << amount);
}
template <typename T>
T shiftRight(T a, uint32_t amount) {
  uint32_t last = 8 * sizeof(T) - 1;
  if (amount > last)
    return std::is_signed_v<T> ? T(a >> last) : 0;
  return a >> amount;
}
uint32_t funnelLeft(uint32_t low, uint32_t high, uint32_t amount) {
  return (uint64_t(high) << 32 | low) << (amount & 31) >> 32;
}
uint32_t funnelRight(uint32_t low, uint32_t high, uint32_t amount) {
  return (uint64_t(high) << 32 | low) >> (amount & 31);
}

template <typename T>
T extractBits(T a, uint32_t position, uint32_t length) {
  using U = std::make_unsigned_t<T>;
  constexpr uint32_t kBits = 8 * sizeof(T);
  position &= 255;
  length &= 255;
  if (length == 0)
    return 0;
  uint32_t end = std::min(position + length, kBits);
  T sign = std::is_signed_v<T> ? T(a >> (end - 1) & 1) : 0;
  if (position >= kBits)
    return sub<T>(0, sign);
  U field = shiftRight(U(a), position);
  // What is beyond the last bit is the sign too.
  uint32_t known = end - position;
  if (known >= kBits)
    return field;
  U mask = (U(1) << known) - 1;
  return (field & mask) | (sign ? ~mask : 0);
}

uint32_t insertBits(uint32_t field, uint32_t into, uint32_t position,
                    uint32_t length) {
  uint64_t mask = (uint64_t(1) << std::min(length & 255, 32u)) - 1;
  mask = (position & 255) > 31 ? 0 : mask << (position & 255);
  uint64_t placed = uint64_t(field) << (position & 31);
  return (into & ~mask) | (placed & mask);
}
int32_t minPositive(int32_t a, int32_t b) {
  return std::max(0, std::min(a, b));
}
int32_t maxPositive(int32_t a, int32_t b) {
  return std::max(0, std::max(a, b));
}

uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t both = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    uint32_t select = selector >> (4 * i) & 15;
    uint32_t byte = both >> (8 * (select & 7)) & 255;
    if (select & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// What the modes of prmt make of the low two bits of a selector.
uint32_t forwardBytes(uint32_t i, uint32_t byte) { return i + byte; }
uint32_t backwardBytes(uint32_t i, uint32_t byte) { return (i - byte) & 7; }
uint32_t replicateByte(uint32_t i, uint32_t) { return i; }
uint32_t clampLeft(uint32_t i, uint32_t byte) { return std::max(i, byte); }
uint32_t clampRight(uint32_t i, uint32_t byte) { return std::min(i, byte); }
uint32_t replicateHalf(uint32_t i, uint32_t byte) {
  return 2 * (i & 1) + (byte & 1);
}

template <uint32_t (*place)(uint32_t, uint32_t)>
uint32_t permuteByMode(uint32_t a, uint32_t b, uint32_t selector) {
  uint32_t nibbles = 0;
  for (uint32_t byte = 0; byte < 4; ++byte)
    nibbles |= place(selector & 3, byte) << (4 * byte);
  return permuteBytes(a, b, nibbles);
}

uint32_t lookUp(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
  for (int i = 0; i < 8; ++i)
    if (table >> i & 1)
      result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

template <typename T>
uint32_t countBits(T a) {
  return __builtin_popcountll(a);
}
template <typename T>
uint32_t leadingZeros(T a) {
  return a ? __builtin_clzll(a) - (64 - 8 * sizeof(T)) : 8 * sizeof(T);
}
template <typename T>
T reverseBits(T a) {
  T result = 0;
  for (size_t i = 0; i < 8 * sizeof(T); ++i)
    result |= (a >> i & 1) << (8 * sizeof(T) - 1 - i);
  return result;
}

/// Both halves of a word by themselves.
template <typename T, T (*compute)(T, T)>
uint32_t inHalves(uint32_t a, uint32_t b) {
  auto half = [&](int place) {
    return uint32_t(uint16_t(compute(T(a >> place), T(b >> place)))) << place;
  };
  return half(0) | half(16);
}

template <typename T>
void addPairs(OpcodeTable &table, const std::string &type) {
  table["add." + type] = map<inHalves<T, add<T>>>;
  table["min." + type] = map<inHalves<T, min<T>>>;
  table["max." + type] = map<inHalves<T, max<T>>>;
}

template <typename T>
void addArithmetic(OpcodeTable &table, const std::string &type) {
  table["add." + type] = map<add<T>>;
  table["sub." + type] = map<sub<T>>;
  table["mul.lo." + type] = map<mulLow<T>>;
  table["mul.hi." + type] = map<mulHigh<T>>;
  table["mad.lo." + type] = map<madLow<T>>;
  table["mad.hi." + type] = map<madHigh<T>>;
  table["div." + type] = map<div<T>>;
  table["rem." + type] = map<rem<T>>;
  table["min." + type] = map<min<T>>;
  table["max." + type] = map<max<T>>;
  table["shr." + type] = map<shiftRight<T>>;
  if constexpr (std::is_signed_v<T>) {
    table["abs." + type] = map<absolute<T>>;
    table["neg." + type] = map<negate<T>>;
  }
  if constexpr (sizeof(T) < 8) {
    table["mul.wide." + type] = map<mulWide<T>>;
    table["mad.wide." + type] = map<madWide<T>>;
  }
  if constexpr (sizeof(T) > 2)
    table["bfe." + type] = map<extractBits<T>>;
}

template <typename T>
void addLogic(OpcodeTable &table, const std::string &type) {
  table["and." + type] = map<bitAnd<T>>;
  table["or." + type] = map<bitOr<T>>;
  table["xor." + type] = map<bitXor<T>>;
  table["not." + type] = map<bitNot<T>>;
  table["shl." + type] = map<shiftLeft<T>>;
  table["shr." + type] = map<shiftRight<T>>;
}

} // namespace

void lowp::simulator::addIntegerOpcodes(OpcodeTable &table) {
  addArithmetic<uint16_t>(table, "u16");
  addArithmetic<int16_t>(table, "s16");
  addArithmetic<uint32_t>(table, "u32");
  addArithmetic<int32_t>(table, "s32");
  addArithmetic<uint64_t>(table, "u64");
  addArithmetic<int64_t>(table, "s64");
  addPairs<uint16_t>(table, "u16x2");
  addPairs<int16_t>(table, "s16x2");
  addLogic<uint16_t>(table, "b16");
  addLogic<uint32_t>(table, "b32");
  addLogic<uint64_t>(table, "b64");
  table["and.pred"] = map<predicateAnd>;
  table["or.pred"] = map<predicateOr>;
  table["xor.pred"] = map<predicateXor>;
  table["not.pred"] = map<predicateNot>;
  table["shf.l.wrap.b32"] = map<funnelLeft>;
  table["shf.r.wrap.b32"] = map<funnelRight>;
  table["bfi.b32"] = map<insertBits>;
  table["min.relu.s32"] = map<minPositive>;
  table["max.relu.s32"] = map<maxPositive>;
  table["prmt.b32"] = map<permuteBytes>;
  table["prmt.b32.f4e"] = map<permuteByMode<forwardBytes>>;
  table["prmt.b32.b4e"] = map<permuteByMode<backwardBytes>>;
  table["prmt.b32.rc8"] = map<permuteByMode<replicateByte>>;
  table["prmt.b32.ecl"] = map<permuteByMode<clampLeft>>;
  table["prmt.b32.ecr"] = map<permuteByMode<clampRight>>;
  table["prmt.b32.rc16"] = map<permuteByMode<replicateHalf>>;
  table["lop3.b32"] = map<lookUp>;
  table["popc.b32"] = map<countBits<uint32_t>>;
  table["popc.b64"] = map<countBits<uint64_t>>;
  table["clz.b32"] = map<leadingZeros<uint32_t>>;
  table["clz.b64"] = map<leadingZeros<uint64_t>>;
  table["brev.b32"] = map<reverseBits<uint32_t>>;
  table["brev.b64"] = map<reverseBits<uint64_t>>;
}
