//===- MoveOps.cpp - Moving, packing and unpacking registers --------------===//

#include "Simulator/Machine/Opcodes.h"

using namespace lowp::simulator;

namespace {

template <typename T>
T copy(T value) {
  return value;
}

/// mov of a whole into parts of `Part`, the lowest first.
template <typename Whole, typename Part>
Step unpack(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Lanes<Whole> whole(warp, instruction.operands[1]);
  // A part may be the same register as the whole.
  Whole values[kLanes];
  for (int lane = 0; lane < kLanes; ++lane)
    values[lane] = whole[lane];
  int shift = 0;
  for (const Operand &operand : instruction.operands[0].parts) {
    if (operand.kind != Operand::Sink) {
      Target<Part> part(warp, operand);
      forEachLane(
          mask, [&](int lane) { part.set(lane, Part(values[lane] >> shift)); });
    }
    shift += 8 * sizeof(Part);
  }
  return Step::Next;
}

template <typename Whole, typename Part>
Step pack(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Target<Whole> whole(warp, instruction.operands[0]);
  Whole values[kLanes] = {};
  int shift = 0;
  for (const Operand &operand : instruction.operands[1].parts) {
    Lanes<Part> part(warp, operand);
    for (int lane = 0; lane < kLanes; ++lane)
      values[lane] |= Whole(part[lane]) << shift;
    shift += 8 * sizeof(Part);
  }
  forEachLane(mask, [&](int lane) { whole.set(lane, values[lane]); });
  return Step::Next;
}

/// Bytes of the type that the opcode ends with.
int typeBytes(const Instruction &instruction) {
  const std::string &type = instruction.modifiers.back();
  size_t digits = type.find_first_of("0123456789");
  return digits == std::string::npos ? 0 : std::stoi(type.substr(digits)) / 8;
}

Handler bindVectorMove(int bytes, size_t parts, bool isPack) {
  if (bytes == 8 && parts == 2)
    return isPack ? pack<uint64_t, uint32_t> : unpack<uint64_t, uint32_t>;
  if (bytes == 8 && parts == 4)
    return isPack ? pack<uint64_t, uint16_t> : unpack<uint64_t, uint16_t>;
  if (bytes == 4 && parts == 2)
    return isPack ? pack<uint32_t, uint16_t> : unpack<uint32_t, uint16_t>;
  if (bytes == 4 && parts == 4)
    return isPack ? pack<uint32_t, uint8_t> : unpack<uint32_t, uint8_t>;
  if (bytes == 2 && parts == 2)
    return isPack ? pack<uint16_t, uint8_t> : unpack<uint16_t, uint8_t>;
  return nullptr;
}

/// The windows of generic addresses; global addresses are generic as they are.
uint64_t sharedToGeneric(uint64_t address) { return kSharedWindow | address; }
uint64_t parameterToGeneric(uint64_t address) {
  return kParameterWindow | address;
}
uint64_t localToGeneric(uint64_t address) { return kLocalWindow | address; }
/// The offset in shared or in local memory.
uint64_t genericToOffset(uint64_t address) { return uint32_t(address); }

Handler bindAddressMove(const Instruction &instruction) {
  if (!instruction.has("u64"))
    return nullptr;
  if (instruction.has("param"))
    return instruction.has("to")
               ? nullptr
               : bindLanes(map<parameterToGeneric>, instruction);
  bool isLocal = instruction.has("local");
  bool isShared = instruction.has("shared") || instruction.has("shared::cta");
  if (!isShared && !isLocal)
    return bindLanes(map<copy<uint64_t>>, instruction);
  if (instruction.has("to"))
    return bindLanes(map<genericToOffset>, instruction);
  return bindLanes(isLocal ? map<localToGeneric> : map<sharedToGeneric>,
                   instruction);
}

} // namespace

Handler lowp::simulator::bindMove(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("cvta.", 0) == 0)
    return bindAddressMove(instruction);
  if (opcode.rfind("mov.", 0) != 0)
    return nullptr;
  const Operand &target = instruction.operands[0];
  const Operand &source = instruction.operands[1];
  if (source.kind == Operand::Label)
    return nullptr;
  if (opcode == "mov.pred")
    return bindLanes(map<copy<bool>>, instruction);
  int bytes = typeBytes(instruction);
  if (target.kind == Operand::Vector)
    return bindVectorMove(bytes, target.parts.size(), false);
  if (source.kind == Operand::Vector)
    return bindVectorMove(bytes, source.parts.size(), true);
  switch (bytes) {
  case 2:
    return bindLanes(map<copy<uint16_t>>, instruction);
  case 4:
    return bindLanes(map<copy<uint32_t>>, instruction);
  case 8:
    return bindLanes(map<copy<uint64_t>>, instruction);
  default:
    return nullptr;
  }
}
