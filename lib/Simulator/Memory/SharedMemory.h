//===- SharedMemory.h - The shared memory of a block ------------*- C++ -*-===//
//
// Knows of each byte whether it was written, whether a copy in flight will
// write it, and whether an asynchronous reader is not done with it.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MEMORY_SHAREDMEMORY_H
#define LOWP_LIB_SIMULATOR_MEMORY_SHAREDMEMORY_H

#include <cstdint>
#include <string>
#include <vector>

namespace lowp::simulator {

/// Where shared memory starts in its window, as on devices.
constexpr uint32_t kSharedStart = 0x400;
/// Bits of a shared address that hold the rank of the block in its cluster.
constexpr uint32_t kRankShift = 24;
constexpr uint32_t kOffsetMask = (1u << kRankShift) - 1;
/// What asynchronous readers lock at a time.
constexpr uint32_t kGranule = 16;

class SharedMemory {
public:
  /// What errors call the place at an offset.
  static std::string describe(uint32_t offset);
  void reset(uint32_t bytes);
  uint32_t size() const { return data.size(); }

  /// All offsets are addresses without their rank.
  const uint8_t *read(uint32_t offset, uint32_t bytes, const char *what) const;
  /// The same for wgmma and bulk stores. What nobody wrote may be in rows whose
  /// results nobody uses: it reads as NaN.
  const uint8_t *readAsync(uint32_t offset, uint32_t bytes,
                           const char *what) const;
  uint8_t *write(uint32_t offset, uint32_t bytes, const char *what);

  /// A copy starts that will write these bytes, or writes them now.
  void beginCopy(uint32_t offset, uint32_t bytes, const char *what);
  uint8_t *completeCopy(uint32_t offset, uint32_t bytes);
  /// These bytes are as if nobody had written them.
  void forget(uint32_t offset, uint32_t bytes);

  /// Until unlock, writes to the granule are faults.
  void lock(uint32_t granule) { ++locks[granule]; }
  void unlock(uint32_t granule) { --locks[granule]; }
  void lock(uint32_t offset, uint32_t bytes);
  void unlock(uint32_t offset, uint32_t bytes);

  /// Bytes of an mbarrier, which only instructions for mbarriers may touch.
  void reserve(uint32_t offset, uint32_t bytes);

private:
  /// Bits, so that those of many bytes can be joined.
  enum State : uint8_t {
    Unwritten = 0,
    Written = 1,
    InFlight = 2,
    Reserved = 4
  };

  /// The states of all these bytes.
  uint8_t joined(uint32_t offset, uint32_t bytes) const;
  void checkBounds(uint32_t offset, uint32_t bytes, const char *what) const;
  void checkWrite(uint32_t offset, uint32_t bytes, const char *what) const;
  /// For the first byte that is in one of the states, or in none.
  [[noreturn]] void failAccess(uint32_t offset, uint32_t bytes, uint8_t states,
                               const char *what) const;

  std::vector<uint8_t> data;
  std::vector<uint8_t> states;
  std::vector<uint16_t> locks; // by granule
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MEMORY_SHAREDMEMORY_H
