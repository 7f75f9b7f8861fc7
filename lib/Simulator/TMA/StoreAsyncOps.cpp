//===- StoreAsyncOps.cpp - Stores that signal an mbarrier -----------------===//

#include "Simulator/MBarrier/MBarrier.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

/// Words of each lane for the shared memory of a block of the cluster.
static Step storeAsync(Warp &warp, const Instruction &instruction,
                       LaneMask mask) {
  const auto &operands = instruction.operands;
  struct Store {
    Block *block;
    uint32_t offset, barrier;
    std::array<uint32_t, 4> words;
  };
  std::vector<Store> stores;
  auto copy = std::make_shared<BulkCopy>();
  copy->delay = kCopyDelay;
  constexpr size_t kWords = 4;
  if (operands[1].parts.size() != kWords)
    failKind(operands[1], "four words");
  uint32_t bytes = 4 * kWords;
  Accessor writer = warp.accessor(mask);
  writer.isDeferred = true;
  forEachLane(mask, [&](int lane) {
    SharedPlace place = locate(warp, addressOf(warp, operands[0], lane),
                               Space::SharedCluster, bytes, "st.async");
    uint64_t signal = addressOf(warp, operands[2], lane);
    findMBarrier(warp, signal, Space::SharedCluster);
    if (signal >> kRankShift != place.block->rank)
      fail(FaultKind::Program, "the mbarrier is in another block");
    Store store{place.block, place.offset, uint32_t(signal & kOffsetMask), {}};
    for (size_t i = 0; i < operands[1].parts.size(); ++i)
      store.words[i] = valueOf<uint32_t>(warp, operands[1].parts[i], lane);
    place.block->shared.beginCopy(place.offset, bytes, "st.async");
    if (warp.block->cluster->launch.checksOrder)
      place.block->log.write(writer, place.offset, bytes, "st.async");
    copy->targets.push_back(place.block);
    stores.push_back(store);
  });
  copy->complete = [stores, bytes, line = instruction.line] {
    for (const Store &store : stores) {
      std::memcpy(store.block->shared.completeCopy(store.offset, bytes),
                  store.words.data(), bytes);
      completeCopy(*store.block, store.offset, {bytes, bytes}, *store.block,
                   store.barrier, line);
    }
  };
  warp.block->cluster->copies.push_back(std::move(copy));
  return Step::Next;
}

Handler lowp::simulator::bindStoreAsync(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  std::string stem = "st.async.shared::cluster.mbarrier::complete_tx::bytes.";
  bool isKnown = opcode == stem + "v4.f32" || opcode == stem + "v4.b32";
  return isKnown ? storeAsync : nullptr;
}
