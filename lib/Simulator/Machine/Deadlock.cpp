//===- Deadlock.cpp - What stuck warps wait for ---------------------------===//

#include "Lanes.h"
#include "Machine.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

static std::string describeMBarrier(const Warp &warp, uint64_t address,
                                    uint32_t parity) {
  uint32_t offset = address & kOffsetMask;
  auto found = warp.block->mbarriers.find(offset);
  std::string text =
      print("mbarrier at %+d, parity %u: ", int(offset - kSharedStart), parity);
  if (found == warp.block->mbarriers.end())
    return text + "not initialised";
  const MBarrier &barrier = found->second;
  return text + print("%u phases are complete, %lld of %u arrivals and %lld "
                      "bytes are missing",
                      barrier.phase, static_cast<long long>(barrier.pending),
                      barrier.count, static_cast<long long>(barrier.bytes));
}

/// What the lanes of `fragment` wait for.
static std::string describeWait(Warp &warp, const Fragment &fragment,
                                const Instruction &instruction) {
  int lane = __builtin_ctz(fragment.lanes);
  if (instruction.needsWholeWarp && fragment.lanes != warp.live)
    return print("waits for the lanes 0x%08x of its warp",
                 warp.live & ~fragment.lanes);
  std::string family =
      instruction.opcode.substr(0, instruction.opcode.find('.'));
  if (family == "mbarrier")
    return describeMBarrier(
        warp, addressOf(warp, instruction.operands[1], lane),
        valueOf<uint32_t>(warp, instruction.operands[2], lane));
  if (instruction.has("cluster"))
    return print("cluster barrier: %u threads have arrived",
                 warp.block->cluster->barrier.arrived);
  if (family == "bar" || family == "barrier") {
    uint32_t id = valueOf<uint32_t>(warp, instruction.operands[0], lane);
    const NamedBarrier &barrier = warp.block->barriers[id & 15];
    return print("barrier %u: %u of %u threads have arrived", id,
                 barrier.arrived, barrier.expected);
  }
  if (family == "setmaxnreg")
    return print("%d registers are free in the SM", warp.block->freeRegisters);
  return "waits";
}

std::string Cluster::describeDeadlock() {
  std::string text = "no warp of kernel '" + kernel.name + "' can go on";
  for (auto &block : blocks)
    for (auto &warp : block->warps)
      for (const Fragment &fragment : warp->fragments) {
        const Instruction &instruction = kernel.code[fragment.position];
        text += print("\n  block %u of cluster %u, warp %d, lanes 0x%08x: PTX "
                      "line %d: %.80s: %s",
                      block->rank, number, warp->index, fragment.lanes,
                      instruction.line, instruction.text.c_str(),
                      describeWait(*warp, fragment, instruction).c_str());
      }
  return text;
}
