//===- GlobalMemory.cpp - The memory of the device ------------------------===//

#include "GlobalMemory.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

using namespace lowp::simulator;

// Also what addresses of allocations are multiples of.
constexpr size_t kGuardBytes = 512;
constexpr uint8_t kGuardByte = 0xA5;
constexpr uint8_t kUnwrittenByte = 0xFF;

GlobalMemory &GlobalMemory::get() {
  // Leaked on purpose: static destructors of programs still free memory.
  static auto *memory = new GlobalMemory;
  return *memory;
}

uint64_t GlobalMemory::allocate(size_t bytes) {
  size_t body = (bytes + kGuardBytes - 1) / kGuardBytes * kGuardBytes;
  size_t total = body + 2 * kGuardBytes;
  auto *block = static_cast<uint8_t *>(std::aligned_alloc(kGuardBytes, total));
  if (!block)
    return 0;
  std::memset(block, kGuardByte, total);
  std::memset(block + kGuardBytes, kUnwrittenByte, bytes);
  auto address = reinterpret_cast<uintptr_t>(block + kGuardBytes);
  std::lock_guard<std::mutex> lock(mutex);
  allocations[address] = {bytes, block};
  return address;
}

bool GlobalMemory::release(uint64_t address) {
  Allocation allocation;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = allocations.find(address);
    if (found == allocations.end())
      return false;
    allocation = found->second;
    allocations.erase(found);
    ++releases;
  }
  const uint8_t *end = allocation.block + kGuardBytes + allocation.bytes;
  auto isGuard = [](uint8_t byte) { return byte == kGuardByte; };
  bool intact =
      std::all_of(allocation.block, allocation.block + kGuardBytes, isGuard) &&
      std::all_of(end, end + kGuardBytes, isGuard);
  std::free(allocation.block);
  if (!intact)
    fail(FaultKind::Address,
         "something outside of the simulator wrote next to the allocation of "
         "%zu bytes at 0x%llx",
         allocation.bytes, static_cast<unsigned long long>(address));
  return true;
}

namespace {
/// The allocation that a thread found last, as long as nothing is released.
struct Found {
  uint64_t start = 0, bytes = 0, releases = 0;
};
} // namespace

static thread_local Found lastFound;

bool GlobalMemory::contains(uint64_t address, size_t bytes) const {
  auto isIn = [&](uint64_t start, uint64_t size) {
    return address - start <= size && bytes <= size - (address - start);
  };
  if (lastFound.releases == releases && isIn(lastFound.start, lastFound.bytes))
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return false;
  auto [start, allocation] = *std::prev(next);
  lastFound = {start, allocation.bytes, releases};
  return isIn(start, allocation.bytes);
}

/// Where `address` lies from the allocation that is nearest.
std::string GlobalMemory::describe(uint64_t address, size_t bytes) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto nearest = allocations.upper_bound(address);
  if (nearest != allocations.begin())
    --nearest;
  if (nearest == allocations.end())
    return "nothing is allocated";
  auto offset = static_cast<long long>(address - nearest->first);
  return print("%zu bytes at %+lld of the allocation of %zu bytes at 0x%llx",
               bytes, offset, nearest->second.bytes,
               static_cast<unsigned long long>(nearest->first));
}

uint8_t *GlobalMemory::access(uint64_t address, size_t bytes, size_t alignment,
                              const char *what) const {
  if (!contains(address, bytes))
    fail(FaultKind::Address, "%s out of bounds at 0x%llx: %s", what,
         static_cast<unsigned long long>(address),
         describe(address, bytes).c_str());
  if (address % alignment)
    fail(FaultKind::Alignment, "%s at 0x%llx, which is no multiple of %zu: %s",
         what, static_cast<unsigned long long>(address), alignment,
         describe(address, bytes).c_str());
  return reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(address));
}
