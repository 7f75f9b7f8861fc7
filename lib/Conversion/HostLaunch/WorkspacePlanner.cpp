//===- WorkspacePlanner.cpp - Which buffers share memory ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspacePlanner.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// What a size that only the caller knows is taken for where sizes are
/// compared. A wrong guess costs memory, not correctness.
static constexpr double kGuessedSize = 1024;

bool ByteCount::isComparable(const ByteCount &other) const {
  return sizes.size() == other.sizes.size() &&
         std::is_permutation(sizes.begin(), sizes.end(), other.sizes.begin());
}

static double guess(const ByteCount &count) {
  double bytes = static_cast<double>(count.factor);
  for (size_t i = 0; i < count.sizes.size(); ++i)
    bytes *= kGuessedSize;
  return bytes;
}

/// The bytes of `alloc`; none where lowp-host-launch will refuse it.
static std::optional<ByteCount> countBytes(memref::AllocOp alloc) {
  std::optional<int64_t> factor = countKnownBytes(alloc.getType());
  if (!factor || !alloc.getSymbolOperands().empty())
    return std::nullopt;
  return ByteCount{*factor, llvm::to_vector(alloc.getDynamicSizes())};
}

void WorkspacePlanner::collect() {
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    std::optional<ByteCount> bytes = countBytes(alloc);
    std::optional<Lifetime> lifetime = lifetimes.get(alloc);
    if (bytes && lifetime)
      buffers.push_back({alloc, *lifetime, *bytes});
  }
  // What is large, or lives for long, finds room first.
  auto getKey = [](const PlannedBuffer &buffer) {
    auto [first, last] = buffer.lifetime;
    return std::tuple(-guess(buffer.bytes), -int64_t(last - first), first);
  };
  llvm::sort(buffers, [&](const PlannedBuffer &a, const PlannedBuffer &b) {
    return getKey(a) < getKey(b);
  });
}

/// Whether `value` is there before `point`, or what computes it can move there.
/// `known` holds values that were asked for before.
bool WorkspacePlanner::isKnownBefore(Value value, Operation *point,
                                     DenseSet<Value> &known) {
  Operation *op = value.getDefiningOp();
  // Arguments of the function: allocations in regions are not planned.
  if (!op || op->isBeforeInBlock(point) || !known.insert(value).second)
    return true;
  // What asks a buffer stays behind it, except for arguments.
  bool asksBuffer = llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<BaseMemRefType>(operand.getType()) && operand.getDefiningOp();
  });
  return !asksBuffer && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isKnownBefore(operand, point, known);
         });
}

bool WorkspacePlanner::isKnownBefore(const ByteCount &bytes, Operation *point) {
  DenseSet<Value> known;
  return llvm::all_of(bytes.sizes, [&](Value size) {
    return isKnownBefore(size, point, known);
  });
}

bool WorkspacePlanner::isFree(const WorkspaceSlot &slot,
                              const PlannedBuffer &buffer) {
  if (llvm::any_of(slot.members, [&](const PlannedBuffer *member) {
        return member->lifetime.overlaps(buffer.lifetime);
      }))
    return false;
  // All sizes must be known where the slot is allocated.
  Operation *point =
      lifetimes.getOp(std::min(slot.first, buffer.lifetime.first));
  return isKnownBefore(buffer.bytes, point) &&
         llvm::all_of(slot.members, [&](const PlannedBuffer *member) {
           return isKnownBefore(member->bytes, point);
         });
}

/// The free slot that fits best: first those that do not grow for sure, of
/// these the smallest. Even the worst one is better than a slot of its own, for
/// the maximum of two sizes is at most their sum.
WorkspaceSlot *WorkspacePlanner::findSlot(const PlannedBuffer &buffer) {
  auto isComparable = [&](const WorkspaceSlot &slot) {
    return llvm::any_of(slot.members, [&](const PlannedBuffer *member) {
      return member->bytes.isComparable(buffer.bytes);
    });
  };
  auto guessSlot = [](const WorkspaceSlot &slot) {
    return guess(slot.members.front()->bytes);
  };
  WorkspaceSlot *best = nullptr;
  for (WorkspaceSlot &slot : slots) {
    if (!isFree(slot, buffer))
      continue;
    if (!best || std::pair(!isComparable(slot), guessSlot(slot)) <
                     std::pair(!isComparable(*best), guessSlot(*best)))
      best = &slot;
  }
  return best;
}

/// Into the smallest result that has room: larger ones are for larger buffers.
bool WorkspacePlanner::placeInResult(const PlannedBuffer &buffer) {
  return buffer.bytes.sizes.empty() &&
         llvm::any_of(results, [&](ResultMemory &result) {
           return result.place(buffer.alloc, buffer.lifetime,
                               buffer.bytes.factor);
         });
}

void WorkspacePlanner::placeInSlot(const PlannedBuffer &buffer) {
  if (WorkspaceSlot *slot = findSlot(buffer)) {
    slot->members.push_back(&buffer);
    slot->first = std::min(slot->first, buffer.lifetime.first);
  } else {
    slots.push_back({{&buffer}, buffer.lifetime.first});
  }
}

void WorkspacePlanner::run() {
  collect();
  bool areKnown = llvm::all_of(buffers, [](const PlannedBuffer &buffer) {
    return buffer.bytes.sizes.empty();
  });
  int64_t apart = 0;
  for (const PlannedBuffer &buffer : buffers) {
    if (placeInResult(buffer))
      continue;
    auto [first, last] = buffer.lifetime;
    int64_t bytes = buffer.bytes.factor;
    apart += bytes;
    if (areKnown)
      placed.push_back(
          {buffer.alloc, buffer.lifetime, *arena.place(bytes, first, last)});
    else
      placeInSlot(buffer);
  }
  // Each stays where it is.
  if (getPlacedBytes() >= apart)
    placed.clear();
}

SmallVector<BufferGroup> mlir::lowp::groupBuffers(func::FuncOp func) {
  SmallVector<BufferGroup> groups;
  DenseSet<Operation *> planned;
  // As the pass, which leaves other functions alone.
  if (func.getBlocks().size() == 1) {
    WorkspacePlanner planner(func);
    planner.run();
    auto getAlloc = [](const PlacedBuffer &member) { return member.alloc; };
    for (const ResultMemory &result : planner.getResults())
      groups.push_back({llvm::map_to_vector(result.getMembers(), getAlloc), 0});
    if (!planner.getPlaced().empty())
      groups.push_back({llvm::map_to_vector(planner.getPlaced(), getAlloc),
                        planner.getPlacedBytes()});
    for (const WorkspaceSlot &slot : planner.getSlots())
      groups.push_back({llvm::map_to_vector(slot.members,
                                            [](const PlannedBuffer *member) {
                                              return member->alloc;
                                            }),
                        std::nullopt});
  }
  for (const BufferGroup &group : groups)
    planned.insert(group.members.begin(), group.members.end());
  func.walk([&](memref::AllocOp alloc) {
    if (!planned.contains(alloc))
      groups.push_back({{alloc}, std::nullopt});
  });
  return groups;
}
