//===- MBarrier.h - Barriers in shared memory -------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MBARRIER_MBARRIER_H
#define LOWP_LIB_SIMULATOR_MBARRIER_MBARRIER_H

#include "Simulator/Machine/Address.h"

namespace lowp::simulator {

/// The mbarrier at `address`; a Fault if there is none.
MBarrier &findMBarrier(Warp &warp, uint64_t address, Space space);

/// Bytes that are expected (positive) or have come (negative).
void countBytes(MBarrier &barrier, int64_t bytes);

/// What a copy writes in shared memory, padding among it, and what it moves.
struct CopiedBytes {
  uint32_t written, moved;
};

/// A copy has written bytes of `block`; signals the mbarrier at an offset of
/// `signalled`.
void completeCopy(Block &block, uint32_t offset, CopiedBytes bytes,
                  Block &signalled, uint32_t mbarrier, int line);

/// One arrival of who knows this much.
void arriveOnce(MBarrier &barrier, const View &view);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MBARRIER_MBARRIER_H
