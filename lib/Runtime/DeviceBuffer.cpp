//===- DeviceBuffer.cpp - Owned device memory -----------------------------===//

#include "lowp/Runtime/DeviceBuffer.h"

#include "lowp/Runtime/CurrentContext.h"

using namespace mlir::lowp::runtime;

Expected<DeviceBuffer> DeviceBuffer::allocate(uint64_t bytes) {
  Expected<const CudaDriver *> driver = driverWithContext();
  if (!driver)
    return driver.error();
  CudaDevicePointer address = 0;
  // The driver refuses to allocate nothing.
  if (bytes != 0)
    if (CudaResult result = (*driver)->memoryAllocate(&address, bytes))
      return (*driver)->failure(result, "cuMemAlloc of " +
                                            std::to_string(bytes) + " bytes");
  return DeviceBuffer(*driver, address, bytes);
}

Expected<DeviceBuffer> DeviceBuffer::copyOf(const void *source,
                                            uint64_t bytes) {
  Expected<DeviceBuffer> buffer = allocate(bytes);
  if (!buffer || bytes == 0)
    return buffer;
  const CudaDriver &driver = *buffer->driver;
  if (CudaResult result =
          driver.copyHostToDevice(buffer->handle(), source, bytes))
    return driver.failure(result, "copy from host to device");
  return buffer;
}

Expected<void> DeviceBuffer::copyToHost(void *target) const {
  if (bytes == 0)
    return {};
  return driver->check(driver->copyDeviceToHost(target, handle(), bytes),
                       "copy from device to host");
}

Expected<void> DeviceBuffer::fill(uint8_t value) {
  if (bytes == 0)
    return {};
  return driver->check(driver->memorySet(handle(), value, bytes), "cuMemsetD8");
}
