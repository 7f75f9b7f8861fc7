//===- SharedMemory.cpp - The shared memory of a block --------------------===//

#include "SharedMemory.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>
#include <cstring>

using namespace lowp::simulator;

/// NaN in all floating-point formats.
constexpr uint8_t kUnwrittenByte = 0xFF;

std::string SharedMemory::describe(uint32_t offset) {
  return print("shared memory at %+d", int(offset) - int(kSharedStart));
}

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

uint8_t SharedMemory::joined(uint32_t offset, uint32_t bytes) const {
  uint8_t all = 0;
  for (uint32_t i = offset; i < offset + bytes; ++i)
    all |= states[i];
  return all;
}

void SharedMemory::failAccess(uint32_t offset, uint32_t bytes, uint8_t bad,
                              const char *what) const {
  uint32_t i = offset;
  while (i + 1 < offset + bytes && (bad ? !(states[i] & bad) : states[i]))
    ++i;
  const char *reason =
      states[i] == Unwritten ? "which nobody wrote"
      : states[i] == InFlight
          ? "into which a copy is in flight that was not waited for"
          : "which is part of an mbarrier";
  fail(FaultKind::Program, "%s of shared memory at %+d, %s", what,
       int(i) - int(kSharedStart), reason);
}

const uint8_t *SharedMemory::read(uint32_t offset, uint32_t bytes,
                                  const char *what) const {
  checkBounds(offset, bytes, what);
  for (uint32_t i = offset; i < offset + bytes; ++i)
    if (states[i] == Unwritten)
      failAccess(offset, bytes, 0, what);
  return readAsync(offset, bytes, what);
}

const uint8_t *SharedMemory::readAsync(uint32_t offset, uint32_t bytes,
                                       const char *what) const {
  checkBounds(offset, bytes, what);
  if (joined(offset, bytes) & ~Written)
    failAccess(offset, bytes, InFlight | Reserved, what);
  return &data[offset];
}

void SharedMemory::checkWrite(uint32_t offset, uint32_t bytes,
                              const char *what) const {
  checkBounds(offset, bytes, what);
  if (bytes == 0)
    return;
  if (joined(offset, bytes) & ~Written)
    failAccess(offset, bytes, InFlight | Reserved, what);
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

void SharedMemory::forget(uint32_t offset, uint32_t bytes) {
  std::fill_n(states.begin() + offset, bytes, Unwritten);
  std::fill_n(data.begin() + offset, bytes, kUnwrittenByte);
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
