//===- SharedMatrix.cpp - A matrix in shared memory -----------------------===//

#include "SharedMatrix.h"
#include "Simulator/Memory/SharedMemory.h"
#include "Simulator/TMA/TensorMap.h"

using namespace lowp::simulator;

/// Fields count 16 bytes.
SharedMatrix SharedMatrix::ofDescriptor(uint64_t bits, uint32_t swizzle) {
  auto field = [&](int first) { return uint32_t(bits >> first & 0x3FFF) << 4; };
  return {field(0), field(16), field(32), swizzle};
}

uint32_t SharedMatrix::rowBytes() const { return swizzle ? swizzle : kGranule; }

uint32_t SharedMatrix::alongK(uint32_t row, uint32_t chunk) const {
  uint32_t address = start + row / 8 * stride + row % 8 * rowBytes();
  return swizzled(address + chunk * (swizzle ? kGranule : leading), swizzle);
}

/// Swizzled, a block has rowBytes() of M or N and 8 of K: blocks along M or N
/// are `leading` apart, those along K `stride`. Without a swizzle it is the
/// other way round.
uint32_t SharedMatrix::alongRows(uint32_t chunk, uint32_t k) const {
  uint32_t chunks = rowBytes() / kGranule;
  uint32_t acrossRows = swizzle ? leading : stride;
  uint32_t acrossK = swizzle ? stride : leading;
  uint32_t address = start + chunk / chunks * acrossRows + k / 8 * acrossK +
                     k % 8 * rowBytes() + chunk % chunks * kGranule;
  return swizzled(address, swizzle);
}
