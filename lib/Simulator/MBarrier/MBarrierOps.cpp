//===- MBarrierOps.cpp - Barriers in shared memory ------------------------===//

#include "MBarrier.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

constexpr uint32_t kMBarrierBytes = 8;
constexpr int64_t kMaxCount = (1 << 20) - 1;

MBarrier &lowp::simulator::findMBarrier(Warp &warp, uint64_t address,
                                        Space space) {
  SharedPlace place = locate(warp, address, space, kMBarrierBytes, "mbarrier");
  auto found = place.block->mbarriers.find(place.offset);
  if (found == place.block->mbarriers.end())
    fail(FaultKind::Program, "no mbarrier was initialised at %+d",
         int(place.offset - kSharedStart));
  MBarrier &barrier = found->second;
  if (barrier.owner != warp.agent &&
      warp.view.seen[barrier.owner] < barrier.ownerTime)
    fail(FaultKind::Program,
         "use of an mbarrier without an order to its initialisation");
  if (place.block != warp.block && !barrier.isFenced)
    fail(FaultKind::Program,
         "no fence.mbarrier_init is between the initialisation of an mbarrier "
         "and its use in another block");
  return barrier;
}

static void completePhase(MBarrier &barrier) {
  if (barrier.pending || barrier.bytes)
    return;
  ++barrier.phase;
  barrier.released.join(barrier.arriving);
  barrier.arriving = {};
  barrier.pending = barrier.count;
}

void lowp::simulator::countBytes(MBarrier &barrier, int64_t bytes) {
  barrier.bytes += bytes;
  if (barrier.bytes > kMaxCount || barrier.bytes < -kMaxCount)
    fail(FaultKind::Program, "an mbarrier expects %lld bytes, above 2^20 - 1",
         static_cast<long long>(barrier.bytes));
  completePhase(barrier);
}

void lowp::simulator::completeCopy(Block &block, uint32_t offset,
                                   CopiedBytes bytes, Block &signalled,
                                   uint32_t mbarrier, int line) {
  MBarrier &barrier = signalled.mbarriers.at(mbarrier);
  if (block.cluster->launch.checksOrder)
    block.log.noteCopy(barrier.agent, barrier.phase + 1, line, offset,
                       bytes.written);
  countBytes(barrier, -int64_t(bytes.moved));
}

static void countArrivals(MBarrier &barrier, int64_t count) {
  barrier.pending -= count;
  if (barrier.pending < 0)
    fail(FaultKind::Program,
         "more threads arrive in a phase than the %u that the mbarrier counts",
         barrier.count);
  completePhase(barrier);
}

void lowp::simulator::arriveOnce(MBarrier &barrier, const View &view) {
  barrier.arriving.join(view);
  countArrivals(barrier, 1);
}

namespace {

/// Whether the instruction orders what other blocks of the cluster do;
/// leniently all do.
bool reachesCluster(const Warp &warp, const Instruction &instruction) {
  return warp.block->cluster->launch.isLenient || instruction.has("cluster");
}

/// Lanes that do not arrive are known by what they did before they last met,
/// and accesses of tensor memory in the scope of the instruction.
void arrive(Warp &warp, const Instruction &instruction, MBarrier &barrier,
            LaneMask lanes, int64_t count) {
  View known;
  warp.publish(known, lanes);
  if (barrier.isOfCluster && !reachesCluster(warp, instruction))
    known.fencedTensor = {};
  barrier.arriving.join(known);
  countArrivals(barrier, count);
}

Step initialise(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[0], lane);
    auto count = valueOf<uint32_t>(warp, instruction.operands[1], lane);
    if (count == 0 || count > kMaxCount)
      fail(FaultKind::Program, "an mbarrier cannot count %u threads", count);
    SharedPlace place =
        locate(warp, address, Space::Shared, kMBarrierBytes, "mbarrier");
    place.block->shared.reserve(place.offset, kMBarrierBytes);
    MBarrier &barrier = place.block->mbarriers[place.offset];
    barrier.count = barrier.pending = count;
    barrier.agent = warp.block->cluster->agents++;
    barrier.owner = warp.agent;
    barrier.ownerTime = warp.view.seen[warp.agent];
  });
  return Step::Next;
}

/// Its bytes are memory as any other again.
Step invalidate(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[0], lane);
    MBarrier &barrier = findMBarrier(warp, address, Space::Shared);
    if (barrier.bytes || barrier.pending != barrier.count)
      fail(FaultKind::Program,
           "mbarrier.inval in the middle of a phase: %lld of %u arrivals and "
           "%lld bytes are missing",
           static_cast<long long>(barrier.pending), barrier.count,
           static_cast<long long>(barrier.bytes));
    SharedPlace place =
        locate(warp, address, Space::Shared, kMBarrierBytes, "mbarrier");
    place.block->mbarriers.erase(place.offset);
    place.block->shared.forget(place.offset, kMBarrierBytes);
  });
  return Step::Next;
}

/// The place of the address: after the state if that is returned.
int addressIndex(const Instruction &instruction) {
  return instruction.operands[0].kind == Operand::Address ? 0 : 1;
}

Step arriveAt(Warp &warp, const Instruction &instruction, LaneMask mask) {
  int index = addressIndex(instruction);
  const auto &operands = instruction.operands;
  bool expectsBytes = instruction.has("expect_tx");
  forEachLane(mask, [&](int lane) {
    MBarrier &barrier =
        findMBarrier(warp, addressOf(warp, operands[index], lane),
                     Space(instruction.detail[0]));
    uint32_t amount = 1;
    if (operands.size() > size_t(index) + 1)
      amount = valueOf<uint32_t>(warp, operands[index + 1], lane);
    // Bytes first: they belong to the phase that the arrival may complete.
    if (expectsBytes)
      countBytes(barrier, amount);
    bool isOther = addressOf(warp, operands[index], lane) >> kRankShift !=
                   warp.block->rank;
    barrier.isOfCluster |=
        isOther && Space(instruction.detail[0]) == Space::SharedCluster;
    arrive(warp, instruction, barrier, mask, expectsBytes ? 1 : amount);
  });
  warp.release();
  return Step::Next;
}

Step expectBytes(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    uint64_t address = addressOf(warp, instruction.operands[0], lane);
    countBytes(findMBarrier(warp, address, Space(instruction.detail[0])),
               valueOf<uint32_t>(warp, instruction.operands[1], lane));
  });
  return Step::Next;
}

/// Where a device would return false after a while, this blocks: the loop
/// around it tries again in any case.
Step wait(Warp &warp, const Instruction &instruction, LaneMask mask) {
  LaneMask complete = 0;
  forEachLane(mask, [&](int lane) {
    MBarrier &barrier =
        findMBarrier(warp, addressOf(warp, instruction.operands[1], lane),
                     Space(instruction.detail[0]));
    auto parity = valueOf<uint32_t>(warp, instruction.operands[2], lane);
    if ((barrier.phase & 1) == (parity & 1))
      return;
    complete |= 1u << lane;
    View known = barrier.released;
    if (barrier.isOfCluster && !reachesCluster(warp, instruction))
      known.fencedTensor = {};
    warp.view.join(known);
    warp.view.seen.raise(barrier.agent, barrier.phase);
  });
  bool isTest = instruction.has("test_wait");
  if (!complete && !isTest)
    return Step::Blocked;
  LaneMask &predicate = predicateOf(warp, instruction.operands[0]);
  predicate = (predicate & ~mask) | complete;
  return Step::Next;
}

/// Proxy fences make writes of the warp known to asynchronous readers, and
/// reads to asynchronous writers, once all lanes that did so have executed one.
/// Others have nothing to do here.
Step fence(Warp &warp, const Instruction &instruction, LaneMask mask) {
  bool isProxy = instruction.has("proxy");
  if (!isProxy && !instruction.has("mbarrier_init"))
    return Step::Next;
  for (auto &[offset, barrier] : warp.block->mbarriers)
    barrier.isFenced |= barrier.owner == warp.agent;
  if (isProxy)
    warp.unfenced.clear(mask);
  // The fence of a warp that has seen the writes of others serves them too.
  if (isProxy && warp.block->cluster->launch.isLenient)
    warp.view.fenced.join(warp.view.seen);
  if (!isProxy || (warp.unfenced.writes && warp.unfenced.reads))
    return Step::Next;
  uint32_t time = warp.view.seen[warp.agent];
  if (!warp.unfenced.writes)
    warp.view.fenced.raise(warp.agent, time);
  if (!warp.unfenced.reads)
    warp.view.fencedReads.raise(warp.agent, time);
  warp.release();
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindMBarrier(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("fence.", 0) == 0 || opcode.rfind("membar.", 0) == 0)
    return fence;
  if (opcode.rfind("mbarrier.", 0) != 0)
    return nullptr;
  instruction.detail[0] = int(spaceOf(instruction));
  if (instruction.has("init"))
    return initialise;
  if (instruction.has("inval"))
    return spaceOf(instruction) == Space::Shared ? invalidate : nullptr;
  if (instruction.has("try_wait") || instruction.has("test_wait"))
    return instruction.has("parity") ? wait : nullptr;
  if (instruction.has("arrive"))
    return arriveAt;
  if (instruction.has("expect_tx"))
    return expectBytes;
  return nullptr;
}
