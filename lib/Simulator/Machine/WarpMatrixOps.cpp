//===- WarpMatrixOps.cpp - ldmatrix and mma.sync --------------------------===//
//
// A warp multiplies 16 rows by 8 columns. Registers hold four bytes each: of A
// rows lane / 4 and lane / 4 + 8 of the first 16 bytes of K, then of the last,
// of B column lane / 4 of either. Each sum is in f32, from the accumulator on,
// one element of K after the other; how a card rounds in between is not known.
//
//===----------------------------------------------------------------------===//

#include "Address.h"
#include "Fault.h"
#include "Formats.h"
#include "Opcodes.h"

#include <cmath>

using namespace lowp::simulator;

namespace {

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

constexpr int kMatrixRows = 8;
constexpr int kRowBytes = 16;

/// A row that nobody wrote, in a box of which nobody uses it, reads as NaN.
const uint8_t *readRow(Warp &warp, uint64_t address) {
  constexpr const char *kWhat = "ldmatrix";
  SharedPlace place = locate(warp, address, Space::Shared, kRowBytes, kWhat);
  if (warp.block->cluster->launch.checksOrder)
    place.block->log.read(warp.accessor(), place.offset, kRowBytes, kWhat);
  return place.block->shared.readAsync(place.offset, kRowBytes, kWhat);
}

/// Lane 8 i + r has the address of row r of matrix i. Lane 4 r + c gets word c
/// of row r, or transposed the elements of 16 bits 2 c and 2 c + 1 of column r.
Step loadMatrix(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "ldmatrix needs all lanes of a warp");
  const auto &matrices = instruction.operands[0].parts;
  bool isTransposed = instruction.has("trans");
  // A load may overwrite its own addresses.
  uint16_t elements[4][kMatrixRows][kMatrixRows];
  for (size_t i = 0; i < matrices.size(); ++i)
    for (int row = 0; row < kMatrixRows; ++row) {
      uint64_t address =
          addressOf(warp, instruction.operands[1], kMatrixRows * int(i) + row);
      std::memcpy(elements[i][row], readRow(warp, address), kRowBytes);
    }
  for (size_t i = 0; i < matrices.size(); ++i) {
    Target<uint32_t> words(warp, matrices[i]);
    for (int lane = 0; lane < kLanes; ++lane) {
      int row = lane / 4, column = lane % 4 * 2;
      uint16_t low =
          isTransposed ? elements[i][column][row] : elements[i][row][column];
      uint16_t high = isTransposed ? elements[i][column + 1][row]
                                   : elements[i][row][column + 1];
      words.set(lane, uint32_t(high) << 16 | low);
    }
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

// What the binder leaves in `detail`.
enum Detail { kTypeA, kTypeB, kScales, kScaleType };
enum ElementType { kE4M3, kE5M2, kE2M1, kF16, kBF16, kTF32 };
enum ScaleType { kUE8M0, kUE4M3 };

constexpr int kRows = 16, kColumns = 8, kBytesOfK = 32, kMaxDepth = 64;

int elementBits(int type) {
  static constexpr int kBits[] = {8, 8, 4, 16, 16, 32};
  return kBits[type];
}

float decodeE2M1(uint32_t bits) {
  static constexpr float kValues[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  float value = kValues[bits & 7];
  return bits & 8 ? -value : value;
}

float decode(int type, uint32_t bits) {
  switch (type) {
  case kE4M3:
    return E4M3{uint8_t(bits)}.toFloat();
  case kE5M2:
    return E5M2{uint8_t(bits)}.toFloat();
  case kE2M1:
    return decodeE2M1(bits);
  case kF16:
    return F16{uint16_t(bits)}.toFloat();
  case kBF16:
    return BF16{uint16_t(bits)}.toFloat();
  default:
    return TF32{bits}.toFloat();
  }
}

float decodeScale(int type, uint32_t bits) {
  if (type == kUE4M3)
    return E4M3{uint8_t(bits & 0x7F)}.toFloat();
  return bits == 0xFF ? bitCast<float>(kNaN32)
                      : std::ldexp(1.0f, int(bits) - 127);
}

/// A matrix of rows x K, and the scales of its rows.
struct Matrix {
  float elements[kRows][kMaxDepth];
  float scales[kRows][4];

  /// Reads registers of which number i holds word lane % 4 of 16 bytes: those
  /// of row rowOf(i) + lane / 4 and of half kOf(i) of K.
  template <typename RowOf, typename HalfOf>
  void read(Warp &warp, const OperandList &registers, int type, RowOf rowOf,
            HalfOf halfOf) {
    int bits = elementBits(type), perWord = 32 / bits;
    uint64_t mask = (uint64_t(1) << bits) - 1;
    for (size_t i = 0; i < registers.size(); ++i) {
      Lanes<uint32_t> words(warp, registers[i]);
      for (int lane = 0; lane < kLanes; ++lane) {
        int first = (int(halfOf(i)) * 4 + lane % 4) * perWord;
        for (int j = 0; j < perWord; ++j)
          elements[rowOf(i) + lane / 4][first + j] =
              decode(type, uint32_t(words[lane] >> (j * bits) & mask));
      }
    }
  }

  /// Scales of `rows` rows: lane 4 r + thread + i of a quad gives those of row
  /// r + 8 i.
  void readScales(Warp &warp, const Operand &data, const Operand &selector,
                  int rows, int count, int type) {
    if (selector.parts.size() != 2)
      fail(FaultKind::Image, "expected {byte-id, thread-id}");
    auto select = [&](int number, int most) {
      int64_t value = anyValueOf(warp, selector.parts[number], 0) & 0xFFFF;
      if (value > most)
        fail(FaultKind::Program,
             "expected a selector of scales up to %d, got "
             "%d",
             most, int(value));
      return int(value);
    };
    int byte = select(0, 4 - count), thread = select(1, rows > 8 ? 1 : 3);
    if (byte % count)
      fail(FaultKind::Program, "expected scales at a multiple of %d, got %d",
           count, byte);
    Lanes<uint32_t> words(warp, data);
    for (int row = 0; row < rows; ++row) {
      int inQuad = rows > 8 ? 2 * thread + row / 8 : thread;
      uint32_t word = words[row % 8 * 4 + inQuad];
      for (int i = 0; i < count; ++i)
        scales[row][i] = decodeScale(type, word >> (8 * (byte + i)) & 0xFF);
    }
  }
};

Step multiply(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "mma.sync needs all lanes of a warp");
  auto [typeA, typeB, scales, scaleType] = instruction.detail;
  const auto &operands = instruction.operands;
  static thread_local Matrix a, b;
  a.read(
      warp, operands[1].parts, typeA, [](size_t i) { return i % 2 * 8; },
      [](size_t i) { return i / 2; });
  b.read(
      warp, operands[2].parts, typeB, [](size_t) { return 0; },
      [](size_t i) { return i; });
  if (scales) {
    a.readScales(warp, operands[4], operands[5], kRows, scales, scaleType);
    b.readScales(warp, operands[6], operands[7], kColumns, scales, scaleType);
  }
  int depth = kBytesOfK * 8 / elementBits(typeA);
  int perScale = scales ? depth / scales : depth;
  float sums[4][kLanes];
  for (int i = 0; i < 4; ++i)
    for (int lane = 0; lane < kLanes; ++lane) {
      int row = i / 2 * 8 + lane / 4, column = lane % 4 * 2 + i % 2;
      float sum = valueOf<float>(warp, operands[3].parts[i], lane);
      for (int k = 0; k < depth; k += perScale) {
        float block = scales ? 0 : sum;
        for (int j = k; j < k + perScale; ++j)
          block += a.elements[row][j] * b.elements[column][j];
        if (scales)
          block = sum + float(double(block) * a.scales[row][k / perScale] *
                              b.scales[column][k / perScale]);
        sum = block;
      }
      sums[i][lane] = canonical(sum);
    }
  for (int i = 0; i < 4; ++i) {
    Target<float> result(warp, operands[0].parts[i]);
    for (int lane = 0; lane < kLanes; ++lane)
      result.set(lane, sums[i][lane]);
  }
  return Step::Next;
}

bool parseType(const std::string &name, int &type) {
  static const std::string kNames[] = {"e4m3", "e5m2", "e2m1",
                                       "f16",  "bf16", "tf32"};
  for (int i = 0; i < 6; ++i)
    if (name == kNames[i]) {
      type = i;
      return true;
    }
  return false;
}

/// The scales of a row that an instruction takes, by its kind; 0 for none, -1
/// for what is not supported.
int parseScales(Instruction &instruction) {
  if (!instruction.has("block_scale"))
    return instruction.has("sp") ? -1 : 0;
  int &type = instruction.detail[kScaleType];
  type = instruction.modifiers.back() == "ue4m3" ? kUE4M3 : kUE8M0;
  if (instruction.has("kind::mxf8f6f4"))
    return type == kUE8M0 ? 1 : -1;
  if (instruction.has("kind::mxf4"))
    return type == kUE8M0 ? 2 : -1;
  if (instruction.has("kind::mxf4nvf4"))
    return instruction.has("scale_vec::4X") ? 4 : 2;
  return -1;
}

/// "...row.col.f32.e4m3.e4m3.f32", with "kind::" and "block_scale" around it.
Handler bindMultiply(Instruction &instruction) {
  const auto &modifiers = instruction.modifiers;
  auto &detail = instruction.detail;
  size_t place = 0;
  while (place < modifiers.size() && modifiers[place] != "f32")
    ++place;
  if (place + 3 >= modifiers.size() || modifiers[place + 3] != "f32" ||
      !instruction.has("row") || !instruction.has("col") ||
      !parseType(modifiers[place + 1], detail[kTypeA]) ||
      !parseType(modifiers[place + 2], detail[kTypeB]))
    return nullptr;
  detail[kScales] = parseScales(instruction);
  int bits = elementBits(detail[kTypeA]);
  std::string shape = "m16n8k" + std::to_string(kBytesOfK * 8 / bits);
  bool isShaped = bits == elementBits(detail[kTypeB]) &&
                  instruction.has(shape.c_str()) &&
                  (bits != 4 || detail[kScales] > 1);
  const auto &operands = instruction.operands;
  bool hasOperands =
      operands.size() == (detail[kScales] > 0 ? 8u : 4u) &&
      operands[0].parts.size() == 4 && operands[1].parts.size() == 4 &&
      operands[2].parts.size() == 2 && operands[3].parts.size() == 4;
  return isShaped && hasOperands && detail[kScales] >= 0 ? multiply : nullptr;
}

} // namespace

Handler lowp::simulator::bindWarpMatrix(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("ldmatrix.sync.aligned.m8n8.", 0) == 0 &&
      instruction.has("b16")) {
    size_t count = instruction.operands[0].parts.size();
    instruction.needsWholeWarp = true;
    return count == 1 || count == 2 || count == 4 ? loadMatrix : nullptr;
  }
  if (opcode.rfind("mma.sync.aligned.", 0) != 0)
    return nullptr;
  instruction.needsWholeWarp = true;
  return bindMultiply(instruction);
}
