//===- Device.h - A GPU and its memory --------------------------*- C++ -*-===//
//
// The C++ layer for programs that run what lowp compiled, such as lowp-run.
// Compiled code does not use it.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_DEVICE_H
#define LOWP_RUNTIME_DEVICE_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// What a device is; does not change while the program runs.
struct DeviceFacts {
  /// E.g. "NVIDIA H200".
  std::string name;
  /// Compute capability, e.g. 9 and 0.
  int32_t major = 0;
  int32_t minor = 0;
  int32_t multiprocessorCount = 0;
  /// Device memory in bytes.
  uint64_t memoryBytes = 0;
  uint64_t l2CacheBytes = 0;
  /// Most shared memory that one thread block may have, in bytes.
  uint64_t sharedBytesPerBlock = 0;

  /// What to compile for, e.g. "sm_90a": from Hopper on, chips have
  /// instructions that only their own name gives.
  std::string getChip() const;
};

/// A device whose primary context this object retains. It must outlive the
/// buffers, streams, events and graphs made on it.
class Device {
public:
  /// Number of devices that the driver shows.
  static Expected<int32_t> count();

  /// Opens device `ordinal`, counted from 0, and makes its primary context
  /// current for the calling thread.
  static Expected<Device> open(int32_t ordinal = 0);

  Device(Device &&other) noexcept;
  Device &operator=(Device &&) = delete;
  ~Device();

  const DeviceFacts &facts() const { return deviceFacts; }

private:
  Device() = default;

  const CudaDriver *driver = nullptr;
  /// Null in an object that was moved from.
  CudaContext context = nullptr;
  CudaDevice device = 0;
  DeviceFacts deviceFacts;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_DEVICE_H
