//===- DeviceBuffer.cpp - Owned device memory -----------------------------===//

#include "lowp/Runtime/DeviceBuffer.h"

#include "lowp/Runtime/CurrentContext.h"

#include <cinttypes>

using namespace mlir::lowp::runtime;

Expected<DeviceBuffer> DeviceBuffer::allocate(uint64_t bytes) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  if (Expected<ContextFacts> context = ensureCurrentContext(**driver); !context)
    return context.error();
  DeviceBuffer buffer;
  buffer.driver = *driver;
  // The driver refuses to allocate nothing.
  if (bytes == 0)
    return buffer;
  if (CudaResult result = (*driver)->memoryAllocate(&buffer.address, bytes))
    return (*driver)->failure(result, "cuMemAlloc of " + std::to_string(bytes) +
                                          " bytes");
  buffer.bytes = bytes;
  return buffer;
}

Expected<DeviceBuffer> DeviceBuffer::copyOf(const void *source,
                                            uint64_t bytes) {
  Expected<DeviceBuffer> buffer = allocate(bytes);
  if (!buffer)
    return buffer;
  if (Expected<void> ok = buffer->copyFromHost(source, bytes); !ok)
    return ok.error();
  return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : driver(other.driver), address(std::exchange(other.address, 0)),
      bytes(std::exchange(other.bytes, 0)) {}

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept {
  // `other` frees what this object held.
  std::swap(driver, other.driver);
  std::swap(address, other.address);
  std::swap(bytes, other.bytes);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (address)
    (void)driver->memoryFree(address);
}

void *DeviceBuffer::data() const {
  return reinterpret_cast<void *>(static_cast<uintptr_t>(address));
}

Expected<void> DeviceBuffer::checkRange(uint64_t count, uint64_t offset) const {
  if (offset <= bytes && count <= bytes - offset)
    return {};
  return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                   "expected a range within the device buffer of %" PRIu64
                   " bytes, got %" PRIu64 " bytes from offset %" PRIu64,
                   bytes, count, offset);
}

Expected<void> DeviceBuffer::copyFromHost(const void *source, uint64_t count,
                                          uint64_t offset) {
  if (Expected<void> ok = checkRange(count, offset); !ok || count == 0)
    return ok;
  return driver->check(
      driver->copyHostToDevice(address + offset, source, count),
      "copy from host to device");
}

Expected<void> DeviceBuffer::copyToHost(void *target, uint64_t count,
                                        uint64_t offset) const {
  if (Expected<void> ok = checkRange(count, offset); !ok || count == 0)
    return ok;
  return driver->check(
      driver->copyDeviceToHost(target, address + offset, count),
      "copy from device to host");
}

Expected<void> DeviceBuffer::copyFrom(const DeviceBuffer &source) {
  if (bytes != source.bytes)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "expected a source of %" PRIu64 " bytes, got %" PRIu64,
                     bytes, source.bytes);
  if (bytes == 0)
    return {};
  return driver->check(
      driver->copyDeviceToDevice(address, source.address, bytes),
      "copy from device to device");
}

Expected<void> DeviceBuffer::fill(uint8_t value) {
  if (bytes == 0)
    return {};
  return driver->check(driver->memorySet(address, value, bytes), "cuMemsetD8");
}
