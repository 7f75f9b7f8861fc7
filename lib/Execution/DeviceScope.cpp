//===- DeviceScope.cpp - Acting on one device -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/DeviceScope.h"

#include "lowp/Runtime/CurrentContext.h"
#include "lowp/Runtime/lowp_program.h"

using namespace mlir::lowp::execution;
using namespace mlir::lowp::runtime;

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
  if (scope.isOn(device))
    return scope;
  if (Expected<void> changed = scope.change(device); !changed)
    return changed.error();
  return scope;
}

/// Whether the context that is current has `device`. One that cannot say what
/// it is has none: whoever lost it may still use another.
bool DeviceScope::isOn(int32_t device) {
  if (!previous)
    return false;
  Expected<ContextFacts> facts = describeCurrentContext(*driver, previous);
  if (!facts || facts->device != device)
    return false;
  context = *facts;
  return true;
}

/// Makes the primary context of `device` current.
Expected<void> DeviceScope::change(int32_t device) {
  Expected<CudaContext> primary = retainPrimaryContext(*driver, device);
  if (!primary)
    return primary.error();
  if (CudaResult result = driver->contextSetCurrent(*primary))
    return driver->failure(result, "cuCtxSetCurrent");
  restores = true;
  Expected<ContextFacts> facts = describeCurrentContext(*driver, *primary);
  if (!facts)
    return facts.error();
  context = *facts;
  return {};
}

Expected<ContextFacts> DeviceScope::getContext() const {
  return context ? *context : ensureCurrentContext(*driver);
}

DeviceScope::DeviceScope(DeviceScope &&other) noexcept
    : driver(other.driver), context(other.context), previous(other.previous),
      restores(std::exchange(other.restores, false)) {}

DeviceScope::~DeviceScope() {
  if (restores)
    (void)driver->contextSetCurrent(previous);
}
