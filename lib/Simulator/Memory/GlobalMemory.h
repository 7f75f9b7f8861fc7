//===- GlobalMemory.h - The memory of the device ----------------*- C++ -*-===//
//
// An allocation is memory of the host between two guards. What nobody wrote
// reads as bytes of 0xFF: NaN in all formats but integers.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MEMORY_GLOBALMEMORY_H
#define LOWP_LIB_SIMULATOR_MEMORY_GLOBALMEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace lowp::simulator {

class GlobalMemory {
public:
  static GlobalMemory &get();

  uint64_t allocate(size_t bytes);
  /// False if nothing was allocated there; a Fault if a guard was overwritten.
  bool release(uint64_t address);
  /// Whether all of the bytes belong to one allocation.
  bool contains(uint64_t address, size_t bytes) const;

  /// The host's pointer to memory that a kernel accesses; a Fault if it is out
  /// of bounds or not a multiple of `alignment`.
  uint8_t *access(uint64_t address, size_t bytes, size_t alignment,
                  const char *what) const;

  /// Held by atomic accesses of kernels.
  std::mutex atomics;

private:
  struct Allocation {
    size_t bytes;
    uint8_t *block; // with the guards
  };
  std::string describe(uint64_t address, size_t bytes) const;

  mutable std::mutex mutex;
  std::atomic<uint64_t> releases = 1;
  std::map<uint64_t, Allocation> allocations; // by their start
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MEMORY_GLOBALMEMORY_H
