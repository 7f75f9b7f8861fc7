//===- MemoryOps.cpp - Loads and stores -----------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

// What the binder leaves in `detail`.
enum Detail { kBytes, kCount, kSpace, kIsSigned };

const Operand &part(const Operand &operand, int index) {
  return operand.kind == Operand::Vector ? operand.parts[index] : operand;
}

template <typename T>
uint64_t loadAs(const uint8_t *memory) {
  T value;
  std::memcpy(&value, memory, sizeof(T));
  return uint64_t(value); // Extends the sign.
}

/// `bytes` of memory as a number.
uint64_t loadNumber(const uint8_t *memory, int bytes, bool isSigned) {
  switch (bytes) {
  case 1:
    return isSigned ? loadAs<int8_t>(memory) : loadAs<uint8_t>(memory);
  case 2:
    return isSigned ? loadAs<int16_t>(memory) : loadAs<uint16_t>(memory);
  case 4:
    return isSigned ? loadAs<int32_t>(memory) : loadAs<uint32_t>(memory);
  default:
    return loadAs<uint64_t>(memory);
  }
}

/// Sets registers, one after another, to what each lane has at its address.
void setAll(Warp &warp, const Instruction &instruction, LaneMask mask,
            const uint8_t *const (&memory)[kLanes]) {
  int bytes = instruction.detail[kBytes];
  bool isSigned = instruction.detail[kIsSigned];
  for (int i = 0; i < instruction.detail[kCount]; ++i) {
    const Operand &operand = part(instruction.operands[0], i);
    if (operand.kind == Operand::Sink)
      continue;
    auto setLanes = [&](auto target) {
      forEachLane(mask, [&](int lane) {
        target.set(lane, loadNumber(memory[lane] + i * bytes, bytes, isSigned));
      });
    };
    if (operand.isWide)
      setLanes(Target<uint64_t>(warp, operand));
    else
      setLanes(Target<uint32_t>(warp, operand));
  }
}

Step loadParameter(Warp &warp, const Instruction &instruction, LaneMask mask) {
  const auto &parameters = warp.block->cluster->launch.parameters;
  const Operand &address = instruction.operands[1];
  uint32_t bytes = instruction.detail[kBytes] * instruction.detail[kCount];
  if (!address.isParameter ||
      uint64_t(address.value) + bytes > parameters.size())
    fail(FaultKind::Address, "ld.param outside of the kernel's parameters");
  const uint8_t *memory[kLanes];
  std::fill_n(memory, kLanes, &parameters[address.value]);
  setAll(warp, instruction, mask, memory);
  return Step::Next;
}

Step load(Warp &warp, const Instruction &instruction, LaneMask mask) {
  uint32_t bytes = instruction.detail[kBytes] * instruction.detail[kCount];
  auto space = Space(instruction.detail[kSpace]);
  if (space == Space::Shared || space == Space::SharedCluster)
    warp.noteAccess(mask, /*isWrite=*/false);
  // A load may overwrite its own address.
  const uint8_t *memory[kLanes];
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[1], lane);
    memory[lane] = readMemory(warp, 1u << lane, address, space, bytes, "load");
  });
  setAll(warp, instruction, mask, memory);
  return Step::Next;
}

Step store(Warp &warp, const Instruction &instruction, LaneMask mask) {
  int bytes = instruction.detail[kBytes];
  int count = instruction.detail[kCount];
  auto space = Space(instruction.detail[kSpace]);
  if (space != Space::Global && space != Space::Local)
    warp.noteAccess(mask, /*isWrite=*/true);
  uint8_t *memory[kLanes];
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[0], lane);
    memory[lane] =
        writeMemory(warp, 1u << lane, address, space, bytes * count, "store");
  });
  for (int i = 0; i < count; ++i) {
    const Operand &operand = part(instruction.operands[1], i);
    forEachLane(mask, [&](int lane) {
      uint64_t value = anyValueOf(warp, operand, lane);
      std::memcpy(memory[lane] + i * bytes, &value, bytes);
    });
  }
  return Step::Next;
}

/// Word `column` of a row: lane 4 r + c holds word c of row r, or the elements
/// of 16 bits of column r and the rows 2 c and 2 c + 1.
uint32_t wordOf(const Lanes<uint32_t> &words, bool isTransposed, int row,
                int column) {
  if (!isTransposed)
    return words[4 * row + column];
  auto half = [&](int element) {
    return words[4 * element + row / 2] >> (16 * (row % 2)) & 0xFFFF;
  };
  return half(2 * column) | half(2 * column + 1) << 16;
}

/// Eight rows of 16 bytes per matrix; lane 8 i + r has the address of row r of
/// matrix i.
Step storeMatrix(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "stmatrix needs all lanes of a warp");
  warp.noteAccess(kAllLanes, /*isWrite=*/true);
  const auto &matrices = instruction.operands[1].parts;
  constexpr size_t kMost = kLanes / 8;
  if (matrices.empty() || matrices.size() > kMost)
    fail(FaultKind::Program, "expected 1, 2 or 4 matrices, got %zu",
         matrices.size());
  for (size_t i = 0; i < matrices.size(); ++i)
    for (int row = 0; row < 8; ++row) {
      uint64_t address = addressOf(warp, instruction.operands[0], 8 * i + row);
      uint8_t *memory =
          writeMemory(warp, kAllLanes, address, Space::Shared, 16, "stmatrix");
      Lanes<uint32_t> words(warp, matrices[i]);
      for (int column = 0; column < 4; ++column) {
        uint32_t word = wordOf(words, instruction.has("trans"), row, column);
        std::memcpy(memory + 4 * column, &word, 4);
      }
    }
  return Step::Next;
}

/// Sets `detail`; false for types that are not supported.
bool parseAccess(Instruction &instruction) {
  const std::string &type = instruction.modifiers.back();
  static const std::string kTypes[] = {"b8",  "u8",  "s8",  "b16", "u16",
                                       "s16", "b32", "u32", "s32", "f32",
                                       "b64", "u64", "s64", "f64"};
  if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes))
    return false;
  instruction.detail[kBytes] = std::stoi(type.substr(1)) / 8;
  instruction.detail[kCount] = instruction.has("v2")   ? 2
                               : instruction.has("v4") ? 4
                                                       : 1;
  instruction.detail[kSpace] = int(spaceOf(instruction));
  instruction.detail[kIsSigned] = type[0] == 's';
  return !instruction.has("v8");
}

} // namespace

Handler lowp::simulator::bindMemory(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("stmatrix.sync.aligned.m8n8.", 0) == 0 &&
      instruction.has("b16")) {
    instruction.needsWholeWarp = true;
    return storeMatrix;
  }
  bool isLoad = opcode.rfind("ld.", 0) == 0;
  bool isStore = opcode.rfind("st.", 0) == 0;
  if (!isLoad && !isStore)
    return nullptr;
  if (instruction.has("async") || instruction.has("const") ||
      !parseAccess(instruction))
    return nullptr;
  if (instruction.has("param"))
    return isLoad ? loadParameter : nullptr;
  return isLoad ? load : store;
}
