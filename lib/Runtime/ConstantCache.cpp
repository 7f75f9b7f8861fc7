//===- ConstantCache.cpp - Constants copied per context -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantCache.h"

#include "LoadAhead.h"
#include "RelaxedCaptureScope.h"

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/CurrentContext.h"

#include <cinttypes>

using namespace mlir::lowp::runtime;

/// What tensor maps and wide accesses want, and more.
static constexpr uint64_t kAlignment = 256;

ConstantCache &ConstantCache::get() {
  static auto *cache = new ConstantCache;
  return *cache;
}

Expected<void> ConstantCache::load(const CudaDriver &driver,
                                   const LowpConstants &constants) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Expected<const Copy *> copy = find(driver, constants); !copy)
    return copy.error();
  return {};
}

Expected<void *> ConstantCache::address(const CudaDriver &driver,
                                        const LowpConstants &constants,
                                        uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  Expected<const Copy *> copy = find(driver, constants);
  if (!copy)
    return copy.error();
  return reinterpret_cast<void *>(
      static_cast<uintptr_t>((*copy)->memory + (*copy)->offsets[number]));
}

Expected<void> ConstantCache::unload(const CudaDriver &driver,
                                     const LowpConstants &constants) {
  std::lock_guard<std::mutex> lock(mutex);
  Expected<void> outcome;
  auto it = copies.lower_bound(Key(&constants, 0));
  while (it != copies.end() && it->first.first == &constants) {
    // Memory is freed with its own context current.
    CudaResult result = driver.contextPush(it->second.context);
    if (result == CudaSuccess) {
      if (it->second.memory)
        result = driver.memoryFree(it->second.memory);
      CudaContext popped;
      (void)driver.contextPop(&popped);
    }
    if (result != CudaSuccess)
      outcome = driver.failure(result, "freeing constants");
    it = copies.erase(it);
  }
  return outcome;
}

/// Where each constant begins in the copy; the last entry is where it ends.
static std::vector<uint64_t> layOut(const LowpConstants &constants) {
  std::vector<uint64_t> offsets = {0};
  for (uint64_t i = 0; i < constants.count; ++i) {
    uint64_t end = offsets.back() + constants.items[i].size;
    offsets.push_back((end + kAlignment - 1) / kAlignment * kAlignment);
  }
  return offsets;
}

static Expected<void> copyAll(const CudaDriver &driver,
                              const LowpConstants &constants,
                              const std::vector<uint64_t> &offsets,
                              CudaDevicePointer memory) {
  for (uint64_t i = 0; i < constants.count; ++i) {
    const LowpConstant &constant = constants.items[i];
    if (constant.size == 0)
      continue;
    if (CudaResult result = driver.copyHostToDevice(
            memory + offsets[i], constant.data, constant.size))
      return driver.failure(
          result, "copying a constant of " + std::to_string(constant.size) +
                      " bytes to the device; before a CUDA graph is captured, "
                      "call the function once or load the program");
  }
  return {};
}

Expected<const ConstantCache::Copy *>
ConstantCache::find(const CudaDriver &driver, const LowpConstants &constants) {
  Expected<ContextFacts> context = ensureCurrentContext(driver);
  if (!context)
    return context.error();
  Key key(&constants, context->id);
  if (auto it = copies.find(key); it != copies.end())
    return &it->second;

  RelaxedCaptureScope scope(driver);
  Copy copy;
  copy.context = context->handle;
  copy.offsets = layOut(constants);
  uint64_t bytes = copy.offsets.back();
  if (bytes) {
    if (CudaResult result = driver.memoryAllocate(&copy.memory, bytes))
      return makeError(result == CudaErrorOutOfMemory ? LOWP_ERROR_OUT_OF_MEMORY
                                                      : LOWP_ERROR_DRIVER,
                       "no device memory for constants of %" PRIu64
                       " bytes: %s",
                       bytes, driver.describe(result).c_str());
    if (Expected<void> ok =
            copyAll(driver, constants, copy.offsets, copy.memory);
        !ok) {
      (void)driver.memoryFree(copy.memory);
      return ok.error();
    }
  }
  return &copies.emplace(key, std::move(copy)).first->second;
}

//===----------------------------------------------------------------------===//
// What compiled code and its callers see
//===----------------------------------------------------------------------===//

LowpStatus lowpLoadConstants(const LowpConstants *constants, LowpCall *call) {
  return applyToCache(constants, "constants", call, &ConstantCache::load);
}

LowpStatus lowpUnloadConstants(const LowpConstants *constants, LowpCall *call) {
  return applyToCache(constants, "constants", call, &ConstantCache::unload);
}

void *lowpConstantAddress(LowpCall *call, const LowpConstants *constants,
                          uint64_t number) {
  if (!isRunning(call))
    return nullptr;
  if (!constants || !constants->items || number >= constants->count) {
    lowpFail(
        call, LOWP_ERROR_INVALID_ARGUMENT,
        "lowpConstantAddress: expected a constant of the module, got none");
    return nullptr;
  }
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver) {
    failCall(call, driver.error());
    return nullptr;
  }
  Expected<void *> address =
      ConstantCache::get().address(**driver, *constants, number);
  if (!address) {
    failCall(call, address.error());
    return nullptr;
  }
  return *address;
}
