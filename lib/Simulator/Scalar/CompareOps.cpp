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

/// One of the two numbers in a word.
template <typename T>
T halfOf(uint32_t word, int half) {
  static_assert(sizeof(T) == 2);
  auto bits = uint16_t(word >> (16 * half));
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// Compares two numbers of 16 bits in a word with two others, each into a
/// predicate of its own: setp.lt.bf16x2 %p|%q, %a, %b.
template <typename T, bool (*compare)(T, T)>
struct ComparePairs {
  static bool fits(const Instruction &instruction) {
    const OperandList &operands = instruction.operands;
    return operands.size() == 3 && operands[0].kind == Operand::Vector &&
           operands[0].parts.size() == 2 && isTarget(operands[0].parts[0]) &&
           isTarget(operands[0].parts[1]) && isSource<uint32_t>(operands[1]) &&
           isSource<uint32_t>(operands[2]);
  }
  static Step run(Warp &warp, const Instruction &instruction, LaneMask mask) {
    const OperandList &operands = instruction.operands;
    Lanes<uint32_t> a(warp, operands[1]), b(warp, operands[2]);
    for (int half : {0, 1}) {
      const Operand &target = operands[0].parts[half];
      if (target.kind == Operand::Sink)
        continue;
      LaneMask holds = 0;
      forEachLane(mask, [&](int lane) {
        if (compare(halfOf<T>(a[lane], half), halfOf<T>(b[lane], half)))
          holds |= LaneMask(1) << lane;
      });
      LaneMask &predicate = predicateOf(warp, target);
      predicate = (predicate & ~mask) | holds;
    }
    return Step::Next;
  }

private:
  static bool isTarget(const Operand &operand) {
    return operand.kind == Operand::Predicate || operand.kind == Operand::Sink;
  }
};

/// Comparisons of numbers, one in a register.
struct Single {
  template <typename T, bool (*compare)(T, T)>
  static constexpr LaneFunction function = map<compare>;
};

/// Comparisons of two numbers in a word.
struct InPairs {
  template <typename T, bool (*compare)(T, T)>
  static constexpr LaneFunction function = {&ComparePairs<T, compare>::run,
                                            &ComparePairs<T, compare>::fits};
};

template <typename T, typename Form = Single>
void addComparisons(OpcodeTable &table, const std::string &type) {
  table["setp.eq." + type] = Form::template function<T, equal<T>>;
  table["setp.ne." + type] = Form::template function<T, notEqual<T>>;
  table["setp.lt." + type] = Form::template function<T, less<T>>;
  table["setp.le." + type] = Form::template function<T, lessEqual<T>>;
  table["setp.gt." + type] = Form::template function<T, greater<T>>;
  table["setp.ge." + type] = Form::template function<T, greaterEqual<T>>;
}

template <typename T, bool (*compare)(T, T), typename Form>
constexpr LaneFunction unordered =
    Form::template function<T, orUnordered<T, compare>>;

template <typename T, typename Form = Single>
void addFloatComparisons(OpcodeTable &table, const std::string &type) {
  addComparisons<T, Form>(table, type);
  table["setp.equ." + type] = unordered<T, equal<T>, Form>;
  table["setp.neu." + type] = unordered<T, notEqual<T>, Form>;
  table["setp.ltu." + type] = unordered<T, less<T>, Form>;
  table["setp.leu." + type] = unordered<T, lessEqual<T>, Form>;
  table["setp.gtu." + type] = unordered<T, greater<T>, Form>;
  table["setp.geu." + type] = unordered<T, greaterEqual<T>, Form>;
  table["setp.num." + type] = Form::template function<T, isOrdered<T>>;
  table["setp.nan." + type] = Form::template function<T, isUnordered<T>>;
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
  addFloatComparisons<BF16, InPairs>(table, "bf16x2");
  addFloatComparisons<F16, InPairs>(table, "f16x2");
  addFloatComparisons<float>(table, "f32");
  addFloatComparisons<double>(table, "f64");
  for (const char *type : {"b16", "u16", "s16"})
    table[std::string("selp.") + type] = map<select<uint16_t>>;
  for (const char *type : {"b32", "u32", "s32", "f32"})
    table[std::string("selp.") + type] = map<select<uint32_t>>;
  for (const char *type : {"b64", "u64", "s64", "f64"})
    table[std::string("selp.") + type] = map<select<uint64_t>>;
}
