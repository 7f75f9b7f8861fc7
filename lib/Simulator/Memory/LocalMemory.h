//===- LocalMemory.h - The stacks of the threads of a warp ------*- C++ -*-===//
//
// Each thread has memory of its own, of as many bytes as the kernel declares.
// Offsets count from its start, and are the addresses of the PTX.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MEMORY_LOCALMEMORY_H
#define LOWP_LIB_SIMULATOR_MEMORY_LOCALMEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lowp::simulator {

class LocalMemory {
public:
  /// Nothing is written yet; `threadBytes` may be 0.
  void reset(uint32_t threadBytes);

  /// A Fault if the bytes are out of bounds, not aligned, or, unless
  /// `takesUnwritten`, nobody wrote them.
  const uint8_t *read(int lane, uint64_t offset, uint32_t bytes,
                      bool takesUnwritten, const char *what) const;
  uint8_t *write(int lane, uint64_t offset, uint32_t bytes, const char *what);

private:
  /// The place in `data` of an access.
  size_t place(int lane, uint64_t offset, uint32_t bytes,
               const char *what) const;

  uint32_t threadBytes = 0;
  std::vector<uint8_t> data; // thread by thread
  std::vector<bool> isWritten;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MEMORY_LOCALMEMORY_H
