//===- BulkOps.cpp - Bulk copies of boxes of tensors ----------------------===//

#include "Box.h"
#include "Simulator/MBarrier/MBarrier.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

/// What a box's place in shared memory must be a multiple of.
constexpr uint32_t kBoxAlignment = 128;

/// The blocks that a load writes: its own, or those of its mask.
std::vector<Block *> targetsOf(Warp &warp, const Instruction &instruction,
                               Block *first, int lane) {
  if (!instruction.has("multicast::cluster"))
    return {first};
  auto mask = valueOf<uint16_t>(warp, instruction.operands[3], lane);
  auto &blocks = warp.block->cluster->blocks;
  if (mask >> blocks.size() || !mask)
    fail(FaultKind::Program, "a multicast to 0x%x in a cluster of %zu", mask,
         blocks.size());
  std::vector<Block *> targets;
  for (size_t rank = 0; rank < blocks.size(); ++rank)
    if (mask >> rank & 1)
      targets.push_back(blocks[rank].get());
  return targets;
}

/// The block whose mbarrier a copy into `target` signals: its own or, with
/// `cta_group::2`, that of its pair whose rank is as even as that of the
/// mbarrier that the copy names.
Block *signalledBy(const Instruction &instruction, Block *target,
                   const Block *named) {
  if (!instruction.has("cta_group::2"))
    return target;
  uint32_t rank = (target->rank & ~1u) | (named->rank & 1u);
  auto &blocks = target->cluster->blocks;
  if (rank >= blocks.size())
    fail(FaultKind::Program,
         "a copy of cta_group::2 in a cluster of %zu, where block %u has no "
         "other",
         blocks.size(), target->rank);
  return blocks[rank].get();
}

/// Where a box goes, and who is told.
struct CopyTarget {
  Block *block, *signalled;
};

/// PTX has loads of packed elements on sm_120a for the block itself alone.
void checkPackedLoad(const Warp &warp, const TensorMap &map, Space space) {
  constexpr int kNoClusterLoads = 12;
  const Launch &launch = warp.block->cluster->launch;
  if (map.elementBits < 8 && launch.device->major == kNoClusterLoads &&
      space == Space::SharedCluster && !launch.isLenient)
    fail(FaultKind::Program,
         "a load by TMA of elements of %u bits has no target in "
         "shared::cluster on %s; shared::cta is one",
         unsigned(map.elementBits), launch.device->chip);
}

void loadByLane(Warp &warp, const Instruction &instruction, int lane) {
  const auto &operands = instruction.operands;
  Space space = spaceOf(instruction);
  Box box = readBox(warp, operands[1], lane);
  checkGridOrder(warp, "load by TMA");
  checkPackedLoad(warp, box.map, space);
  SharedPlace place = locate(warp, addressOf(warp, operands[0], lane), space,
                             kBoxAlignment, "load by TMA");
  SharedPlace signal =
      locate(warp, addressOf(warp, operands[2], lane), space, 8, "mbarrier");
  if (signal.block != signalledBy(instruction, place.block, signal.block))
    fail(FaultKind::Program,
         "the box and its mbarrier are in different blocks of the cluster%s",
         instruction.has("cta_group::2") ? ", which are no pair" : "");
  std::vector<CopyTarget> targets;
  auto copy = std::make_shared<BulkCopy>();
  for (Block *target : targetsOf(warp, instruction, place.block, lane)) {
    Block *signalled = signalledBy(instruction, target, signal.block);
    targets.push_back({target, signalled});
    copy->targets.insert(copy->targets.end(), {target, signalled});
    if (!findMBarrier(warp, signal.offset | signalled->rank << kRankShift,
                      Space::SharedCluster)
             .isFenced &&
        !warp.block->cluster->launch.isLenient)
      fail(FaultKind::Program, "no fence is between the initialisation of the "
                               "mbarrier and the copy that signals it");
    target->shared.beginCopy(place.offset, box.bytes(), "load by TMA");
    if (warp.block->cluster->launch.checksOrder)
      target->log.write(warp.accessor(1u << lane, /*isAsync=*/true),
                        place.offset, box.bytes(), "load by TMA");
  }
  copy->delay = kCopyDelay;
  copy->complete = [box, targets, offset = place.offset,
                    barrier = signal.offset, line = instruction.line] {
    for (auto [target, signalled] : targets) {
      loadBox(box, target->shared, offset);
      completeCopy(*target, offset, {box.bytes(), box.movedBytes()}, *signalled,
                   barrier, line);
    }
  };
  warp.block->cluster->copies.push_back(std::move(copy));
}

Step loadTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) { loadByLane(warp, instruction, lane); });
  return Step::Next;
}

/// Nobody sees what the cache has, but the box must be one.
Step prefetchTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    readBox(warp, instruction.operands[0], lane);
    checkGridOrder(warp, "prefetch by TMA");
  });
  return Step::Next;
}

Step storeTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  bool adds = instruction.opcode.rfind("cp.reduce.", 0) == 0;
  forEachLane(mask, [&](int lane) {
    Box box = readBox(warp, instruction.operands[0], lane);
    checkGridOrder(warp, "store by TMA");
    if (box.map.isPadded)
      fail(FaultKind::Program, "TMA stores no elements that it pads in loads");
    SharedPlace place =
        locate(warp, addressOf(warp, instruction.operands[1], lane),
               Space::Shared, kBoxAlignment, "store by TMA");
    SharedMemory &shared = place.block->shared;
    const uint8_t *source =
        shared.readAsync(place.offset, box.bytes(), "store by TMA");
    if (warp.block->cluster->launch.checksOrder)
      place.block->log.read(warp.accessor(1u << lane, /*isAsync=*/true),
                            place.offset, box.bytes(), "store by TMA");
    shared.lock(place.offset, box.bytes());
    auto copy = std::make_shared<BulkCopy>();
    copy->delay = kCopyDelay;
    copy->offset = place.offset;
    copy->bytes = box.bytes();
    copy->complete = [box, source, adds, offset = place.offset] {
      storeBox(box, source, offset, adds);
    };
    warp.bulk[lane].open.push_back(copy);
    warp.block->cluster->copies.push_back(std::move(copy));
  });
  return Step::Next;
}

Step commit(Warp &warp, const Instruction &, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    BulkGroups &groups = warp.bulk[lane];
    groups.committed.push_back(std::move(groups.open));
    groups.open.clear();
  });
  return Step::Next;
}

bool isDone(const BulkGroups::Group &group) {
  return std::all_of(group.begin(), group.end(),
                     [](const auto &copy) { return copy->isDone; });
}

/// Reading shared memory and writing global memory end together here.
Step waitForGroups(Warp &warp, const Instruction &instruction, LaneMask mask) {
  size_t allowed = immediateOf(instruction.operands[0]);
  bool isBlocked = false;
  forEachLane(mask, [&](int lane) {
    auto &groups = warp.bulk[lane].committed;
    for (size_t i = 0; i + allowed < groups.size(); ++i)
      isBlocked |= !isDone(groups[i]);
  });
  if (isBlocked)
    return Step::Blocked;
  forEachLane(mask, [&](int lane) {
    auto &groups = warp.bulk[lane].committed;
    for (; groups.size() > allowed; groups.pop_front())
      for (const auto &copy : groups.front()) {
        warp.block->shared.unlock(copy->offset, copy->bytes);
        if (warp.block->cluster->launch.checksOrder)
          warp.block->log.noteRead(warp.accessor(1u << lane, /*isAsync=*/true),
                                   copy->offset, copy->bytes);
      }
  });
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindBulk(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  auto startsWith = [&](const char *prefix) {
    return opcode.rfind(prefix, 0) == 0;
  };
  if (opcode == "cp.async.bulk.commit_group")
    return commit;
  if (startsWith("cp.async.bulk.wait_group"))
    return waitForGroups;
  if (startsWith("cp.async.bulk.prefetch.tensor.") &&
      !instruction.has("im2col"))
    return prefetchTensor;
  bool isTensor = startsWith("cp.async.bulk.tensor.") ||
                  startsWith("cp.reduce.async.bulk.tensor.");
  if (!isTensor || instruction.has("im2col"))
    return nullptr;
  if (instruction.has("bulk_group")) {
    bool isSum = instruction.has("add");
    return startsWith("cp.reduce.") == isSum ? storeTensor : nullptr;
  }
  return instruction.has("mbarrier::complete_tx::bytes") ? loadTensor : nullptr;
}
