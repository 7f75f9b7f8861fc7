//===- DeviceBuffer.h - Owned device memory ---------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_DEVICEBUFFER_H
#define LOWP_RUNTIME_DEVICEBUFFER_H

#include "lowp/Runtime/Stream.h"

namespace mlir::lowp::runtime {

/// Memory of the current context's device, freed with the object. At least
/// 256-byte aligned, as workspaces must be. Copies wait for their end and are
/// ordered with the default stream only; synchronize other streams before.
class DeviceBuffer
    : public DriverHandle<CudaDevicePointer, &CudaDriver::memoryFree> {
public:
  /// Allocates `bytes`; 0 is allowed and gives a null address. The content is
  /// not initialised.
  static Expected<DeviceBuffer> allocate(uint64_t bytes);

  /// Allocates `bytes` and copies them from host memory.
  static Expected<DeviceBuffer> copyOf(const void *source, uint64_t bytes);

  /// Device address, not for use on the host.
  void *data() const {
    return reinterpret_cast<void *>(static_cast<uintptr_t>(handle()));
  }
  /// Size in bytes.
  uint64_t size() const { return bytes; }

  /// Copies all bytes to host memory.
  Expected<void> copyToHost(void *target) const;

  /// Sets every byte to `value`.
  Expected<void> fill(uint8_t value);

private:
  DeviceBuffer(const CudaDriver *driver, CudaDevicePointer address,
               uint64_t bytes)
      : DriverHandle(driver, address), bytes(bytes) {}

  uint64_t bytes;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_DEVICEBUFFER_H
