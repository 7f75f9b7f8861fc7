//===- Device.cpp - GPUs, their memory and streams ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Device.h"

#include "Support.h"

#include "lowp/Execution/DeviceScope.h"
#include "lowp/InitAll.h"
#include "lowp/Runtime/Device.h"
#include "lowp/Runtime/Memory.h"
#include "lowp/Runtime/Stream.h"

#include <algorithm>
#include <cstring>

using namespace mlir::lowp;
using execution::DeviceScope;
using runtime::CudaDriver;
using runtime::Expected;

/// Runs `act` with `device` current.
template <typename Action>
static LowpStatus actOn(int32_t device, LowpError *error, Action act) {
  Expected<DeviceScope> scope = DeviceScope::enter(device);
  if (!scope)
    return capi::fail(error, scope.error());
  return capi::finish(error, act(scope->getDriver()));
}

LowpStatus lowpDeviceCount(int32_t *count, LowpError *error) {
  if (LowpStatus status = capi::clear(error, "count", count))
    return status;
  Expected<int32_t> found = runtime::Device::count();
  if (!found)
    return capi::fail(error, found.error());
  *count = *found;
  return LOWP_OK;
}

static void copyText(char *target, size_t size, const std::string &text) {
  std::strncpy(target, text.c_str(), size - 1);
}

static LowpDeviceInfo describe(const runtime::DeviceFacts &facts) {
  LowpDeviceInfo info = {};
  copyText(info.name, sizeof(info.name), facts.name);
  copyText(info.chip, sizeof(info.chip), facts.getChip());
  info.multiprocessors = facts.multiprocessorCount;
  info.memoryBytes = facts.memoryBytes;
  info.l2CacheBytes = facts.l2CacheBytes;
  copyText(info.part, sizeof(info.part),
           findPartOfDevice(facts.name, info.chip, facts.multiprocessorCount));
  return info;
}

LowpStatus lowpDeviceInfo(int32_t device, LowpDeviceInfo *info,
                          size_t structBytes, LowpError *error) {
  if (LowpStatus status = capi::requireBytes(error, "info", info, structBytes))
    return status;
  std::memset(static_cast<void *>(info), 0, structBytes);
  return actOn(device, error, [&](const CudaDriver &driver) -> Expected<void> {
    runtime::CudaContext current = nullptr;
    if (runtime::CudaResult result = driver.contextGetCurrent(&current))
      return driver.failure(result, "cuCtxGetCurrent");
    Expected<runtime::Device> opened = runtime::Device::open(device);
    (void)driver.contextSetCurrent(current);
    if (!opened)
      return opened.error();
    LowpDeviceInfo known = describe(opened->facts());
    std::memcpy(static_cast<void *>(info), &known,
                std::min(structBytes, sizeof(known)));
    return {};
  });
}

LowpStatus lowpDeviceSynchronize(int32_t device, LowpError *error) {
  return actOn(device, error, [](const CudaDriver &driver) {
    return driver.check(driver.contextSynchronize(), "cuCtxSynchronize");
  });
}

LowpStatus lowpMemoryAllocate(int32_t device, uint64_t bytes, void **memory,
                              LowpError *error) {
  if (LowpStatus status = capi::clear(error, "memory", memory))
    return status;
  return actOn(device, error, [&](const CudaDriver &driver) -> Expected<void> {
    if (bytes == 0)
      return {};
    runtime::CudaDevicePointer address = 0;
    if (runtime::CudaResult result = driver.memoryAllocate(&address, bytes))
      return driver.failure(result, "cuMemAlloc of " + std::to_string(bytes) +
                                        " bytes");
    *memory = reinterpret_cast<void *>(address);
    return {};
  });
}

static runtime::CudaDevicePointer toAddress(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

LowpStatus lowpMemoryFree(int32_t device, void *memory, LowpError *error) {
  if (!memory)
    return LOWP_OK;
  return actOn(device, error, [&](const CudaDriver &driver) {
    return driver.check(driver.memoryFree(toAddress(memory)), "cuMemFree");
  });
}

LowpStatus lowpMemoryDevice(const void *memory, int32_t *device,
                            LowpError *error) {
  if (LowpStatus status = capi::require(error, {{"device", device}}))
    return status;
  *device = -1;
  return actOn(LOWP_CURRENT_DEVICE, error,
               [&](const CudaDriver &driver) -> Expected<void> {
                 Expected<runtime::MemoryOwner> owner =
                     runtime::findMemoryOwner(driver, toAddress(memory));
                 if (!owner)
                   return owner.error();
                 if (owner->kind == runtime::MemoryOwner::Unknown)
                   return runtime::makeError(
                       LOWP_ERROR_INVALID_ARGUMENT,
                       "expected an address that the driver knows, got %p; was "
                       "the memory freed, or is it memory of the host?",
                       memory);
                 if (owner->kind != runtime::MemoryOwner::Host)
                   *device = owner->device;
                 return {};
               });
}

LowpStatus lowpStreamWait(int32_t device, void *waiting, void *awaited,
                          LowpError *error) {
  return actOn(device, error, [&](const CudaDriver &driver) {
    return runtime::orderStreams(driver,
                                 static_cast<runtime::CudaStream>(waiting),
                                 static_cast<runtime::CudaStream>(awaited));
  });
}

/// Copies by `copy`, once the device has done what it was given.
static LowpStatus
copyOn(int32_t device, const void *target, const void *source, uint64_t bytes,
       LowpError *error,
       llvm::function_ref<Expected<void>(const CudaDriver &)> copy) {
  if (LowpStatus status = capi::requireBytes(error, "target", target, bytes))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "source", source, bytes))
    return status;
  return actOn(device, error, [&](const CudaDriver &driver) {
    Expected<void> done =
        driver.check(driver.contextSynchronize(), "cuCtxSynchronize");
    return done && bytes ? copy(driver) : done;
  });
}

LowpStatus lowpMemoryToDevice(int32_t device, void *target, const void *source,
                              uint64_t bytes, LowpError *error) {
  auto copy = [&](const CudaDriver &driver) {
    Expected<void> copied =
        driver.check(driver.copyHostToDevice(toAddress(target), source, bytes),
                     "cuMemcpyHtoD");
    return copied
               ? driver.check(driver.contextSynchronize(), "cuCtxSynchronize")
               : copied;
  };
  return copyOn(device, target, source, bytes, error, copy);
}

LowpStatus lowpMemoryToHost(int32_t device, void *target, const void *source,
                            uint64_t bytes, LowpError *error) {
  return copyOn(device, target, source, bytes, error,
                [&](const CudaDriver &driver) {
                  return driver.check(
                      driver.copyDeviceToHost(target, toAddress(source), bytes),
                      "cuMemcpyDtoH");
                });
}
