//===- WarpOps.cpp - What the lanes of a warp do together -----------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

namespace {

/// Whether the live lanes among those that `operand` names are all here.
bool haveMet(Warp &warp, const Operand &operand, LaneMask mask) {
  auto members = valueOf<uint32_t>(warp, operand, __builtin_ctz(mask));
  if (mask & ~members)
    fail(FaultKind::Program,
         "lanes 0x%08x execute it, of which only 0x%08x are in its mask", mask,
         members);
  return (members & warp.live & ~mask) == 0;
}

enum Shuffle { Index, Butterfly, Up, Down };

/// The lane that `lane` reads from; false if it keeps its own value.
bool sourceLane(int mode, int lane, uint32_t amount, uint32_t clamp,
                int &source) {
  int segment = clamp >> 8 & 31;
  int first = lane & segment;
  int last = first | (clamp & 31 & ~segment);
  switch (mode) {
  case Index:
    source = first | (amount & 31 & ~segment);
    return source <= last;
  case Butterfly:
    source = lane ^ (amount & 31);
    return source <= last;
  case Up:
    source = lane - int(amount & 31);
    return source >= last;
  default:
    source = lane + int(amount & 31);
    return source <= last;
  }
}

Step shuffle(Warp &warp, const Instruction &instruction, LaneMask mask) {
  const auto &operands = instruction.operands;
  if (!haveMet(warp, operands[4], mask))
    return Step::Blocked;
  bool hasPredicate = operands[0].kind == Operand::Vector;
  Lanes<uint32_t> values(warp, operands[1]);
  uint32_t results[kLanes];
  LaneMask inRange = 0;
  forEachLane(mask, [&](int lane) {
    int source;
    bool ok = sourceLane(instruction.detail[0], lane,
                         valueOf<uint32_t>(warp, operands[2], lane),
                         valueOf<uint32_t>(warp, operands[3], lane), source);
    if (!ok)
      source = lane;
    inRange |= uint32_t(ok) << lane;
    if (!(mask >> source & 1))
      fail(FaultKind::Program, "lane %d reads lane %d, which is not active",
           lane, source);
    results[lane] = values[source];
  });
  const Operand &target = hasPredicate ? operands[0].parts[0] : operands[0];
  Target<uint32_t> result(warp, target);
  forEachLane(mask, [&](int lane) { result.set(lane, results[lane]); });
  if (hasPredicate) {
    LaneMask &predicate = predicateOf(warp, operands[0].parts[1]);
    predicate = (predicate & ~mask) | inRange;
  }
  return Step::Next;
}

Step syncWarp(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (!haveMet(warp, instruction.operands[0], mask))
    return Step::Blocked;
  warp.sync(mask);
  return Step::Next;
}

/// One lane, always the same: which of them is up to the device.
Step elect(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (!haveMet(warp, instruction.operands[1], mask))
    return Step::Blocked;
  Cluster &cluster = *warp.block->cluster;
  int leader = cluster.isRandom() ? cluster.launch.seed % kLanes : 0;
  if (!(mask >> leader & 1))
    leader = __builtin_ctz(mask);
  const auto &targets = instruction.operands[0].parts;
  if (targets[0].kind == Operand::Register) {
    Target<uint32_t> number(warp, targets[0]);
    forEachLane(mask, [&](int lane) { number.set(lane, leader); });
  }
  LaneMask &predicate = predicateOf(warp, targets[1]);
  predicate = (predicate & ~mask) | 1u << leader;
  return Step::Next;
}

Step activeMask(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Target<uint32_t> result(warp, instruction.operands[0]);
  forEachLane(mask, [&](int lane) { result.set(lane, mask); });
  return Step::Next;
}

enum Vote { All, Any, Ballot };

Step vote(Warp &warp, const Instruction &instruction, LaneMask mask) {
  const auto &operands = instruction.operands;
  if (!haveMet(warp, operands[2], mask))
    return Step::Blocked;
  Lanes<bool> votes(warp, operands[1]);
  LaneMask ballot = 0;
  forEachLane(mask, [&](int lane) { ballot |= uint32_t(votes[lane]) << lane; });
  if (instruction.detail[0] == Ballot) {
    Target<uint32_t> result(warp, operands[0]);
    forEachLane(mask, [&](int lane) { result.set(lane, ballot); });
    return Step::Next;
  }
  bool holds = instruction.detail[0] == All ? ballot == mask : ballot != 0;
  Lanes<bool> result(warp, operands[0]);
  forEachLane(mask, [&](int lane) { result.set(lane, holds); });
  return Step::Next;
}

/// Registers move between the warps of a block and the rest of the SM.
Step setMaxRegisters(Warp &warp, const Instruction &instruction, LaneMask) {
  int64_t asked = immediateOf(instruction.operands[0]);
  if (asked % 8 || asked < 24 || asked > 256)
    fail(FaultKind::Program,
         "expected a multiple of 8 from 24 to 256, got %lld",
         static_cast<long long>(asked));
  int count = asked;
  int change = (count - warp.registers) * kLanes;
  if (instruction.has("inc") ? change < 0 : change > 0)
    fail(FaultKind::Program, "the warp has %d registers per thread",
         warp.registers);
  if (change > warp.block->freeRegisters)
    return Step::Blocked;
  warp.block->freeRegisters -= change;
  warp.registers = count;
  return Step::Next;
}

template <typename T>
Step mapToRank(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Target<T> result(warp, instruction.operands[0]);
  Lanes<T> address(warp, instruction.operands[1]);
  size_t blocks = warp.block->cluster->blocks.size();
  forEachLane(mask, [&](int lane) {
    auto rank = valueOf<uint32_t>(warp, instruction.operands[2], lane);
    if (rank >= blocks)
      fail(FaultKind::Program, "block %u of a cluster of %zu", rank, blocks);
    T offset = address[lane] & ~(T(0xFF) << kRankShift);
    result.set(lane, offset | T(rank) << kRankShift);
  });
  return Step::Next;
}

Handler bindShuffle(Instruction &instruction) {
  for (auto [name, mode] :
       {std::pair("idx", Index), std::pair("bfly", Butterfly),
        std::pair("up", Up), std::pair("down", Down)})
    if (instruction.has(name))
      instruction.detail[0] = mode;
  return shuffle;
}

Handler bindVote(Instruction &instruction) {
  for (auto [name, mode] : {std::pair("all", All), std::pair("any", Any),
                            std::pair("ballot", Ballot)})
    if (instruction.has(name)) {
      instruction.detail[0] = mode;
      return vote;
    }
  return nullptr;
}

} // namespace

Handler lowp::simulator::bindWarp(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  auto startsWith = [&](const char *prefix) {
    return opcode.rfind(prefix, 0) == 0;
  };
  if (startsWith("shfl.sync."))
    return bindShuffle(instruction);
  if (startsWith("vote.sync."))
    return bindVote(instruction);
  if (opcode == "activemask.b32")
    return activeMask;
  if (opcode == "bar.warp.sync")
    return syncWarp;
  if (opcode == "elect.sync")
    return elect;
  if (startsWith("setmaxnreg.")) {
    instruction.needsWholeWarp = true;
    return setMaxRegisters;
  }
  if (opcode == "mapa.shared::cluster.u32")
    return mapToRank<uint32_t>;
  if (opcode == "mapa.shared::cluster.u64")
    return mapToRank<uint64_t>;
  return nullptr;
}
