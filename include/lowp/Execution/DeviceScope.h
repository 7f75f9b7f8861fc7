//===- DeviceScope.h - Acting on one device ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_DEVICESCOPE_H
#define LOWP_EXECUTION_DEVICESCOPE_H

#include "lowp/Runtime/CudaDriver.h"
#include "lowp/Runtime/PinnedContext.h"

#include <optional>

namespace mlir::lowp::execution {

/// While it lives, a context of one device is current on this thread; then what
/// was current before is so again.
class DeviceScope {
public:
  /// Makes `device` current, by its primary context unless another context of
  /// the same device is current already; LOWP_CURRENT_DEVICE leaves everything
  /// as it is. Primary contexts are retained for the life of the process. Fails
  /// in a process that was forked after a first success.
  static runtime::Expected<DeviceScope> enter(int32_t device);

  DeviceScope(DeviceScope &&other) noexcept;
  DeviceScope &operator=(DeviceScope &&) = delete;
  ~DeviceScope();

  const runtime::CudaDriver &getDriver() const { return *driver; }

  /// The context that is current. With LOWP_CURRENT_DEVICE, a thread without
  /// one gets that of device 0 now.
  runtime::Expected<runtime::ContextFacts> getContext() const;

private:
  explicit DeviceScope(const runtime::CudaDriver *driver) : driver(driver) {}

  bool isOn(int32_t device);
  runtime::Expected<void> change(int32_t device);

  const runtime::CudaDriver *driver;
  /// Nothing with LOWP_CURRENT_DEVICE.
  std::optional<runtime::ContextFacts> context;
  /// What becomes current again if `restores`; null for none.
  runtime::CudaContext previous = nullptr;
  bool restores = false;
};

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_DEVICESCOPE_H
