//===- WarpMatrixOps.cpp - mma.sync ---------------------------------------===//
//
// A warp multiplies 16 x K by K x 8. Lane 4 g + t has elements of the rows g
// and g + 8 of A and D and of the column g of B. Products are exact, and each
// element of D is rounded once.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"
#include "Simulator/Support/NarrowFormats.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

constexpr int kRows = 16, kColumns = 8, kMaxDepth = 64, kMaxScales = 4;

// What the binder leaves in `detail`: K, the scales of a row of A along it, and
// what follows packed in bytes.
enum Detail { kDepth, kScales, kTypes, kScaleType };

/// Types of elements in the order of `kTypes`.
constexpr const char *kTypeNames[] = {"f16",  "bf16", "e4m3", "e5m2",
                                      "e2m3", "e3m2", "e2m1"};
constexpr int kFirstNarrow = 2;

/// How elements lie in registers: their distance in bits, where they start in
/// it, and the bits that must be zero.
struct Container {
  int step, shift;
  uint32_t padding;
};

/// Where K is 32, elements have bytes: those of 4 bits lie in bits 2 to 5,
/// those of 6 bits in bits 0 to 5.
Container containerOf(int type, int depth) {
  if (type < kFirstNarrow)
    return {16, 0, 0};
  int bits = findNarrowFormat(kTypeNames[type])->bits;
  if (depth == 64)
    return {4, 0, 0};
  if (bits == 4)
    return {8, 2, 0xC3};
  return {8, 0, bits == 6 ? 0xC0u : 0};
}

double decode(int type, const Container &container, uint32_t bits) {
  if (bits & container.padding)
    fail(FaultKind::Program,
         "an element of %s in the byte 0x%02x, of which the bits 0x%02x must "
         "be zero",
         kTypeNames[type], bits, container.padding);
  bits >>= container.shift;
  if (type >= kFirstNarrow)
    return findNarrowFormat(kTypeNames[type])->values[bits];
  auto half = static_cast<uint16_t>(bits);
  return type == 0 ? F16{half}.toFloat() : BF16{half}.toFloat();
}

/// A matrix of `Rows` rows or columns, each with its elements along K.
template <int Rows>
struct Matrix {
  double values[Rows][kMaxDepth];
};

/// Register i of lane 4 g + t holds elements of the row g, or g + 8 where
/// `Rows` is 16 and i is odd; along K those from t times the elements of a
/// register on, in the second half of the registers behind all of the first.
template <int Rows>
void readMatrix(Warp &warp, const Operand &operand, int type, int depth,
                Matrix<Rows> &matrix) {
  Container container = containerOf(type, depth);
  int perRegister = 32 / container.step;
  constexpr int kGroups = Rows / 8;
  for (size_t i = 0; i < operand.parts.size(); ++i) {
    Lanes<uint32_t> words(warp, operand.parts[i]);
    for (int lane = 0; lane < kLanes; ++lane) {
      int row = lane / 4 + 8 * (i % kGroups);
      int first = (lane % 4 + 4 * (i / kGroups)) * perRegister;
      for (int j = 0; j < perRegister; ++j) {
        uint32_t bits = words[lane] >> (container.step * j);
        bits &= (uint64_t(1) << container.step) - 1;
        matrix.values[row][first + j] = decode(type, container, bits);
      }
    }
  }
}

/// The scales of each row along K.
template <int Rows>
struct Scales {
  float values[Rows][kMaxScales];
};

/// A number below `limit` that all lanes agree on.
uint32_t selectorOf(Warp &warp, const Operand &operand, uint32_t limit,
                    uint32_t step, const char *what) {
  Lanes<uint32_t> values(warp, operand);
  uint32_t value = values[0] & 0xFFFF;
  for (int lane = 1; lane < kLanes; ++lane)
    if ((values[lane] & 0xFFFF) != value)
      fail(FaultKind::Program, "the %s of scales differs between the lanes",
           what);
  if (value >= limit || value % step)
    fail(FaultKind::Program,
         "expected the %s of scales to be a multiple of %u below %u, got %u",
         what, step, limit, value);
  return value;
}

/// The word of lane 4 g + thread + i holds those of row g + 8 i, from the byte
/// that the selector names on. A has two threads in a group of four lanes, B
/// four.
template <int Rows>
void readScales(Warp &warp, const Operand &words, const Operand &selector,
                const NarrowFormat &format, int count, Scales<Rows> &scales) {
  constexpr int kGroups = Rows / 8;
  uint32_t byte = selectorOf(warp, selector.parts[0], 4, count, "byte");
  uint32_t thread =
      selectorOf(warp, selector.parts[1], 4 / kGroups, 1, "thread") * kGroups;
  Lanes<uint32_t> lanes(warp, words);
  for (int row = 0; row < Rows; ++row) {
    uint32_t word = lanes[row % 8 * 4 + thread + row / 8];
    for (int i = 0; i < count; ++i)
      scales.values[row][i] = format.values[word >> (8 * (byte + i)) & 0xFF];
  }
}

/// Register i of lane 4 g + t holds the row g + i / 2 * 8 and the column
/// 2 t + i % 2 of the sums.
std::pair<int, int> sumPlace(int index, int lane) {
  return {lane / 4 + index / 2 * 8, lane % 4 * 2 + index % 2};
}

struct Product {
  Matrix<kRows> a;
  Matrix<kColumns> b;
  Scales<kRows> scaleA;
  Scales<kColumns> scaleB;
  float sums[kRows][kColumns];

  float element(int row, int column, int depth, int scales) const {
    double sum = sums[row][column];
    int block = depth / std::max(scales, 1);
    for (int first = 0; first < depth; first += block) {
      double part = 0;
      for (int k = first; k < first + block; ++k)
        part += a.values[row][k] * b.values[column][k];
      int i = first / block;
      if (scales)
        part *= double(scaleA.values[row][i]) * scaleB.values[column][i];
      sum += part;
    }
    return canonical(float(sum));
  }
};

Step multiply(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "mma.sync needs all lanes of a warp");
  const auto &operands = instruction.operands;
  auto [depth, scales, types, scaleType] = instruction.detail;
  static thread_local Product product;
  readMatrix(warp, operands[1], types & 0xFF, depth, product.a);
  readMatrix(warp, operands[2], types >> 8, depth, product.b);
  if (scales) {
    const NarrowFormat &format =
        *findNarrowFormat(scaleType ? "ue4m3" : "ue8m0");
    readScales(warp, operands[4], operands[5], format, scales, product.scaleA);
    readScales(warp, operands[6], operands[7], format, scales, product.scaleB);
  }
  for (int i = 0; i < 4; ++i)
    for (int lane = 0; lane < kLanes; ++lane) {
      auto [row, column] = sumPlace(i, lane);
      product.sums[row][column] =
          valueOf<float>(warp, operands[3].parts[i], lane);
    }
  for (int i = 0; i < 4; ++i) {
    Target<float> result(warp, operands[0].parts[i]);
    for (int lane = 0; lane < kLanes; ++lane) {
      auto [row, column] = sumPlace(i, lane);
      result.set(lane, product.element(row, column, depth, scales));
    }
  }
  return Step::Next;
}

int findType(const std::string &name) {
  for (size_t i = 0; i < std::size(kTypeNames); ++i)
    if (name == kTypeNames[i])
      return i;
  return -1;
}

/// What an opcode says of scales. `scales` is 0 without any.
struct Kind {
  int depth, scales;
  bool isNarrow; // 4 bits an element, two in a byte
  bool takesUE4M3;
};

/// False for kinds that there are not.
bool parseKind(const Instruction &instruction, Kind &kind) {
  int vectors = instruction.has("scale_vec::1X")   ? 1
                : instruction.has("scale_vec::2X") ? 2
                : instruction.has("scale_vec::4X") ? 4
                                                   : 0;
  bool isNamed = instruction.opcode.find(".kind::") != std::string::npos;
  if (!instruction.has("block_scale"))
    return vectors == 0 && (!isNamed || instruction.has("kind::f8f6f4")) &&
           (kind = {32, 0, false, false}, true);
  if (instruction.has("kind::mxf8f6f4"))
    return vectors <= 1 && (kind = {32, 1, false, false}, true);
  if (instruction.has("kind::mxf4"))
    return (vectors == 0 || vectors == 2) &&
           (kind = {64, 2, true, false}, true);
  if (instruction.has("kind::mxf4nvf4"))
    return (vectors == 2 || vectors == 4) &&
           (kind = {64, vectors, true, vectors == 4}, true);
  return false;
}

void expectRegisters(const Instruction &instruction, int operand,
                     size_t count) {
  const Operand &registers = instruction.operands[operand];
  if (registers.kind != Operand::Vector || registers.parts.size() != count)
    fail(FaultKind::Image, "expected %zu registers as operand %d", count,
         operand + 1);
  for (const Operand &part : registers.parts)
    if (part.isWide || (part.kind != Operand::Register &&
                        (operand == 0 || part.kind != Operand::Constant)))
      fail(FaultKind::Image, "expected registers of 32 bits as operand %d",
           operand + 1);
}

void expectSelector(const Instruction &instruction, int operand) {
  const Operand &selector = instruction.operands[operand];
  if (selector.kind != Operand::Vector || selector.parts.size() != 2)
    fail(FaultKind::Image, "expected {byte, thread} as operand %d",
         operand + 1);
}

/// Without a kind, elements have 16 bits or are e4m3 and e5m2.
bool takesTypes(const Instruction &instruction, const Kind &kind, int a,
                int b) {
  if (a < 0 || b < 0)
    return false;
  if (kind.isNarrow)
    return a == findType("e2m1") && b == a;
  bool isNamed = instruction.has("kind::f8f6f4") || kind.scales;
  if (a < kFirstNarrow || b < kFirstNarrow)
    return !isNamed && a == b;
  constexpr int kLastEightBits = 3;
  return isNamed || (a <= kLastEightBits && b <= kLastEightBits);
}

} // namespace

/// "mma.sync.aligned.m16n8k32.row.col[.kind::...].f32.e4m3.e4m3.f32[.ue8m0]".
Handler lowp::simulator::bindWarpMatrix(Instruction &instruction) {
  if (instruction.opcode.rfind("mma.sync.aligned.m16n8k", 0) != 0)
    return nullptr;
  const auto &modifiers = instruction.modifiers;
  Kind kind;
  if (!parseKind(instruction, kind) || !instruction.has("row") ||
      !instruction.has("col"))
    return nullptr;
  size_t last = modifiers.size() - (kind.scales ? 2 : 1);
  if (last < 8 || modifiers[last] != "f32" || modifiers[last - 3] != "f32")
    return nullptr;
  int a = findType(modifiers[last - 2]), b = findType(modifiers[last - 1]);
  if (!takesTypes(instruction, kind, a, b))
    return nullptr;
  if (a < kFirstNarrow)
    kind.depth = instruction.has("m16n8k8") ? 8 : 16;
  if (modifiers[2] != "m16n8k" + std::to_string(kind.depth))
    return nullptr;
  bool isUE4M3 = kind.scales && modifiers.back() == "ue4m3";
  if (kind.scales && !(isUE4M3 && kind.takesUE4M3) &&
      modifiers.back() != "ue8m0")
    return nullptr;
  expectRegisters(instruction, 0, 4);
  int registers = kind.depth == 8 ? 2 : 4;
  expectRegisters(instruction, 1, registers);
  expectRegisters(instruction, 2, registers / 2);
  expectRegisters(instruction, 3, 4);
  if (kind.scales) {
    expectSelector(instruction, 5);
    expectSelector(instruction, 7);
  }
  instruction.detail = {kind.depth, kind.scales, a | b << 8, isUE4M3};
  instruction.needsWholeWarp = true;
  return multiply;
}
