//===- TensorUnits.h - Who accesses tensor memory ---------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_TENSORMEMORY_TENSORUNITS_H
#define LOWP_LIB_SIMULATOR_TENSORMEMORY_TENSORUNITS_H

#include "Simulator/MMA/SharedMatrix.h"
#include "Simulator/Machine/Lanes.h"

namespace lowp::simulator {

/// The tensor memory of the warp's block; throws a Fault if it allocated none.
TensorMemory &tensorMemoryOf(Warp &warp);

/// The number of `.cta_group` that the instruction has, 1 or 2; 0 for others.
int ctaGroupOf(const Instruction &instruction);

/// The blocks that an instruction of `group` blocks works for: that of the
/// warp or its pair, the even rank first. Throws a Fault for a cluster without
/// pairs, and for a block that has ended.
std::vector<Block *> blocksOf(Warp &warp, int group, const char *what);

/// The same, with the unit's accesses to the other block noted: it may not end
/// before it knows of them.
std::vector<Block *> blocksOf(Warp &warp, const TensorUnit &unit, int group,
                              const char *what);

/// The tensor memory of `block`; throws a Fault if it allocated none.
TensorMemory &tensorMemoryOf(Block &block);

/// What the warp knows of accesses to tensor memory: strictly, those that
/// fences of both sides are between, and its own that it has waited for.
View tensorViewOf(const Warp &warp);

/// The same at the time of the warp, which accesses by its lanes are noted
/// with.
View tensorViewOfLanes(const Warp &warp);

/// The one thread that issues an instruction; throws a Fault for several.
int issuingLane(LaneMask mask, const char *what);

/// The unit of a thread, which knows what the thread knows now.
TensorUnit &unitOf(Warp &warp, int lane);

/// The address on which all lanes agree.
uint32_t uniformAddressOf(Warp &warp, const Operand &operand, const char *what);

/// Whether accesses need an order.
inline bool checksOrder(const Warp &warp) {
  return warp.block->cluster->launch.checksOrder;
}

/// The matrix in shared memory that a descriptor of tcgen05 names.
SharedMatrix readTensorDescriptor(uint64_t bits);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_TENSORMEMORY_TENSORUNITS_H
