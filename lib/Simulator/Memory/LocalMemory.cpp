//===- LocalMemory.cpp - The stacks of the threads of a warp --------------===//

#include "LocalMemory.h"
#include "Simulator/PTX/Program.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

/// NaN in all floating-point formats.
constexpr uint8_t kUnwrittenByte = 0xFF;

void LocalMemory::reset(uint32_t bytes) {
  threadBytes = bytes;
  data.assign(size_t(bytes) * kLanes, kUnwrittenByte);
  isWritten.assign(size_t(bytes) * kLanes, false);
}

size_t LocalMemory::place(int lane, uint64_t offset, uint32_t bytes,
                          const char *what) const {
  if (offset > threadBytes || bytes > threadBytes - offset)
    fail(FaultKind::Address,
         "%s of %u bytes of local memory at %+lld, of which a thread has %u",
         what, bytes, static_cast<long long>(offset), threadBytes);
  if (offset % bytes)
    fail(FaultKind::Alignment,
         "%s of local memory at %+lld, which is no multiple of %u", what,
         static_cast<long long>(offset), bytes);
  return size_t(lane) * threadBytes + offset;
}

const uint8_t *LocalMemory::read(int lane, uint64_t offset, uint32_t bytes,
                                 bool takesUnwritten, const char *what) const {
  size_t first = place(lane, offset, bytes, what);
  for (uint32_t i = 0; i < bytes && !takesUnwritten; ++i)
    if (!isWritten[first + i])
      fail(FaultKind::Program,
           "%s of local memory at %+lld, which nobody wrote", what,
           static_cast<long long>(offset + i));
  return &data[first];
}

uint8_t *LocalMemory::write(int lane, uint64_t offset, uint32_t bytes,
                            const char *what) {
  size_t first = place(lane, offset, bytes, what);
  std::fill_n(isWritten.begin() + first, bytes, true);
  return &data[first];
}
