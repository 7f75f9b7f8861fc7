//===- TensorUnits.cpp - Who accesses tensor memory -----------------------===//

#include "TensorUnits.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

TensorMemory &lowp::simulator::tensorMemoryOf(Warp &warp) {
  return tensorMemoryOf(*warp.block);
}

TensorMemory &lowp::simulator::tensorMemoryOf(Block &block) {
  if (!block.tensor)
    fail(FaultKind::Program, "the block has allocated no tensor memory");
  return *block.tensor;
}

int lowp::simulator::ctaGroupOf(const Instruction &instruction) {
  return instruction.has("cta_group::2")   ? 2
         : instruction.has("cta_group::1") ? 1
                                           : 0;
}

std::vector<Block *> lowp::simulator::blocksOf(Warp &warp, int group,
                                               const char *what) {
  if (group < 2)
    return {warp.block};
  auto &blocks = warp.block->cluster->blocks;
  uint32_t even = warp.block->rank & ~1u;
  if (even + 1 >= blocks.size())
    fail(FaultKind::Program,
         "%s of two blocks in a cluster of %zu, where block %u has no other",
         what, blocks.size(), warp.block->rank);
  std::vector<Block *> pair = {blocks[even].get(), blocks[even + 1].get()};
  for (const Block *block : pair)
    if (block->isDone())
      fail(FaultKind::Program, "%s of two blocks, of which block %u has ended",
           what, block->rank);
  return pair;
}

std::vector<Block *> lowp::simulator::blocksOf(Warp &warp,
                                               const TensorUnit &unit,
                                               int group, const char *what) {
  std::vector<Block *> blocks = blocksOf(warp, group, what);
  for (Block *block : blocks)
    if (block != warp.block)
      block->remoteAccesses[unit.agent] = unit.shared.seen[unit.agent];
  return blocks;
}

View lowp::simulator::tensorViewOf(const Warp &warp) {
  View view;
  if (warp.block->cluster->launch.isLenient) {
    view.seen = warp.view.seen;
    return view;
  }
  view.seen = warp.tensor.known.seen;
  if (!warp.tensor.isInFlight())
    view.seen.raise(warp.agent, warp.view.seen[warp.agent]);
  return view;
}

View lowp::simulator::tensorViewOfLanes(const Warp &warp) {
  View view = tensorViewOf(warp);
  view.seen.raise(warp.agent, warp.view.seen[warp.agent]);
  return view;
}

int lowp::simulator::issuingLane(LaneMask mask, const char *what) {
  if (mask & (mask - 1))
    fail(FaultKind::Program,
         "%s is issued by one thread, not by the lanes 0x%x", what, mask);
  return __builtin_ctz(mask);
}

TensorUnit &lowp::simulator::unitOf(Warp &warp, int lane) {
  auto [entry, isNew] = warp.tensor.units.try_emplace(lane);
  TensorUnit &unit = entry->second;
  if (isNew) {
    unit.agent = warp.block->cluster->agents++;
    unit.copyAgent = warp.block->cluster->agents++;
    unit.setTime(1);
  }
  warp.publish(unit.shared, 1u << lane);
  View known = tensorViewOf(warp);
  unit.tensor.join(known);
  unit.copies.join(known);
  // Compilers rely on an order that no manual promises.
  if (warp.block->cluster->launch.isLenient)
    unit.copies.join(unit.tensor);
  warp.release();
  return unit;
}

uint32_t lowp::simulator::uniformAddressOf(Warp &warp, const Operand &operand,
                                           const char *what) {
  auto first = static_cast<uint32_t>(addressOf(warp, operand, 0));
  for (int lane = 1; lane < kLanes; ++lane)
    if (addressOf(warp, operand, lane) != first)
      fail(FaultKind::Program, "the address of %s differs between the lanes",
           what);
  return first;
}

/// Where a swizzle begins matters only with one: other begins than those of its
/// rows are not supported.
SharedMatrix lowp::simulator::readTensorDescriptor(uint64_t bits) {
  auto text = static_cast<unsigned long long>(bits);
  if ((bits >> 46 & 7) != 1)
    fail(FaultKind::Program,
         "expected 1 as bits 46 to 48 of the descriptor 0x%llx", text);
  static constexpr int kSwizzles[] = {0, -1, 128, -1, 64, -1, 32, -1};
  int swizzle = kSwizzles[bits >> 61];
  constexpr uint64_t kReserved =
      uint64_t(3) << 14 | uint64_t(3) << 30 | uint64_t(0x1FF) << 52;
  constexpr uint64_t kSwizzleBegin = uint64_t(7) << 49;
  if (swizzle < 0 || bits & kReserved || (swizzle && bits & kSwizzleBegin))
    fail(FaultKind::Program, "unsupported bits in the descriptor 0x%llx", text);
  return SharedMatrix::ofDescriptor(bits, swizzle);
}
