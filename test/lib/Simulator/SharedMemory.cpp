//===- SharedMemory.cpp - The shared memory of a block --------------------===//

#include "SharedMemory.h"
#include "Fault.h"

#include <algorithm>
#include <cstring>

using namespace lowp::simulator;

/// NaN in all floating-point formats.
constexpr uint8_t kUnwrittenByte = 0xFF;

void SharedMemory::reset(uint32_t bytes) {
  data.assign(bytes, kUnwrittenByte);
  states.assign(bytes, Unwritten);
  locks.assign(bytes / kGranule + 1, 0);
}

void SharedMemory::checkBounds(uint32_t offset, uint32_t bytes,
                               const char *what) const {
  if (offset >= kSharedStart && offset <= size() && bytes <= size() - offset)
    return;
  fail(FaultKind::Address,
       "%s of %u bytes of shared memory at %+d, of which there are %u", what,
       bytes, int(offset) - int(kSharedStart), size() - kSharedStart);
}

void SharedMemory::failRead(uint32_t offset, State state,
                            const char *what) const {
  const char *reason =
      state == Unwritten  ? "which nobody wrote"
      : state == InFlight ? "into which a copy is in flight that was not waited "
                            "for"
                          : "which is part of an mbarrier";
  fail(FaultKind::Program, "%s of shared memory at %+d, %s", what,
       int(offset) - int(kSharedStart), reason);
}

const uint8_t *SharedMemory::read(uint32_t offset, uint32_t bytes,
                                  const char *what) const {
  checkBounds(offset, bytes, what);
  for (uint32_t i = offset; i < offset + bytes; ++i)
    if (states[i] != Written)
      failRead(i, states[i], what);
  return &data[offset];
}

const uint8_t *SharedMemory::readAsync(uint32_t offset, uint32_t bytes,
                                       const char *what) const {
  checkBounds(offset, bytes, what);
  for (uint32_t i = offset; i < offset + bytes; ++i)
    if (states[i] > Written)
      failRead(i, states[i], what);
  return &data[offset];
}

void SharedMemory::checkWrite(uint32_t offset, uint32_t bytes,
                              const char *what) const {
  checkBounds(offset, bytes, what);
  if (bytes == 0)
    return;
  for (uint32_t i = offset; i < offset + bytes; ++i)
    if (states[i] == InFlight || states[i] == Reserved)
      fail(FaultKind::Program, "%s to shared memory at %+d, %s", what,
           int(i) - int(kSharedStart),
           states[i] == InFlight ? "into which a copy is in flight"
                                 : "which is part of an mbarrier");
  for (uint32_t granule = offset / kGranule;
       granule <= (offset + bytes - 1) / kGranule; ++granule)
    if (locks[granule])
      fail(FaultKind::Program,
           "%s to shared memory at %+d, which wgmma or a bulk copy still reads",
           what, int(granule * kGranule) - int(kSharedStart));
}

uint8_t *SharedMemory::write(uint32_t offset, uint32_t bytes,
                             const char *what) {
  checkWrite(offset, bytes, what);
  std::fill_n(states.begin() + offset, bytes, Written);
  return &data[offset];
}

void SharedMemory::beginCopy(uint32_t offset, uint32_t bytes,
                             const char *what) {
  checkWrite(offset, bytes, what);
  std::fill_n(states.begin() + offset, bytes, InFlight);
  std::fill_n(data.begin() + offset, bytes, kUnwrittenByte);
}

uint8_t *SharedMemory::completeCopy(uint32_t offset, uint32_t bytes) {
  std::fill_n(states.begin() + offset, bytes, Written);
  return &data[offset];
}

void SharedMemory::lock(uint32_t offset, uint32_t bytes) {
  for (uint32_t i = offset / kGranule; i < (offset + bytes) / kGranule; ++i)
    lock(i);
}

void SharedMemory::unlock(uint32_t offset, uint32_t bytes) {
  for (uint32_t i = offset / kGranule; i < (offset + bytes) / kGranule; ++i)
    unlock(i);
}

void SharedMemory::reserve(uint32_t offset, uint32_t bytes) {
  checkWrite(offset, bytes, "mbarrier.init");
  std::fill_n(states.begin() + offset, bytes, Reserved);
}
