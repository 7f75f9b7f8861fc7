//===- LaneAccessOps.cpp - tcgen05.ld, st, wait and fence -----------------===//
//
// "tcgen05.ld.sync.aligned.32x32b.x8.b32 {registers}, [address]": register i of
// a lane is in column i. Loads and stores are under way until the wait.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

// What the binder leaves in `detail`.
enum Detail { kIsSplit, kIsStore };

constexpr uint32_t kHalfLanes = 16;

/// Lanes of the warp that access as many lanes of a column.
struct Run {
  uint32_t firstLane, lanes;
  TensorPlace place;
};

/// 32x32b has one run. 16x32bx2 has two, of the same lanes: the second so many
/// columns further.
std::vector<Run> runsOf(Warp &warp, const Instruction &instruction,
                        const Operand &address) {
  TensorPlace place = TensorPlace::ofAddress(
      uniformAddressOf(warp, address, "an access to tensor memory"));
  bool isSplit = instruction.detail[kIsSplit];
  uint32_t quarter = warp.index % 4 * kQuarterLanes;
  bool isAligned =
      place.lane == quarter || (isSplit && place.lane == quarter + kHalfLanes);
  if (!isAligned)
    fail(FaultKind::Program,
         "a warp accesses the lanes of tensor memory from %u on, and this is "
         "lane %u",
         quarter, place.lane);
  if (!isSplit)
    return {{0, kQuarterLanes, place}};
  auto split = uint32_t(
      immediateOf(instruction.operands[instruction.detail[kIsStore] ? 1 : 2]));
  return {{0, kHalfLanes, place},
          {kHalfLanes, kHalfLanes, place.plus(0, split)}};
}

Step load(Warp &warp, const Instruction &instruction, LaneMask) {
  TensorMemory &memory = tensorMemoryOf(warp);
  View view = tensorViewOfLanes(warp);
  Accessor by{warp.agent, &view, instruction.line};
  const auto &registers = instruction.operands[0].parts;
  for (const Run &run : runsOf(warp, instruction, instruction.operands[1]))
    for (size_t i = 0; i < registers.size(); ++i) {
      const uint32_t *cells =
          memory.read(checksOrder(warp) ? &by : nullptr, run.place.plus(0, i),
                      run.lanes, "tcgen05.ld");
      Target<uint32_t> result(warp, registers[i]);
      for (uint32_t lane = 0; lane < run.lanes; ++lane)
        result.set(run.firstLane + lane, cells[lane]);
    }
  if (warp.block->cluster->launch.isLenient)
    return Step::Next;
  for (const Operand &each : registers) {
    warp.matrix.inFlightCount += !warp.matrix.inFlight[each.slot]++;
    warp.tensor.loadedSlots.push_back(each.slot);
  }
  return Step::Next;
}

Step store(Warp &warp, const Instruction &instruction, LaneMask) {
  TensorMemory &memory = tensorMemoryOf(warp);
  View view = tensorViewOfLanes(warp);
  Accessor by{warp.agent, &view, instruction.line};
  const auto &registers =
      instruction.operands[instruction.detail[kIsSplit] ? 2 : 1].parts;
  for (const Run &run : runsOf(warp, instruction, instruction.operands[0]))
    for (size_t i = 0; i < registers.size(); ++i) {
      TensorPlace place = run.place.plus(0, i);
      uint32_t *cells = memory.write(checksOrder(warp) ? &by : nullptr, place,
                                     run.lanes, "tcgen05.st");
      Lanes<uint32_t> values(warp, registers[i]);
      for (uint32_t lane = 0; lane < run.lanes; ++lane)
        cells[lane] = values[run.firstLane + lane];
      memory.beginStore(place, run.lanes);
      warp.tensor.stores.push_back({place, run.lanes});
    }
  return Step::Next;
}

Step waitForLoads(Warp &warp, const Instruction &, LaneMask) {
  for (int slot : warp.tensor.loadedSlots)
    warp.matrix.inFlightCount -= !--warp.matrix.inFlight[slot];
  warp.tensor.loadedSlots.clear();
  return Step::Next;
}

Step waitForStores(Warp &warp, const Instruction &, LaneMask) {
  for (const TensorState::Store &store : warp.tensor.stores)
    tensorMemoryOf(warp).endStore(store.place, store.lanes);
  warp.tensor.stores.clear();
  return Step::Next;
}

/// What the warp has waited for is known to whoever synchronises with it: with
/// all its lanes, or with one that a barrier of the warp is before.
Step fenceBefore(Warp &warp, const Instruction &, LaneMask mask) {
  if (warp.tensor.isInFlight())
    return Step::Next;
  warp.tensor.fenced = warp.view.seen[warp.agent];
  warp.unsynced |= mask;
  warp.release();
  return Step::Next;
}

Step fenceAfter(Warp &warp, const Instruction &, LaneMask) {
  warp.tensor.known.seen.join(warp.view.fencedTensor);
  return Step::Next;
}

bool areRegisters(const OperandList &registers, bool isStore) {
  return std::all_of(
      registers.begin(), registers.end(), [&](const Operand &each) {
        return (each.kind == Operand::Register && !each.isWide) ||
               (isStore && each.kind == Operand::Constant);
      });
}

/// Throws a Fault if the registers are not as many as the opcode says.
Handler bindAccess(Instruction &instruction, bool isStore) {
  const auto &modifiers = instruction.modifiers;
  if (modifiers.size() != 6 || modifiers[4][0] != 'x' || modifiers[5] != "b32")
    return nullptr;
  bool isSplit = modifiers[3] == "16x32bx2";
  if (!isSplit && modifiers[3] != "32x32b")
    return nullptr;
  instruction.detail[kIsSplit] = isSplit;
  instruction.detail[kIsStore] = isStore;
  size_t number = !isStore ? 0 : isSplit ? 2 : 1;
  const OperandList &registers = instruction.operands[number].parts;
  size_t count = std::atoi(modifiers[4].c_str() + 1);
  if (count == 0 || count > 128 || count & (count - 1))
    return nullptr;
  if (registers.size() != count || !areRegisters(registers, isStore))
    fail(FaultKind::Image, "expected a list of %zu registers of 32 bits",
         count);
  return isStore ? store : load;
}

} // namespace

Handler lowp::simulator::bindTensorAccess(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  instruction.needsWholeWarp |=
      opcode.rfind("tcgen05.", 0) == 0 && instruction.has("sync");
  if (opcode == "tcgen05.wait::ld.sync.aligned")
    return waitForLoads;
  if (opcode == "tcgen05.wait::st.sync.aligned")
    return waitForStores;
  if (opcode == "tcgen05.fence::before_thread_sync")
    return fenceBefore;
  if (opcode == "tcgen05.fence::after_thread_sync")
    return fenceAfter;
  if (opcode.rfind("tcgen05.ld.sync.aligned.", 0) == 0)
    return bindAccess(instruction, /*isStore=*/false);
  if (opcode.rfind("tcgen05.st.sync.aligned.", 0) == 0)
    return bindAccess(instruction, /*isStore=*/true);
  return nullptr;
}
