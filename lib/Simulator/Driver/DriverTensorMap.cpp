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

constexpr uint64_t kPitchAlignment = 16;
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

void describeElement(CudaTensorMapDataType type, TensorMap &map) {
  switch (type) {
  case CudaTensorMapUInt8:
    map.elementBytes = 1;
    map.element = Element::Bytes;
    return;
  case CudaTensorMapUInt32:
    map.elementBytes = 4;
    map.element = Element::Bytes;
    return;
  case CudaTensorMapFloat16:
    map.elementBytes = 2;
    map.element = Element::F16;
    return;
  case CudaTensorMapBFloat16:
    map.elementBytes = 2;
    map.element = Element::BF16;
    return;
  case CudaTensorMapFloat32:
    map.elementBytes = 4;
    map.element = Element::F32;
    return;
  case CudaTensorMapTFloat32:
    map.elementBytes = 4;
    map.element = Element::TF32;
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

void checkPitch(uint64_t stride, uint32_t dim) {
  if (stride % kPitchAlignment || stride >= kMaxPitch)
    refuse("expected the stride of dimension %u to be a multiple of 16 bytes "
           "below 2^40, got %llu",
           dim, static_cast<unsigned long long>(stride));
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
  if (request.base % kRowAlignment)
    refuse("expected an address that is a multiple of %u, got 0x%llx",
           kRowAlignment, static_cast<unsigned long long>(request.base));
  map.base = request.base;
  map.rank = request.rank;
  map.swizzle = request.swizzle ? 16 << request.swizzle : 0;
  for (uint32_t dim = 0; dim < request.rank; ++dim) {
    checkDimension(request, dim);
    map.sizes[dim] = request.sizes[dim];
    map.box[dim] = request.box[dim];
    if (dim == 0)
      continue;
    checkPitch(request.strides[dim - 1], dim);
    map.strides[dim - 1] = request.strides[dim - 1];
  }
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
