//===- CommitOps.cpp - tcgen05.commit -------------------------------------===//
//
// An mbarrier counts an arrival when all that the thread issued before is done,
// with a mask one in each block of the cluster that it names. Arrivals of a
// thread come in the order of its commits.
//
//===----------------------------------------------------------------------===//

#include "Simulator/MBarrier/MBarrier.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

using namespace lowp::simulator;

/// What the arrival makes known; what the thread issues next is later.
static View closeUnit(TensorUnit &unit) {
  View done = unit.shared;
  uint32_t time = done.seen[unit.agent];
  done.seen.raise(unit.copyAgent, time);
  done.fencedTensor.join(unit.tensor.seen);
  unit.setTime(time + 1);
  unit.isOpen = false;
  return done;
}

static std::vector<Block *> signalledBlocks(Warp &warp,
                                            const Instruction &instruction,
                                            uint64_t address, int lane) {
  auto &blocks = warp.block->cluster->blocks;
  if (!instruction.has("multicast::cluster"))
    return {blocks.at(address >> kRankShift).get()};
  std::vector<Block *> result;
  uint32_t mask = valueOf<uint32_t>(warp, instruction.operands[1], lane);
  for (auto &block : blocks)
    if (mask >> block->rank & 1)
      result.push_back(block.get());
  return result;
}

static void finish(const std::shared_ptr<BulkCopy> &arrival) {
  if (!arrival || arrival->isDone)
    return;
  arrival->complete();
  arrival->isDone = true;
}

static Step commit(Warp &warp, const Instruction &instruction, LaneMask mask) {
  int lane = issuingLane(mask, "tcgen05.commit");
  uint64_t address = addressOf(warp, instruction.operands[0], lane);
  auto blocks = signalledBlocks(warp, instruction, address, lane);
  auto offset = uint32_t(address & kOffsetMask);
  for (Block *block : blocks) {
    MBarrier &barrier = findMBarrier(warp, offset | block->rank << kRankShift,
                                     Space::SharedCluster);
    if (!barrier.isFenced && !warp.block->cluster->launch.isLenient)
      fail(FaultKind::Program, "no fence is between the initialisation of the "
                               "mbarrier and the tcgen05.commit that signals "
                               "it");
    barrier.isOfCluster |= block != warp.block;
  }
  TensorUnit &unit = unitOf(warp, lane);
  auto arrival = std::make_shared<BulkCopy>();
  arrival->delay = kCopyDelay;
  arrival->targets = blocks;
  arrival->complete = [blocks, offset, before = std::move(unit.lastArrival),
                       done = closeUnit(unit)] {
    finish(before);
    for (Block *block : blocks) {
      auto barrier = block->mbarriers.find(offset);
      if (barrier == block->mbarriers.end())
        fail(FaultKind::Program,
             "the mbarrier at %+d is gone at which tcgen05.commit arrives",
             int(offset) - int(kSharedStart));
      arriveOnce(barrier->second, done);
    }
  };
  unit.lastArrival = arrival;
  warp.block->cluster->copies.push_back(std::move(arrival));
  return Step::Next;
}

Handler lowp::simulator::bindTensorCommit(Instruction &instruction) {
  int group = ctaGroupOf(instruction);
  std::string stem = "tcgen05.commit.cta_group::" + std::to_string(group) +
                     ".mbarrier::arrive::one.shared::cluster.";
  bool isKnown = instruction.opcode == stem + "b64" ||
                 instruction.opcode == stem + "multicast::cluster.b64";
  return group && isKnown ? commit : nullptr;
}
