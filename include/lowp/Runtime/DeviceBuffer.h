//===- DeviceBuffer.h - Owned device memory ---------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_DEVICEBUFFER_H
#define LOWP_RUNTIME_DEVICEBUFFER_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// Memory of the current context's device, freed with the object. At least
/// 256-byte aligned, as workspaces must be. Copies wait for their end and are
/// ordered with the default stream only; synchronize other streams before.
class DeviceBuffer {
public:
  /// Allocates `bytes`; 0 is allowed and gives a null address. The content is
  /// not initialised.
  static Expected<DeviceBuffer> allocate(uint64_t bytes);

  /// Allocates `bytes` and copies them from host memory.
  static Expected<DeviceBuffer> copyOf(const void *source, uint64_t bytes);

  DeviceBuffer(DeviceBuffer &&other) noexcept;
  DeviceBuffer &operator=(DeviceBuffer &&other) noexcept;
  ~DeviceBuffer();

  /// Device address, not for use on the host.
  void *data() const;
  /// Size in bytes.
  uint64_t size() const { return bytes; }

  /// Copies `count` bytes between host memory and the buffer from `offset` on.
  /// Fails when they do not lie within the buffer.
  Expected<void> copyFromHost(const void *source, uint64_t count,
                              uint64_t offset = 0);
  Expected<void> copyToHost(void *target, uint64_t count,
                            uint64_t offset = 0) const;

  /// Copies all of `source`, which has the same size.
  Expected<void> copyFrom(const DeviceBuffer &source);

  /// Sets every byte to `value`.
  Expected<void> fill(uint8_t value);

private:
  DeviceBuffer() = default;

  Expected<void> checkRange(uint64_t count, uint64_t offset) const;

  const CudaDriver *driver = nullptr;
  CudaDevicePointer address = 0;
  uint64_t bytes = 0;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_DEVICEBUFFER_H
