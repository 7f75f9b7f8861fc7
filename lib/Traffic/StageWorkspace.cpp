//===- StageWorkspace.cpp - Memory between launches of a stage ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageWorkspace.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Memory of a stage, with what lies in it while it is not there yet.
struct Host {
  const StagedMemory *memory;
  SmallVector<std::pair<const StagedMemory *, int64_t>> members;

  /// Finds room for `guest`, if it is gone before the memory is written.
  bool place(const StagedMemory &guest) {
    if (guest.last >= memory->first)
      return false;
    int64_t offset = 0;
    for (auto [member, start] : members)
      if (member->first <= guest.last && guest.first <= member->last)
        offset = std::max(offset, start + member->bytes);
    if (offset + guest.bytes > memory->bytes)
      return false;
    members.push_back({&guest, offset});
    return true;
  }
};
} // namespace

int64_t mlir::lowp::getStageWorkspace(ArrayRef<StagedMemory> memories,
                                      int64_t begin, int64_t end) {
  SmallVector<const StagedMemory *> sorted;
  for (const StagedMemory &memory : memories)
    if (memory.first >= begin && memory.first < end)
      sorted.push_back(&memory);
  llvm::sort(sorted, [](const StagedMemory *a, const StagedMemory *b) {
    return std::pair(a->bytes, a) < std::pair(b->bytes, b);
  });
  SmallVector<Host> hosts;
  for (const StagedMemory *memory : sorted)
    if (!memory->isInside(begin, end) && memory->first > begin)
      hosts.push_back({memory, {}});
  SmallVector<SmallVector<const StagedMemory *>> slots;
  int64_t bytes = 0;
  for (const StagedMemory *guest : llvm::reverse(sorted)) {
    auto isHere = [&](Host &host) { return host.place(*guest); };
    if (!guest->isInside(begin, end) || llvm::any_of(hosts, isHere))
      continue;
    auto isFree = [&](ArrayRef<const StagedMemory *> slot) {
      return llvm::all_of(slot, [&](const StagedMemory *other) {
        return other->last < guest->first || guest->last < other->first;
      });
    };
    // The smallest is the last one.
    auto free = std::find_if(slots.rbegin(), slots.rend(), isFree);
    if (free == slots.rend()) {
      slots.push_back({guest});
      bytes += guest->bytes;
    } else {
      free->push_back(guest);
    }
  }
  return bytes;
}
