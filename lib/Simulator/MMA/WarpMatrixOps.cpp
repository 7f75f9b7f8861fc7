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
#include "WarpMatrixForms.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

constexpr int kRows = 16, kColumns = 8, kMaxDepth = 64, kMaxScales = 4;

// What the binder leaves in `detail`: K, the scales of a row of A along it, the
// numbers of the types of A and B in a byte each, and how the rest is.
enum Detail { kDepth, kScales, kElements, kModes };
constexpr int kUE4M3 = 1 << 8, kSaturates = 1 << 9, kSumMask = 0xFF;

/// Reads elements of one type.
class Decoder {
public:
  Decoder(const Warp &warp, const MatrixElement &element, int depth)
      : element(element), container(element.containerAt(depth)),
        isLenient(warp.block->cluster->launch.isLenient), valueOf(element) {}

  int perRegister() const { return 32 / container.step; }

  /// Element `index` of a register.
  double operator()(uint32_t word, int index) const {
    uint32_t bits = word >> (container.step * index);
    bits &= (uint64_t(1) << container.step) - 1;
    if (bits & container.padding && !isLenient)
      fail(FaultKind::Program,
           "an element of %s in the byte 0x%02x, of which the bits 0x%02x must "
           "be zero",
           element.name, bits, container.padding);
    return valueOf((bits & ~container.padding) >> container.shift);
  }

private:
  const MatrixElement &element;
  Container container;
  bool isLenient;
  ElementValues valueOf;
};

/// A matrix of `Rows` rows or columns, each with its elements along K.
template <int Rows>
struct Matrix {
  double values[Rows][kMaxDepth];
};

/// Register i of lane 4 g + t holds elements of the row g, or g + 8 where
/// `Rows` is 16 and i is odd; along K those from t times the elements of a
/// register on, in the second half of the registers after all of the first.
template <int Rows>
void readMatrix(Warp &warp, const Operand &operand, const Decoder &decode,
                Matrix<Rows> &matrix) {
  int perRegister = decode.perRegister();
  constexpr int kGroups = Rows / 8;
  for (size_t i = 0; i < operand.parts.size(); ++i) {
    Lanes<uint32_t> words(warp, operand.parts[i]);
    for (int lane = 0; lane < kLanes; ++lane) {
      int row = lane / 4 + 8 * (i % kGroups);
      int first = (lane % 4 + 4 * (i / kGroups)) * perRegister;
      for (int j = 0; j < perRegister; ++j)
        matrix.values[row][first + j] = decode(words[lane], j);
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

/// Sum i of lane 4 g + t is in the row g + i / 2 * 8 and the column 2 t + i
/// % 2. Two sums of 16 bits lie in a register.
constexpr int kSums = 4;
std::pair<int, int> sumPlace(int index, int lane) {
  return {lane / 4 + index / 2 * 8, lane % 4 * 2 + index % 2};
}

double readSum(Warp &warp, const Operand &operand, SumType type, int index,
               int lane) {
  switch (type) {
  case SumType::F32:
    return valueOf<float>(warp, operand.parts[index], lane);
  case SumType::S32:
    return valueOf<int32_t>(warp, operand.parts[index], lane);
  case SumType::F16:
    auto words = valueOf<uint32_t>(warp, operand.parts[index / 2], lane);
    return F16{uint16_t(words >> (16 * (index % 2)))}.toFloat();
  }
  return 0;
}

void writeSum(Warp &warp, const Operand &operand, SumType type, bool saturates,
              int index, int lane, double sum) {
  if (type == SumType::F16) {
    Target<uint32_t> result(warp, operand.parts[index / 2]);
    int shift = 16 * (index % 2);
    uint32_t others = result[lane] & ~(0xFFFFu << shift);
    result.set(lane, others | uint32_t(F16::from(sum).bits) << shift);
    return;
  }
  Target<uint32_t> result(warp, operand.parts[index]);
  result.set(lane, type == SumType::S32
                       ? roundInteger(sum, saturates)
                       : bitCast<uint32_t>(canonical(float(sum))));
}

struct Product {
  Matrix<kRows> a;
  Matrix<kColumns> b;
  Scales<kRows> scaleA;
  Scales<kColumns> scaleB;
  double sums[kRows][kColumns];

  double element(int row, int column, int depth, int scales) const {
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
    return sum;
  }
};

template <typename Visit>
void forEachSum(Visit visit) {
  for (int i = 0; i < kSums; ++i)
    for (int lane = 0; lane < kLanes; ++lane) {
      auto [row, column] = sumPlace(i, lane);
      visit(i, lane, row, column);
    }
}

Step multiply(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "mma.sync needs all lanes of a warp");
  const auto &operands = instruction.operands;
  int depth = instruction.detail[kDepth];
  int scales = instruction.detail[kScales];
  int elements = instruction.detail[kElements];
  int modes = instruction.detail[kModes];
  static thread_local Product product;
  Decoder ofA(warp, kMatrixElements[elements & 0xFF], depth);
  Decoder ofB(warp, kMatrixElements[elements >> 8], depth);
  readMatrix(warp, operands[1], ofA, product.a);
  readMatrix(warp, operands[2], ofB, product.b);
  if (scales) {
    const NarrowFormat &format =
        *findNarrowFormat(modes & kUE4M3 ? "ue4m3" : "ue8m0");
    readScales(warp, operands[4], operands[5], format, scales, product.scaleA);
    readScales(warp, operands[6], operands[7], format, scales, product.scaleB);
  }
  auto type = SumType(modes & kSumMask);
  forEachSum([&](int i, int lane, int row, int column) {
    product.sums[row][column] = readSum(warp, operands[3], type, i, lane);
  });
  forEachSum([&](int i, int lane, int row, int column) {
    writeSum(warp, operands[0], type, modes & kSaturates, i, lane,
             product.element(row, column, depth, scales));
  });
  return Step::Next;
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

/// The word of scales, which may stand in braces of its own.
void takeScaleWord(Instruction &instruction, int operand) {
  Operand &word = instruction.operands.at(operand);
  if (word.kind == Operand::Vector && word.parts.size() == 1)
    word = Operand(word.parts[0]);
}

void expectSelector(const Instruction &instruction, int operand) {
  const Operand &selector = instruction.operands[operand];
  if (selector.kind != Operand::Vector || selector.parts.size() != 2)
    fail(FaultKind::Image, "expected {byte, thread} as operand %d",
         operand + 1);
}

} // namespace

Handler lowp::simulator::bindWarpMatrix(Instruction &instruction) {
  WarpMatrixForm form;
  if (!parseWarpMatrix(instruction, form))
    return nullptr;
  int step = kMatrixElements[form.a].containerAt(form.depth).step;
  int registers = form.depth * step / 64;
  int sums = form.sum == SumType::F16 ? kSums / 2 : kSums;
  expectRegisters(instruction, 0, sums);
  expectRegisters(instruction, 1, registers);
  expectRegisters(instruction, 2, registers / 2);
  expectRegisters(instruction, 3, sums);
  if (form.scales) {
    takeScaleWord(instruction, 4);
    takeScaleWord(instruction, 6);
    expectSelector(instruction, 5);
    expectSelector(instruction, 7);
  }
  int modes = int(form.sum) | (form.hasUE4M3 ? kUE4M3 : 0) |
              (form.saturates ? kSaturates : 0);
  instruction.detail = {form.depth, form.scales, form.a | form.b << 8, modes};
  instruction.needsWholeWarp = true;
  return multiply;
}
