//===- TensorMap.h - How TMA sees a tensor ----------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_TMA_TENSORMAP_H
#define LOWP_LIB_SIMULATOR_TMA_TENSORMAP_H

#include <cstdint>

namespace lowp::simulator {

/// TF32 is f32 in memory, rounded by loads.
enum class Element : uint8_t { Bytes, F16, BF16, F32, TF32 };

/// What TMA moves at once: addresses, rows of boxes and the places of boxes in
/// rows are multiples of it, in bytes.
constexpr uint32_t kRowAlignment = 16;
/// Rows of padded elements are multiples of it, and boxes have one each.
constexpr uint32_t kPaddedElements = 128;

/// What the 128 bytes of a tensor map hold here.
struct TensorMap {
  static constexpr uint64_t kMagic = 0x4C4F57504D415031;

  uint64_t magic;
  uint64_t base;
  uint64_t strides[4]; // in bytes, of the dimensions but the first
  uint32_t sizes[5];
  uint16_t box[5];
  uint8_t rank;
  uint8_t elementBits;
  uint8_t swizzle; // 0, 32, 64 or 128 bytes
  Element element;
  /// 16 elements of 4 or 6 bits get 16 bytes of shared memory, and begin them.
  bool isPadded;

  /// Bytes of a row of the box in shared memory, and in global memory.
  uint32_t rowBytes() const {
    return isPadded ? uint32_t(box[0]) : packedRowBytes();
  }
  uint32_t packedRowBytes() const { return uint32_t(box[0]) * elementBits / 8; }
  uint32_t rows() const {
    uint32_t count = 1;
    for (int dim = 1; dim < rank; ++dim)
      count *= box[dim];
    return count;
  }
};
static_assert(sizeof(TensorMap) <= 128, "must fit into a tensor map");

/// Where hardware puts what a swizzle of so many bytes moves.
inline uint32_t swizzled(uint32_t address, uint32_t swizzle) {
  uint32_t mask = swizzle < 32 ? 0 : swizzle / 16 - 1;
  return address ^ ((address >> 7 & mask) << 4);
}

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_TMA_TENSORMAP_H
