//===- DriverMemory.cpp - Memory of the device ----------------------------===//

#include "Driver.h"
#include "Simulator/Memory/GlobalMemory.h"

#include <cstring>

using namespace lowp::simulator;
using namespace mlir::lowp::runtime;

namespace mlir::lowp::runtime {

CudaResult cuMemAlloc_v2(CudaDevicePointer *address, size_t bytes) {
  if (bytes == 0)
    return CudaErrorInvalidValue;
  *address = GlobalMemory::get().allocate(bytes);
  return *address ? CudaSuccess : CudaErrorOutOfMemory;
}

CudaResult cuMemFree_v2(CudaDevicePointer address) {
  if (address == 0)
    return CudaSuccess;
  bool isKnown = false;
  CudaResult result =
      guard([&] { isKnown = GlobalMemory::get().release(address); });
  return isKnown || result ? result : CudaErrorInvalidValue;
}

static uint8_t *check(CudaDevicePointer address, size_t bytes) {
  return GlobalMemory::get().access(address, bytes, 1, "copy by the host");
}

CudaResult cuMemcpyHtoD_v2(CudaDevicePointer target, const void *source,
                           size_t bytes) {
  return guard([&] { std::memcpy(check(target, bytes), source, bytes); });
}

CudaResult cuMemcpyDtoH_v2(void *target, CudaDevicePointer source,
                           size_t bytes) {
  return guard([&] { std::memcpy(target, check(source, bytes), bytes); });
}

CudaResult cuMemsetD8_v2(CudaDevicePointer target, unsigned char value,
                         size_t bytes) {
  return guard([&] { std::memset(check(target, bytes), value, bytes); });
}

CudaResult cuMemsetD8Async(CudaDevicePointer target, unsigned char value,
                           size_t bytes, CudaStream stream) {
  return submit(stream,
                [=] { std::memset(check(target, bytes), value, bytes); });
}

CudaResult cuPointerGetAttributes(uint32_t count,
                                  CudaPointerAttribute *attributes,
                                  void **values, CudaDevicePointer address) {
  bool isDevice = GlobalMemory::get().contains(address, 1);
  for (uint32_t i = 0; i < count; ++i) {
    switch (attributes[i]) {
    case CudaPointerMemoryType:
      *static_cast<uint32_t *>(values[i]) = isDevice ? CudaMemoryDevice : 0;
      break;
    case CudaPointerIsManaged:
      *static_cast<uint32_t *>(values[i]) = 0;
      break;
    case CudaPointerDeviceOrdinal:
      *static_cast<int32_t *>(values[i]) = isDevice ? 0 : -2;
      break;
    }
  }
  return CudaSuccess;
}

} // namespace mlir::lowp::runtime
