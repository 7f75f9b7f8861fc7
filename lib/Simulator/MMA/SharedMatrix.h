//===- SharedMatrix.h - A matrix in shared memory ---------------*- C++ -*-===//
//
// How descriptors of wgmma and tcgen05 say where the elements of an operand
// lie: in 16 bytes each along K (K-major) or along M or N (MN-major).
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MMA_SHAREDMATRIX_H
#define LOWP_LIB_SIMULATOR_MMA_SHAREDMATRIX_H

#include <cstdint>

namespace lowp::simulator {

struct SharedMatrix {
  uint32_t start, leading, stride, swizzle;

  /// The fields that all descriptors have.
  static SharedMatrix ofDescriptor(uint64_t bits, uint32_t swizzle);

  /// The 16 bytes with index `chunk` along K of a row of M or N, K-major.
  uint32_t alongK(uint32_t row, uint32_t chunk) const;
  /// The 16 bytes with index `chunk` along M or N at a place in K, MN-major.
  uint32_t alongRows(uint32_t chunk, uint32_t k) const;

private:
  /// Bytes of a row of the swizzle, which is 16 without one.
  uint32_t rowBytes() const;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MMA_SHAREDMATRIX_H
