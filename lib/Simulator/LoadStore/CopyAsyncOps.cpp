//===- CopyAsyncOps.cpp - cp.async ----------------------------------------===//
//
// Each lane copies 4, 8 or 16 bytes from global to shared memory, which nobody
// may touch until that lane has waited for the group of the copy.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

/// Notes the copy; it is made when the lane waits for it.
void begin(Warp &warp, const Instruction &instruction, int lane) {
  const auto &operands = instruction.operands;
  ElementCopy copy;
  copy.source = addressOf(warp, operands[1], lane);
  copy.bytes = immediateOf(operands[2]);
  copy.readBytes = operands.size() > 3
                       ? valueOf<uint32_t>(warp, operands[3], lane)
                       : copy.bytes;
  copy.line = instruction.line;
  if (copy.readBytes > copy.bytes)
    fail(FaultKind::Program, "expected a source of at most %u bytes, got %u",
         copy.bytes, copy.readBytes);
  checkGridOrder(warp, "cp.async");
  // Where it reads nothing, the address may be any.
  if (copy.readBytes)
    GlobalMemory::get().access(copy.source, copy.readBytes, copy.bytes,
                               "cp.async");
  SharedPlace place = locate(warp, addressOf(warp, operands[0], lane),
                             Space::Shared, copy.bytes, "cp.async");
  copy.offset = place.offset;
  Accessor accessor = warp.accessor(1u << lane);
  accessor.isDeferred = true;
  if (warp.block->cluster->launch.checksOrder)
    place.block->log.write(accessor, copy.offset, copy.bytes, "cp.async");
  place.block->shared.beginCopy(copy.offset, copy.bytes, "cp.async");
  warp.elementCopies[lane].open.push_back(copy);
}

Step start(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) { begin(warp, instruction, lane); });
  return Step::Next;
}

Step commit(Warp &warp, const Instruction &, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    ElementCopyGroups &groups = warp.elementCopies[lane];
    groups.committed.push_back(std::move(groups.open));
    groups.open.clear();
  });
  return Step::Next;
}

void complete(Warp &warp, int lane, const ElementCopy &copy) {
  uint8_t *target = warp.block->shared.completeCopy(copy.offset, copy.bytes);
  std::fill_n(target, copy.bytes, 0);
  if (copy.readBytes)
    std::copy_n(GlobalMemory::get().access(copy.source, copy.readBytes,
                                           copy.bytes, "cp.async"),
                copy.readBytes, target);
  Accessor accessor = warp.accessor(1u << lane);
  accessor.line = copy.line;
  if (warp.block->cluster->launch.checksOrder)
    warp.block->log.write(accessor, copy.offset, copy.bytes, "cp.async");
}

/// From here on the copies are writes of the warp, by the generic proxy.
void waitUntil(Warp &warp, LaneMask mask, size_t allowed) {
  forEachLane(mask, [&](int lane) {
    auto &groups = warp.elementCopies[lane].committed;
    for (; groups.size() > allowed; groups.pop_front()) {
      if (!groups.front().empty())
        warp.noteAccess(1u << lane, /*isWrite=*/true);
      for (const ElementCopy &copy : groups.front())
        complete(warp, lane, copy);
    }
  });
}

Step waitForGroups(Warp &warp, const Instruction &instruction, LaneMask mask) {
  waitUntil(warp, mask, immediateOf(instruction.operands[0]));
  return Step::Next;
}

Step waitForAll(Warp &warp, const Instruction &instruction, LaneMask mask) {
  commit(warp, instruction, mask);
  waitUntil(warp, mask, 0);
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindCopyAsync(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode == "cp.async.commit_group")
    return commit;
  if (opcode == "cp.async.wait_group")
    return waitForGroups;
  if (opcode == "cp.async.wait_all")
    return waitForAll;
  bool caches = opcode.rfind("cp.async.ca.shared", 0) == 0;
  bool bypasses = opcode.rfind("cp.async.cg.shared", 0) == 0;
  if ((!caches && !bypasses) || !instruction.has("global") ||
      instruction.has("L2::cache_hint"))
    return nullptr;
  if (instruction.operands.size() > 4)
    fail(FaultKind::Image, "expected at most 4 operands");
  int64_t bytes = immediateOf(instruction.operands[2]);
  bool fits = bytes == 16 || (caches && (bytes == 4 || bytes == 8));
  if (!fits)
    fail(FaultKind::Image, "expected %s bytes, got %lld",
         caches ? "4, 8 or 16" : "16", static_cast<long long>(bytes));
  return start;
}
