//===- StageWorkspace.cpp - Memory between launches of a stage ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageWorkspace.h"

#include "lowp/Support/LifetimeArena.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Memory of a stage, with all that lies over it.
struct Piece {
  int64_t bytes, first, last;
  /// Whether launches of the stage alone touch it.
  bool isInside;
};

/// What lies in memory while it is not there yet.
struct Host {
  explicit Host(const Piece &memory)
      : memory(&memory), arena(/*alignment=*/1, memory.bytes) {}

  /// Finds room for `guest`, if it is gone before the memory is written.
  bool place(const Piece &guest) {
    return guest.last < memory->first &&
           arena.place(guest.bytes, guest.first, guest.last);
  }

  const Piece *memory;
  LifetimeArena arena;
};
} // namespace

/// What launches from `begin` to `end` write first: what lies over another is
/// one with it.
static SmallVector<Piece> collectPieces(ArrayRef<StagedMemory> memories,
                                        int64_t begin, int64_t end) {
  SmallVector<Piece> pieces;
  // By memories, which come in the order in which they are written.
  SmallVector<size_t> pieceOf(memories.size());
  for (size_t index = 0; index < memories.size(); ++index) {
    const StagedMemory &memory = memories[index];
    if (memory.first < begin || memory.first >= end)
      continue;
    auto isFree = [&](unsigned other) {
      if (memories[other].first < begin)
        return false;
      const Piece &piece = pieces[pieceOf[other]];
      return piece.isInside && piece.last == memory.first;
    };
    const unsigned *under = llvm::find_if(memory.mayLieOver, isFree);
    pieceOf[index] =
        under == memory.mayLieOver.end() ? pieces.size() : pieceOf[*under];
    if (under == memory.mayLieOver.end())
      pieces.push_back({memory.bytes, memory.first, memory.last, true});
    Piece &piece = pieces[pieceOf[index]];
    piece.last = memory.last;
    piece.isInside = memory.isInside(begin, end);
  }
  return pieces;
}

int64_t mlir::lowp::getStageWorkspace(ArrayRef<StagedMemory> memories,
                                      int64_t begin, int64_t end) {
  SmallVector<Piece> pieces = collectPieces(memories, begin, end);
  SmallVector<const Piece *> sorted;
  for (const Piece &piece : pieces)
    sorted.push_back(&piece);
  llvm::sort(sorted, [](const Piece *a, const Piece *b) {
    return std::pair(a->bytes, a) < std::pair(b->bytes, b);
  });
  SmallVector<Host> hosts;
  for (const Piece *memory : sorted)
    if (!memory->isInside && memory->first > begin)
      hosts.emplace_back(*memory);
  LifetimeArena workspace(/*alignment=*/1);
  for (const Piece *guest : llvm::reverse(sorted)) {
    auto isHere = [&](Host &host) { return host.place(*guest); };
    if (guest->isInside && !llvm::any_of(hosts, isHere))
      (void)workspace.place(guest->bytes, guest->first, guest->last);
  }
  return workspace.getBytes();
}
