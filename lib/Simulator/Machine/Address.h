//===- Address.h - From addresses to memory ---------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_ADDRESS_H
#define LOWP_LIB_SIMULATOR_MACHINE_ADDRESS_H

#include "Machine.h"

namespace lowp::simulator {

/// What an instruction says of the addresses that it accesses.
enum class Space { Shared, SharedCluster, Global, Local, Generic };

/// The space that the modifiers of `instruction` name first.
Space spaceOf(const Instruction &instruction);

/// A place in the shared memory of a block of the cluster.
struct SharedPlace {
  Block *block;
  uint32_t offset;
};

/// Where `address` points: in the block of the warp itself unless `space` is
/// SharedCluster. A Fault if it is in no block or not aligned.
SharedPlace locate(Warp &warp, uint64_t address, Space space,
                   uint32_t alignment, const char *what);

/// Memory that lanes of the program read or write in any space; local memory is
/// that of the first of them.
const uint8_t *readMemory(Warp &warp, LaneMask lanes, uint64_t address,
                          Space space, uint32_t bytes, const char *what);
uint8_t *writeMemory(Warp &warp, LaneMask lanes, uint64_t address, Space space,
                     uint32_t bytes, const char *what);

/// Whether `address` is one of the thread's own memory.
bool isLocal(uint64_t address, Space space);

/// A Fault if the kernel before may not have ended yet.
void checkGridOrder(const Warp &warp, const char *what);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_ADDRESS_H
