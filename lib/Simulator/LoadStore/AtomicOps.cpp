//===- AtomicOps.cpp - atom and red ---------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

template <typename T>
T addAtomic(T old, T value) {
  return old + value;
}
template <typename T>
T minAtomic(T old, T value) {
  return std::min(old, value);
}
template <typename T>
T maxAtomic(T old, T value) {
  return std::max(old, value);
}
template <typename T>
T andAtomic(T old, T value) {
  return old & value;
}
template <typename T>
T orAtomic(T old, T value) {
  return old | value;
}
template <typename T>
T exchange(T, T value) {
  return value;
}

/// The operands before the address: those of atom return what was there.
int addressIndex(const Instruction &instruction) {
  return instruction.operands[0].kind == Operand::Address ? 0 : 1;
}

template <typename T, typename Update>
void updateLanes(Warp &warp, const Instruction &instruction, LaneMask mask,
                 Update update) {
  int index = addressIndex(instruction);
  Space space = spaceOf(instruction);
  std::lock_guard<std::mutex> lock(GlobalMemory::get().atomics);
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[index], lane);
    if (isLocal(address, space))
      fail(FaultKind::Program,
           "atomic access of local memory; expected memory that other threads "
           "see");
    readMemory(warp, 1u << lane, address, space, sizeof(T), "atomic access");
    uint8_t *memory = writeMemory(warp, 1u << lane, address, space, sizeof(T),
                                  "atomic access");
    T old;
    std::memcpy(&old, memory, sizeof(T));
    T updated = update(lane, index, old);
    std::memcpy(memory, &updated, sizeof(T));
    if (index && instruction.operands[0].kind == Operand::Register)
      Target<T>(warp, instruction.operands[0]).set(lane, old);
  });
}

template <typename T, T (*function)(T, T)>
Step update(Warp &warp, const Instruction &instruction, LaneMask mask) {
  updateLanes<T>(warp, instruction, mask, [&](int lane, int index, T old) {
    return function(old,
                    valueOf<T>(warp, instruction.operands[index + 1], lane));
  });
  return Step::Next;
}

template <typename T>
Step compareAndSwap(Warp &warp, const Instruction &instruction, LaneMask mask) {
  updateLanes<T>(warp, instruction, mask, [&](int lane, int index, T old) {
    T expected = valueOf<T>(warp, instruction.operands[index + 1], lane);
    T value = valueOf<T>(warp, instruction.operands[index + 2], lane);
    return old == expected ? value : old;
  });
  return Step::Next;
}

template <typename T>
Handler bindInteger(const Instruction &instruction) {
  if (instruction.has("add"))
    return update<T, addAtomic<T>>;
  if (instruction.has("min"))
    return update<T, minAtomic<T>>;
  if (instruction.has("max"))
    return update<T, maxAtomic<T>>;
  if (instruction.has("and"))
    return update<T, andAtomic<T>>;
  if (instruction.has("or"))
    return update<T, orAtomic<T>>;
  if (instruction.has("exch"))
    return update<T, exchange<T>>;
  if (instruction.has("cas"))
    return compareAndSwap<T>;
  return nullptr;
}

} // namespace

Handler lowp::simulator::bindAtomic(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("atom.", 0) != 0 && opcode.rfind("red.", 0) != 0)
    return nullptr;
  if (instruction.has("async"))
    return nullptr;
  const std::string &type = instruction.modifiers.back();
  if (type == "u32" || type == "b32")
    return bindInteger<uint32_t>(instruction);
  if (type == "s32")
    return bindInteger<int32_t>(instruction);
  if (type == "u64" || type == "b64")
    return bindInteger<uint64_t>(instruction);
  if (type == "s64")
    return bindInteger<int64_t>(instruction);
  if (type == "f32" && instruction.has("add"))
    return update<float, addAtomic<float>>;
  if (type == "f64" && instruction.has("add"))
    return update<double, addAtomic<double>>;
  return nullptr;
}
