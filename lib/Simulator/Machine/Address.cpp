//===- Address.cpp - From addresses to memory -----------------------------===//

#include "Address.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

Space lowp::simulator::spaceOf(const Instruction &instruction) {
  for (const std::string &modifier : instruction.modifiers) {
    if (modifier == "shared" || modifier == "shared::cta")
      return Space::Shared;
    if (modifier == "shared::cluster")
      return Space::SharedCluster;
    if (modifier == "global")
      return Space::Global;
    if (modifier == "local")
      return Space::Local;
  }
  return Space::Generic;
}

SharedPlace lowp::simulator::locate(Warp &warp, uint64_t address, Space space,
                                    uint32_t alignment, const char *what) {
  Block &own = *warp.block;
  auto &blocks = own.cluster->blocks;
  uint64_t rank = address >> kRankShift;
  uint32_t offset = address & kOffsetMask;
  if (rank >= blocks.size())
    fail(FaultKind::Address,
         "%s at 0x%llx, which is no address of shared memory in a cluster of "
         "%zu blocks",
         what, static_cast<unsigned long long>(address), blocks.size());
  if (space != Space::SharedCluster && rank != own.rank)
    fail(FaultKind::Address,
         "%s at 0x%llx, in the shared memory of block %u of the cluster; this "
         "is block %u",
         what, static_cast<unsigned long long>(address), unsigned(rank),
         own.rank);
  Block &block = *blocks[rank];
  if (block.isDone())
    fail(FaultKind::Address,
         "%s in the shared memory of block %u of the cluster, which has ended",
         what, unsigned(rank));
  if (&block != &own)
    block.remoteAccesses[warp.agent] = warp.view.seen[warp.agent];
  if (offset % alignment)
    fail(FaultKind::Alignment,
         "%s of shared memory at %+d, which is no multiple of %u", what,
         int(offset) - int(kSharedStart), alignment);
  return {&block, offset};
}

bool lowp::simulator::isLocal(uint64_t address, Space space) {
  return space == Space::Local ||
         (space == Space::Generic && address >> 48 == kLocalWindow >> 48);
}

/// Resolves generic addresses; other spaces stay as they are.
static Space resolve(uint64_t &address, Space space) {
  if (space != Space::Generic)
    return space;
  if (isLocal(address, space)) {
    address -= kLocalWindow;
    return Space::Local;
  }
  if (address >> 48 != kSharedWindow >> 48)
    return Space::Global;
  address &= 0xFFFFFFFF;
  return Space::SharedCluster;
}

void lowp::simulator::checkGridOrder(const Warp &warp, const char *what) {
  const Launch &launch = warp.block->cluster->launch;
  if (launch.overlapsPrevious && !warp.view.seen[kGridBefore])
    fail(FaultKind::Program,
         "%s of global memory has no order to the end of the kernel before; "
         "griddepcontrol.wait is missing before it",
         what);
}

const uint8_t *lowp::simulator::readMemory(Warp &warp, LaneMask lanes,
                                           uint64_t address, Space space,
                                           uint32_t bytes, const char *what) {
  if (space == Space::Generic && address >> 48 == kParameterWindow >> 48) {
    const auto &parameters = warp.block->cluster->launch.parameters;
    uint64_t offset = address - kParameterWindow;
    if (offset + bytes > parameters.size())
      fail(FaultKind::Address, "%s outside of the kernel's parameters", what);
    return &parameters[offset];
  }
  Space resolved = resolve(address, space);
  if (resolved == Space::Global) {
    checkGridOrder(warp, what);
    return GlobalMemory::get().access(address, bytes, bytes, what);
  }
  const Launch &launch = warp.block->cluster->launch;
  if (resolved == Space::Local)
    return warp.local.read(__builtin_ctz(lanes), address, bytes,
                           launch.isLenient, what);
  SharedPlace place = locate(warp, address, resolved, bytes, what);
  SharedMemory &shared = place.block->shared;
  const uint8_t *memory = launch.isLenient
                              ? shared.readAsync(place.offset, bytes, what)
                              : shared.read(place.offset, bytes, what);
  if (launch.checksOrder)
    place.block->log.read(warp.accessor(lanes), place.offset, bytes, what);
  return memory;
}

uint8_t *lowp::simulator::writeMemory(Warp &warp, LaneMask lanes,
                                      uint64_t address, Space space,
                                      uint32_t bytes, const char *what) {
  Space resolved = resolve(address, space);
  if (resolved == Space::Global) {
    checkGridOrder(warp, what);
    return GlobalMemory::get().access(address, bytes, bytes, what);
  }
  if (resolved == Space::Local)
    return warp.local.write(__builtin_ctz(lanes), address, bytes, what);
  SharedPlace place = locate(warp, address, resolved, bytes, what);
  uint8_t *memory = place.block->shared.write(place.offset, bytes, what);
  if (warp.block->cluster->launch.checksOrder)
    place.block->log.write(warp.accessor(lanes), place.offset, bytes, what);
  return memory;
}
