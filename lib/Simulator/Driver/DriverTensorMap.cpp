//===- DriverTensorMap.cpp - What makes a tensor map ----------------------===//
//
// The rules of cuTensorMapEncodeTiled. The driver tells none of them: what is
// wrong is printed, and the result is the driver's.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Simulator/TMA/TensorMap.h"

#include <cstring>

using namespace lowp::simulator;
using namespace mlir::lowp::runtime;

namespace {

constexpr uint64_t kMaxPitch = uint64_t(1) << 40;
constexpr uint64_t kMaxSize = uint64_t(1) << 32;
constexpr uint32_t kMaxBox = 256;
constexpr uint32_t kMaxElementStride = 8;

/// What a program asks for, as it came.
struct Request {
  CudaTensorMapDataType type;
  uint32_t rank;
  uint64_t base;
  const uint64_t *sizes;
  const uint64_t *strides;
  const uint32_t *box;
  const uint32_t *elementStrides;
  CudaTensorMapInterleave interleave;
  CudaTensorMapSwizzle swizzle;
  CudaTensorMapL2Promotion promotion;
  CudaTensorMapFill fill;
};

template <typename... Arguments>
[[noreturn]] void refuse(const char *format, Arguments... arguments) {
  fail(FaultKind::Launch, "cuTensorMapEncodeTiled: %s",
       print(format, arguments...).c_str());
}

/// Elements of a type that the driver has.
struct ElementType {
  CudaTensorMapDataType type;
  Element element;
  uint8_t bits;
  bool isPadded;
};
constexpr ElementType kTypes[] = {
    {CudaTensorMapUInt8, Element::Bytes, 8, false},
    {CudaTensorMapUInt32, Element::Bytes, 32, false},
    {CudaTensorMapFloat16, Element::F16, 16, false},
    {CudaTensorMapBFloat16, Element::BF16, 16, false},
    {CudaTensorMapFloat32, Element::F32, 32, false},
    {CudaTensorMapTFloat32, Element::TF32, 32, false},
    {CudaTensorMap16U4Align8, Element::Bytes, 4, false},
    {CudaTensorMap16U4Align16, Element::Bytes, 4, true},
    {CudaTensorMap16U6Align16, Element::Bytes, 6, true},
};

void describeElement(CudaTensorMapDataType type, TensorMap &map) {
  for (const ElementType &known : kTypes)
    if (known.type == type) {
      map.element = known.element;
      map.elementBits = known.bits;
      map.isPadded = known.isPadded;
      return;
    }
  refuse("elements of type %d are not supported", int(type));
}

void checkModes(const Request &request) {
  if (request.interleave != CudaTensorMapInterleaveNone)
    refuse("interleave %d is not supported", int(request.interleave));
  if (request.fill != CudaTensorMapFillZeros)
    refuse("fill %d is not supported", int(request.fill));
  if (request.swizzle < CudaTensorMapSwizzleNone ||
      request.swizzle > CudaTensorMapSwizzle128)
    refuse("swizzle %d is not supported", int(request.swizzle));
  if (request.promotion < 0 || request.promotion > CudaTensorMapL2Promotion256)
    refuse("there is no L2 promotion %d", int(request.promotion));
}

void checkDimension(const Request &request, uint32_t dim) {
  if (request.sizes[dim] == 0 || request.sizes[dim] >= kMaxSize)
    refuse("expected dimension %u to be from 1 to 2^32 - 1, got %llu", dim,
           static_cast<unsigned long long>(request.sizes[dim]));
  if (request.box[dim] == 0 || request.box[dim] > kMaxBox)
    refuse("expected dimension %u of the box to be from 1 to %u, got %u", dim,
           kMaxBox, request.box[dim]);
  uint32_t step = request.elementStrides[dim];
  if (step == 0 || step > kMaxElementStride)
    refuse("expected element stride %u to be from 1 to %u, got %u", dim,
           kMaxElementStride, step);
  // That of the first has no effect without interleaving.
  if (step != 1 && dim > 0)
    refuse("element stride %u of %u is not supported", dim, step);
}

/// What addresses and strides of a tensor are multiples of.
uint64_t alignmentOf(const TensorMap &map) {
  return map.isPadded ? 2 * kRowAlignment : kRowAlignment;
}

void checkPitch(const TensorMap &map, uint64_t stride, uint32_t dim) {
  if (stride % alignmentOf(map) || stride >= kMaxPitch)
    refuse("expected the stride of dimension %u to be a multiple of %llu bytes "
           "below 2^40, got %llu",
           dim, static_cast<unsigned long long>(alignmentOf(map)),
           static_cast<unsigned long long>(stride));
}

/// Rows of elements that have no bytes of their own.
void checkPackedRow(const TensorMap &map) {
  uint32_t multiple = map.isPadded          ? kPaddedElements
                      : map.elementBits < 8 ? 8u / map.elementBits
                                            : 1;
  if (map.sizes[0] % multiple)
    refuse("expected dimension 0 to be a multiple of %u elements of %u bits, "
           "got %u",
           multiple, unsigned(map.elementBits), map.sizes[0]);
  if (!map.isPadded && map.box[0] % multiple)
    refuse("expected dimension 0 of the box to be a multiple of %u elements of "
           "%u bits, got %u",
           multiple, unsigned(map.elementBits), unsigned(map.box[0]));
  if (map.isPadded && map.box[0] != kPaddedElements)
    refuse("expected dimension 0 of the box to be %u elements, as they are "
           "padded, got %u",
           kPaddedElements, unsigned(map.box[0]));
  if (map.isPadded && map.swizzle && map.swizzle != 128)
    refuse("expected a swizzle of 128 bytes or none for padded elements, got "
           "%u",
           unsigned(map.swizzle));
}

/// The row of a box, which is what a swizzle permutes.
void checkRow(const TensorMap &map) {
  if (map.rowBytes() % kRowAlignment)
    refuse("expected rows of the box of a multiple of %u bytes, got %u",
           kRowAlignment, map.rowBytes());
  if (map.swizzle && map.rowBytes() > map.swizzle)
    refuse("expected rows of the box of at most the %u bytes of its swizzle, "
           "got %u",
           unsigned(map.swizzle), map.rowBytes());
}

TensorMap encode(const Request &request) {
  TensorMap map = {};
  map.magic = TensorMap::kMagic;
  if (request.rank < 1 || request.rank > 5)
    refuse("expected a rank from 1 to 5, got %u", request.rank);
  describeElement(request.type, map);
  checkModes(request);
  if (request.base % alignmentOf(map))
    refuse("expected an address that is a multiple of %llu, got 0x%llx",
           static_cast<unsigned long long>(alignmentOf(map)),
           static_cast<unsigned long long>(request.base));
  map.base = request.base;
  map.rank = request.rank;
  map.swizzle = request.swizzle ? 16 << request.swizzle : 0;
  for (uint32_t dim = 0; dim < request.rank; ++dim) {
    checkDimension(request, dim);
    map.sizes[dim] = request.sizes[dim];
    map.box[dim] = request.box[dim];
    if (dim == 0)
      continue;
    checkPitch(map, request.strides[dim - 1], dim);
    map.strides[dim - 1] = request.strides[dim - 1];
  }
  checkPackedRow(map);
  checkRow(map);
  return map;
}

} // namespace

CudaResult mlir::lowp::runtime::cuTensorMapEncodeTiled(
    CudaTensorMap *target, CudaTensorMapDataType type, uint32_t rank,
    void *base, const uint64_t *sizes, const uint64_t *strides,
    const uint32_t *box, const uint32_t *elementStrides,
    CudaTensorMapInterleave interleave, CudaTensorMapSwizzle swizzle,
    CudaTensorMapL2Promotion promotion, CudaTensorMapFill fill) {
  CudaResult result = guard([&] {
    if (reinterpret_cast<uintptr_t>(target) % 64)
      refuse("expected a tensor map at a multiple of 64 bytes, got %p",
             static_cast<void *>(target));
    TensorMap map =
        encode({type, rank, reinterpret_cast<uintptr_t>(base), sizes, strides,
                box, elementStrides, interleave, swizzle, promotion, fill});
    std::memset(target, 0, sizeof(*target));
    std::memcpy(target, &map, sizeof(map));
  });
  return result ? CudaErrorInvalidValue : CudaSuccess;
}
