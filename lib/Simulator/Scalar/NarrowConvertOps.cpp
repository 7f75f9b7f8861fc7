//===- NarrowConvertOps.cpp - cvt of formats of 4, 6 and 8 bits -----------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Formats.h"
#include "Simulator/Support/NarrowFormats.h"

using namespace lowp::simulator;

namespace {

enum Format { kE4M3, kE5M2, kE2M3, kE3M2, kE2M1 };
constexpr const char *kNames[] = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"};

template <Format format>
const NarrowFormat &formatOf() {
  static const NarrowFormat *found = findNarrowFormat(kNames[format]);
  return *found;
}

/// Two values lie in one byte where they have 4 bits, and in a byte each
/// otherwise.
constexpr int distanceOf(Format format) { return format == kE2M1 ? 4 : 8; }

/// The first operand becomes the high part.
template <Format format, typename Bits>
Bits pack(float high, float low) {
  const NarrowFormat &narrow = formatOf<format>();
  return Bits(narrow.encode(high) << distanceOf(format) | narrow.encode(low));
}

template <Format format, typename Bits, typename To>
Pair<To> unpack(Bits both) {
  const NarrowFormat &narrow = formatOf<format>();
  constexpr int kMask = (1 << distanceOf(format)) - 1;
  return {To::from(narrow.values[both & kMask]),
          To::from(narrow.values[both >> distanceOf(format)])};
}

/// The power of two below or above |value|; the largest one or NaN for what is
/// beyond it.
template <bool isUp, bool isFinite>
uint8_t toUE8M0(float value) {
  if (value != value)
    return 0xFF;
  uint32_t bits = bitCast<uint32_t>(value) & 0x7FFFFFFF;
  uint32_t exponent = bits >> 23, fraction = bits & 0x7FFFFF;
  // 2^-127 is half of the first normal number.
  bool isAbove = exponent ? fraction != 0 : fraction > 0x400000;
  if (isUp && isAbove && exponent < 0xFF)
    ++exponent;
  return isFinite && exponent == 0xFF ? 0xFE : exponent;
}

template <bool isUp, bool isFinite>
uint16_t packUE8M0(float high, float low) {
  return toUE8M0<isUp, isFinite>(high) << 8 | toUE8M0<isUp, isFinite>(low);
}
template <bool isUp, bool isFinite>
uint16_t repackUE8M0(BF16x2 pair) {
  return packUE8M0<isUp, isFinite>(pair.high.toFloat(), pair.low.toFloat());
}

/// Powers of two are exact in bf16.
BF16x2 unpackUE8M0(uint16_t both) {
  const NarrowFormat &scale = *findNarrowFormat("ue8m0");
  return {BF16::from(scale.values[both & 0xFF]),
          BF16::from(scale.values[both >> 8])};
}

template <bool isUp, bool isFinite>
void addToUE8M0(OpcodeTable &table, const std::string &mode) {
  table["cvt." + mode + ".ue8m0x2.f32"] = map<packUE8M0<isUp, isFinite>>;
  table["cvt." + mode + ".ue8m0x2.bf16x2"] = map<repackUE8M0<isUp, isFinite>>;
}

template <Format format, typename Bits>
void addPairs(OpcodeTable &table) {
  std::string name = std::string(kNames[format]) + "x2";
  table["cvt.rn.satfinite." + name + ".f32"] = map<pack<format, Bits>>;
  table["cvt.rn.f16x2." + name] = map<unpack<format, Bits, F16>>;
  table["cvt.rn.bf16x2." + name] = map<unpack<format, Bits, BF16>>;
}

} // namespace

void lowp::simulator::addNarrowConvertOpcodes(OpcodeTable &table) {
  addPairs<kE2M1, uint8_t>(table);
  addPairs<kE2M3, uint16_t>(table);
  addPairs<kE3M2, uint16_t>(table);
  // ConvertOps.cpp has those of 8 bits to and from other types.
  table["cvt.rn.bf16x2.e4m3x2"] = map<unpack<kE4M3, uint16_t, BF16>>;
  table["cvt.rn.bf16x2.e5m2x2"] = map<unpack<kE5M2, uint16_t, BF16>>;
  addToUE8M0<false, false>(table, "rz");
  addToUE8M0<false, true>(table, "rz.satfinite");
  addToUE8M0<true, false>(table, "rp");
  addToUE8M0<true, true>(table, "rp.satfinite");
  table["cvt.rn.bf16x2.ue8m0x2"] = map<unpackUE8M0>;
}
