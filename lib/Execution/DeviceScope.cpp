//===- DeviceScope.cpp - Acting on one device -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/DeviceScope.h"

#include "lowp-c/Launch.h"

#include <map>
#include <mutex>

using namespace lowp::execution;
using namespace lowp::runtime;

static Expected<CudaContext> retain(const CudaDriver &driver, int32_t ordinal) {
  int32_t count = 0;
  if (CudaResult result = driver.deviceGetCount(&count))
    return driver.failure(result, "cuDeviceGetCount");
  if (ordinal >= count)
    return makeError(LOWP_ERROR_NO_DEVICE,
                     "expected a device number below %d, the number of CUDA "
                     "devices, got %d",
                     count, ordinal);
  CudaDevice device;
  if (CudaResult result = driver.deviceGet(&device, ordinal))
    return driver.failure(result, "cuDeviceGet");
  CudaContext context;
  if (CudaResult result = driver.primaryContextRetain(&context, device))
    return driver.failure(result, "cuDevicePrimaryCtxRetain of device " +
                                      std::to_string(ordinal));
  return context;
}

/// One retain per device and process.
static Expected<CudaContext> getPrimaryContext(const CudaDriver &driver,
                                               int32_t ordinal) {
  static std::mutex mutex;
  static std::map<int32_t, CudaContext> contexts;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto found = contexts.find(ordinal); found != contexts.end())
    return found->second;
  Expected<CudaContext> context = retain(driver, ordinal);
  if (context)
    contexts[ordinal] = *context;
  return context;
}

static bool isOf(const CudaDriver &driver, CudaContext current,
                 int32_t ordinal) {
  CudaDevice device;
  CudaDevice wanted;
  return current && driver.contextGetDevice(&device) == CudaSuccess &&
         driver.deviceGet(&wanted, ordinal) == CudaSuccess && device == wanted;
}

Expected<DeviceScope> DeviceScope::enter(int32_t device) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  DeviceScope scope(*driver);
  if (device == LOWP_CURRENT_DEVICE)
    return scope;
  if (device < 0)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "expected a device number of 0 or more, or "
                     "LOWP_CURRENT_DEVICE, got %d",
                     device);
  if (CudaResult result = (*driver)->contextGetCurrent(&scope.previous))
    return (*driver)->failure(result, "cuCtxGetCurrent");
  if (isOf(**driver, scope.previous, device))
    return scope;
  Expected<CudaContext> context = getPrimaryContext(**driver, device);
  if (!context)
    return context.error();
  if (CudaResult result = (*driver)->contextSetCurrent(*context))
    return (*driver)->failure(result, "cuCtxSetCurrent");
  scope.restores = true;
  return scope;
}

DeviceScope::DeviceScope(DeviceScope &&other) noexcept
    : driver(other.driver), previous(other.previous),
      restores(std::exchange(other.restores, false)) {}

DeviceScope::~DeviceScope() {
  if (restores)
    (void)driver->contextSetCurrent(previous);
}
