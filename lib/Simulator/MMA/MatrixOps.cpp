//===- MatrixOps.cpp - wgmma ----------------------------------------------===//
//
// Each warp of the warpgroup computes its 16 rows when it issues a wgmma. The
// result is out of bounds, and so is what it read, until the warp has waited.
//
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

// What the binder leaves in `detail`.
enum Detail { kColumns, kDepth, kTypeA, kTypeB };
enum ElementType { kE4M3, kE5M2, kF16, kBF16, kTF32 };

constexpr int kRows = 16; // of a warp
constexpr int kMaxColumns = 256;
constexpr int kMaxDepth = 32;

int elementBytes(int type) {
  if (type == kTF32)
    return 4;
  return type == kE4M3 || type == kE5M2 ? 1 : 2;
}

/// Decodes the elements of 16 bytes.
void decodeChunk(int type, const uint8_t *bytes, float *values) {
  if (elementBytes(type) == 1) {
    const float *table = type == kE4M3 ? E4M3::values() : E5M2::values();
    for (int i = 0; i < 16; ++i)
      values[i] = table[bytes[i]];
    return;
  }
  if (type == kTF32) {
    for (int i = 0; i < 4; ++i) {
      TF32 element;
      std::memcpy(&element.bits, bytes + 4 * i, 4);
      values[i] = element.toFloat();
    }
    return;
  }
  for (int i = 0; i < 8; ++i) {
    uint16_t half;
    std::memcpy(&half, bytes + 2 * i, 2);
    values[i] = type == kF16 ? F16{half}.toFloat() : BF16{half}.toFloat();
  }
}

/// What a descriptor of wgmma says.
SharedMatrix readDescriptor(uint64_t bits) {
  static constexpr uint32_t kSwizzles[] = {0, 128, 64, 32};
  constexpr uint64_t kReserved = uint64_t(3) << 14 | uint64_t(3) << 30 |
                                 uint64_t(7) << 46 | uint64_t(0x1FFF) << 49;
  if (bits & kReserved)
    fail(FaultKind::Program, "unsupported bits in the descriptor 0x%llx",
         static_cast<unsigned long long>(bits));
  return SharedMatrix::ofDescriptor(bits, kSwizzles[bits >> 62]);
}

/// Reads operands and notes which granules they lie in.
class OperandReader {
public:
  OperandReader(Warp &warp, std::vector<uint32_t> &granules)
      : block(*warp.block),
        accessor(warp.accessor(kAllLanes, /*isAsync=*/true)),
        granules(granules) {}

  /// values[row * rowStep + k * depthStep] for `rows` from `firstRow` on.
  void read(uint64_t descriptor, bool isMNMajor, int type, int firstRow,
            int rows, int depth, float *values, int rowStep, int depthStep) {
    SharedMatrix matrix = readDescriptor(descriptor);
    int perChunk = kGranule / elementBytes(type);
    int outer = isMNMajor ? depth : rows;
    int chunks = (isMNMajor ? rows : depth) / perChunk;
    int step = isMNMajor ? rowStep : depthStep;
    for (int i = 0; i < outer; ++i)
      for (int chunk = 0; chunk < chunks; ++chunk) {
        uint32_t place = isMNMajor
                             ? matrix.alongRows(firstRow / perChunk + chunk, i)
                             : matrix.alongK(firstRow + i, chunk);
        const uint8_t *bytes =
            block.shared.readAsync(place, kGranule, "read by wgmma");
        if (block.cluster->launch.checksOrder)
          block.log.read(accessor, place, kGranule, "read by wgmma");
        granules.push_back(place / kGranule);
        float decoded[16];
        decodeChunk(type, bytes, decoded);
        float *first = values + i * (isMNMajor ? depthStep : rowStep) +
                       chunk * perChunk * step;
        for (int j = 0; j < perChunk; ++j)
          first[j * step] = decoded[j];
      }
  }

private:
  Block &block;
  Accessor accessor;
  std::vector<uint32_t> &granules;
};

using Vector = float __attribute__((vector_size(32)));

/// sums[16][256] += a[16][depth] * b[depth][256], one k after the other.
__attribute__((target_clones("avx2", "default"))) void
multiply(const float *a, const float *b, float *sums, int columns, int depth) {
  constexpr int kWidth = 8;
  for (int column = 0; column < columns; column += kWidth)
    for (int row = 0; row < kRows; row += 4) {
      Vector sum[4];
      for (int i = 0; i < 4; ++i)
        std::memcpy(&sum[i], &sums[(row + i) * kMaxColumns + column], 32);
      for (int k = 0; k < depth; ++k) {
        Vector right;
        std::memcpy(&right, &b[k * kMaxColumns + column], 32);
        for (int i = 0; i < 4; ++i)
          sum[i] += a[(row + i) * kMaxDepth + k] * right;
      }
      for (int i = 0; i < 4; ++i)
        std::memcpy(&sums[(row + i) * kMaxColumns + column], &sum[i], 32);
    }
}

/// Where register `index` of an accumulator has the value of a lane.
int accumulatorPlace(int index, int lane) {
  int row = index / 2 % 2 * 8 + lane / 4;
  int column = index / 4 * 8 + lane % 4 * 2 + index % 2;
  return row * kMaxColumns + column;
}

template <typename T>
T uniform(Warp &warp, const Operand &operand, const char *what) {
  Lanes<T> values(warp, operand);
  for (int lane = 1; lane < kLanes; ++lane)
    if (values[lane] != values[0])
      fail(FaultKind::Program, "%s differs between the lanes", what);
  return values[0];
}

/// All warps of a warpgroup must issue the same wgmmas.
void checkWarpgroup(Warp &warp, const std::array<uint64_t, 3> &call) {
  auto &calls = warp.block->matrixCalls[warp.index / 4];
  uint64_t number = warp.matrix.count++;
  if (calls.size() <= number)
    calls.push_back(call);
  else if (calls[number] != call)
    fail(FaultKind::Program,
         "another warp of the warpgroup issued this wgmma with other operands");
}

Step multiplyAccumulate(Warp &warp, const Instruction &instruction, LaneMask) {
  const auto &operands = instruction.operands;
  auto [columns, depth, typeA, typeB] = instruction.detail;
  const auto &registers = operands[0].parts;
  auto a = uniform<uint64_t>(warp, operands[1], "a descriptor");
  auto b = uniform<uint64_t>(warp, operands[2], "a descriptor");
  bool accumulates = uniform<bool>(warp, operands[3], "scale-d");
  checkWarpgroup(warp, {a, b, uint64_t(accumulates)});
  bool isTransposedA = operands.size() > 6 && operands[6].value;
  bool isTransposedB = operands.size() > 7 && operands[7].value;

  alignas(32) static thread_local float left[kRows * kMaxDepth];
  alignas(32) static thread_local float right[kMaxDepth * kMaxColumns];
  alignas(32) static thread_local float sums[kRows * kMaxColumns];
  MatrixState::Group &group = warp.matrix.open;
  group.line = instruction.line;
  size_t first = group.granules.size();
  OperandReader reader(warp, group.granules);
  reader.read(a, isTransposedA, typeA, warp.index % 4 * kRows, kRows, depth,
              left, kMaxDepth, 1);
  reader.read(b, isTransposedB, typeB, 0, columns, depth, right, 1,
              kMaxColumns);
  for (size_t i = first; i < group.granules.size(); ++i)
    warp.block->shared.lock(group.granules[i]);

  warp.matrix.accesses.noteProduct(registers, {columns, depth});
  for (size_t i = 0; i < registers.size(); ++i)
    for (int lane = 0; lane < kLanes; ++lane)
      sums[accumulatorPlace(i, lane)] =
          accumulates ? valueOf<float>(warp, registers[i], lane) : 0;
  multiply(left, right, sums, columns, depth);
  for (size_t i = 0; i < registers.size(); ++i) {
    Target<float> result(warp, registers[i]);
    for (int lane = 0; lane < kLanes; ++lane)
      result.set(lane, canonical(sums[accumulatorPlace(i, lane)]));
    group.slots.push_back(registers[i].slot);
    warp.matrix.inFlightCount += !warp.matrix.inFlight[registers[i].slot]++;
  }
  return Step::Next;
}

Step fence(Warp &warp, const Instruction &, LaneMask) {
  warp.matrix.accesses.fence();
  return Step::Next;
}

Step commit(Warp &warp, const Instruction &, LaneMask) {
  MatrixState &matrix = warp.matrix;
  matrix.committed.push_back(std::move(matrix.open));
  matrix.open = {};
  return Step::Next;
}

Step wait(Warp &warp, const Instruction &instruction, LaneMask) {
  MatrixState &matrix = warp.matrix;
  for (size_t allowed = immediateOf(instruction.operands[0]);
       matrix.committed.size() > allowed; matrix.committed.pop_front()) {
    const MatrixState::Group &group = matrix.committed.front();
    Accessor reader = warp.accessor(kAllLanes, /*isAsync=*/true);
    reader.line = group.line;
    for (uint32_t granule : group.granules) {
      warp.block->shared.unlock(granule);
      if (warp.block->cluster->launch.checksOrder)
        warp.block->log.noteRead(reader, granule * kGranule, kGranule);
    }
    for (int slot : group.slots)
      matrix.inFlightCount -= !--matrix.inFlight[slot];
  }
  return Step::Next;
}

bool parseType(const std::string &name, int &type) {
  for (auto [known, value] :
       {std::pair("e4m3", kE4M3), std::pair("e5m2", kE5M2),
        std::pair("f16", kF16), std::pair("bf16", kBF16),
        std::pair("tf32", kTF32)})
    if (name == known) {
      type = value;
      return true;
    }
  return false;
}

/// "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3".
Handler bindMultiply(Instruction &instruction) {
  const auto &modifiers = instruction.modifiers;
  auto &detail = instruction.detail;
  if (modifiers.size() != 7 || modifiers[4] != "f32" ||
      !parseType(modifiers[5], detail[kTypeA]) ||
      !parseType(modifiers[6], detail[kTypeB]))
    return nullptr;
  int rows = 0;
  if (sscanf(modifiers[3].c_str(), "m%dn%dk%d", &rows, &detail[kColumns],
             &detail[kDepth]) != 3)
    return nullptr;
  bool isShaped =
      rows == 64 && detail[kColumns] % 8 == 0 && detail[kColumns] > 0 &&
      detail[kColumns] <= kMaxColumns &&
      elementBytes(detail[kTypeA]) == elementBytes(detail[kTypeB]) &&
      detail[kDepth] * elementBytes(detail[kTypeA]) == 32;
  const OperandList &registers = instruction.operands[0].parts;
  bool areNarrow =
      std::all_of(registers.begin(), registers.end(), [](const Operand &part) {
        return part.kind == Operand::Register && !part.isWide;
      });
  // A from registers, and factors other than 1, are not supported.
  bool isSupported = instruction.operands[1].kind == Operand::Register &&
                     instruction.operands[4].value == 1 &&
                     instruction.operands[5].value == 1;
  return isShaped && isSupported && areNarrow &&
                 int(registers.size()) == detail[kColumns] / 2
             ? multiplyAccumulate
             : nullptr;
}

} // namespace

Handler lowp::simulator::bindMatrix(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("wgmma.", 0) != 0)
    return nullptr;
  instruction.needsWholeWarp = true;
  if (opcode == "wgmma.fence.sync.aligned")
    return fence;
  instruction.isWGMMA = true;
  if (opcode == "wgmma.commit_group.sync.aligned")
    return commit;
  if (opcode == "wgmma.wait_group.sync.aligned")
    return wait;
  return instruction.has("mma_async") ? bindMultiply(instruction) : nullptr;
}
