//===- QuadOps.cpp - Registers of 128 bits --------------------------------===//
//
// mov, ld and st of .b128; a register of it is two of 64 bits, the low first.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"

using namespace lowp::simulator;

namespace {

constexpr int kHalves = 2;
constexpr uint32_t kBytes = 16;

/// The cells of half `index` of a quad, or of part `index` of a vector.
uint64_t *half(Warp &warp, const Operand &operand, int index) {
  if (operand.kind == Operand::Quad)
    return reinterpret_cast<uint64_t *>(warp.slot(operand.slot + 2 * index));
  return reinterpret_cast<uint64_t *>(
      warp.slot(slotOf(operand.parts[index], /*isWide=*/true)));
}

/// All of the source is read before any of the target is written.
Step move(Warp &warp, const Instruction &instruction, LaneMask mask) {
  uint64_t values[kHalves][kLanes];
  for (int i = 0; i < kHalves; ++i)
    std::copy_n(half(warp, instruction.operands[1], i), kLanes, values[i]);
  for (int i = 0; i < kHalves; ++i) {
    uint64_t *target = half(warp, instruction.operands[0], i);
    forEachLane(mask, [&](int lane) { target[lane] = values[i][lane]; });
  }
  return Step::Next;
}

Step load(Warp &warp, const Instruction &instruction, LaneMask mask) {
  auto space = Space(instruction.detail[0]);
  if (space == Space::Shared || space == Space::SharedCluster)
    warp.noteAccess(mask, /*isWrite=*/false);
  forEachLane(mask, [&](int lane) {
    const uint8_t *memory = readMemory(
        warp, 1u << lane, addressOf(warp, instruction.operands[1], lane), space,
        kBytes, "load");
    for (int i = 0; i < kHalves; ++i)
      std::memcpy(&half(warp, instruction.operands[0], i)[lane], memory + 8 * i,
                  8);
  });
  return Step::Next;
}

Step store(Warp &warp, const Instruction &instruction, LaneMask mask) {
  auto space = Space(instruction.detail[0]);
  if (space != Space::Global && space != Space::Local)
    warp.noteAccess(mask, /*isWrite=*/true);
  forEachLane(mask, [&](int lane) {
    uint8_t *memory = writeMemory(
        warp, 1u << lane, addressOf(warp, instruction.operands[0], lane), space,
        kBytes, "store");
    for (int i = 0; i < kHalves; ++i)
      std::memcpy(memory + 8 * i, &half(warp, instruction.operands[1], i)[lane],
                  8);
  });
  return Step::Next;
}

bool isQuad(const Operand &operand) { return operand.kind == Operand::Quad; }

/// A quad, or two registers of 64 bits.
bool isWhole(const Operand &operand, bool isTarget) {
  if (isQuad(operand))
    return true;
  if (operand.kind != Operand::Vector || operand.parts.size() != kHalves)
    return false;
  for (const Operand &part : operand.parts) {
    bool isConstant = part.kind == Operand::Constant && !isTarget;
    if (!isConstant && (part.kind != Operand::Register || !part.isWide))
      return false;
  }
  return true;
}

} // namespace

Handler lowp::simulator::bindQuad(Instruction &instruction) {
  if (instruction.modifiers.empty() || instruction.modifiers.back() != "b128")
    return nullptr;
  const auto &operands = instruction.operands;
  const std::string &opcode = instruction.opcode;
  if (opcode == "mov.b128")
    return operands.size() == 2 && isWhole(operands[0], true) &&
                   isWhole(operands[1], false)
               ? move
               : nullptr;
  bool isLoad = opcode.rfind("ld.", 0) == 0;
  bool isStore = opcode.rfind("st.", 0) == 0;
  if ((!isLoad && !isStore) || operands.size() != 2 ||
      !isQuad(operands[isLoad ? 0 : 1]) ||
      operands[isLoad ? 1 : 0].kind != Operand::Address)
    return nullptr;
  for (const char *other : {"async", "const", "param", "v2"})
    if (instruction.has(other))
      return nullptr;
  instruction.detail[0] = int(spaceOf(instruction));
  return isLoad ? load : store;
}
