//===- BarrierOps.cpp - Barriers of a block and of a cluster --------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

namespace {

/// Adds the warp's arrival; true if it was the last one.
bool arrive(NamedBarrier &barrier, Warp &warp) {
  warp.publish(barrier.arriving, kAllLanes);
  warp.sync(kAllLanes);
  barrier.arrived += kLanes;
  if (barrier.arrived < barrier.expected)
    return false;
  barrier.released = std::move(barrier.arriving);
  barrier.arriving = {};
  barrier.arrived = 0;
  ++barrier.generation;
  return true;
}

NamedBarrier &findBarrier(Warp &warp, const Instruction &instruction,
                          LaneMask mask) {
  const auto &operands = instruction.operands;
  int lane = __builtin_ctz(mask);
  auto id = valueOf<uint32_t>(warp, operands[0], lane);
  if (id > 15)
    fail(FaultKind::Program, "expected a barrier below 16, got %u", id);
  uint32_t threads = warp.block->warps.size() * kLanes;
  if (operands.size() > 1)
    threads = valueOf<uint32_t>(warp, operands[1], lane);
  if (threads == 0 || threads % kLanes)
    fail(FaultKind::Program, "expected whole warps at barrier %u, got %u", id,
         threads);
  NamedBarrier &barrier = warp.block->barriers[id];
  if (barrier.arrived && barrier.expected != threads)
    fail(FaultKind::Program,
         "barrier %u waits for %u threads here, for %u elsewhere", id, threads,
         barrier.expected);
  barrier.expected = threads;
  return barrier;
}

Step arriveAtBlock(Warp &warp, const Instruction &instruction, LaneMask mask) {
  arrive(findBarrier(warp, instruction, mask), warp);
  return Step::Next;
}

Step syncBlock(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Fragment &fragment = warp.fragment();
  if (!fragment.hasArrived) {
    NamedBarrier &barrier = findBarrier(warp, instruction, mask);
    fragment.generation = barrier.generation;
    fragment.hasArrived = !arrive(barrier, warp);
    if (fragment.hasArrived)
      return Step::Blocked;
    warp.view.join(barrier.released);
    return Step::Next;
  }
  auto id =
      valueOf<uint32_t>(warp, instruction.operands[0], __builtin_ctz(mask));
  const NamedBarrier &barrier = warp.block->barriers[id];
  if (barrier.generation == fragment.generation)
    return Step::Blocked;
  warp.view.join(barrier.released);
  fragment.hasArrived = false;
  return Step::Next;
}

Step arriveAtCluster(Warp &warp, const Instruction &, LaneMask) {
  Cluster &cluster = *warp.block->cluster;
  if (warp.hasArrivedAtCluster)
    fail(FaultKind::Program, "the warp arrives twice without waiting");
  cluster.barrier.expected =
      cluster.blocks.size() * warp.block->warps.size() * kLanes;
  warp.clusterGeneration = cluster.barrier.generation;
  warp.hasArrivedAtCluster = true;
  arrive(cluster.barrier, warp);
  return Step::Next;
}

Step waitForCluster(Warp &warp, const Instruction &, LaneMask) {
  if (!warp.hasArrivedAtCluster)
    fail(FaultKind::Program, "the warp waits without having arrived");
  const NamedBarrier &barrier = warp.block->cluster->barrier;
  if (barrier.generation == warp.clusterGeneration)
    return Step::Blocked;
  warp.view.join(barrier.released);
  warp.hasArrivedAtCluster = false;
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindBarrier(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  // Lanes of a warp count together: those that are here, the aligned forms'.
  instruction.needsWholeWarp = true;
  if (opcode == "bar.sync" || opcode == "barrier.sync" ||
      opcode == "barrier.sync.aligned")
    return syncBlock;
  if (opcode == "bar.arrive" || opcode == "barrier.arrive" ||
      opcode == "barrier.arrive.aligned")
    return arriveAtBlock;
  if (opcode.rfind("barrier.cluster.arrive", 0) == 0)
    return arriveAtCluster;
  if (opcode.rfind("barrier.cluster.wait", 0) == 0)
    return waitForCluster;
  instruction.needsWholeWarp = false;
  return nullptr;
}
