//===- Memory.cpp - What the driver knows of an address -------------------===//

#include "lowp/Runtime/Memory.h"

using namespace mlir::lowp::runtime;

static MemoryOwner::Kind classify(uint32_t memoryType, bool isManaged) {
  if (isManaged)
    return MemoryOwner::Managed;
  switch (memoryType) {
  case CudaMemoryHost:
    return MemoryOwner::Host;
  case CudaMemoryDevice:
    return MemoryOwner::Device;
  default:
    return MemoryOwner::Unknown;
  }
}

Expected<MemoryOwner>
mlir::lowp::runtime::findMemoryOwner(const CudaDriver &driver,
                                     CudaDevicePointer address) {
  uint32_t memoryType = 0;
  uint32_t isManaged = 0;
  int32_t device = 0;
  CudaPointerAttribute attributes[] = {
      CudaPointerMemoryType, CudaPointerIsManaged, CudaPointerDeviceOrdinal};
  void *values[] = {&memoryType, &isManaged, &device};
  // Unlike the function for one attribute, this one takes any address and
  // leaves zeros for one that the driver does not know.
  if (CudaResult result =
          driver.pointerGetAttributes(3, attributes, values, address))
    return driver.failure(result, "cuPointerGetAttributes");
  return MemoryOwner{classify(memoryType, isManaged != 0), device};
}
