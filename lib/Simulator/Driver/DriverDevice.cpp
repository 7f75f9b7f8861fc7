//===- DriverDevice.cpp - Errors, devices and contexts --------------------===//

#include "Driver.h"
#include "Simulator/Support/Settings.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace lowp::simulator;
using namespace mlir::lowp::runtime;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Never freed: callers keep pointers to them.
static std::string *lastMessage = nullptr;
static CudaResult lastResult = CudaSuccess;
static std::mutex lastMutex;

static CudaResult resultOf(FaultKind kind) {
  switch (kind) {
  case FaultKind::Image:
    return CudaErrorInvalidPtx;
  case FaultKind::Chip:
    return CudaErrorNoBinaryForGpu;
  case FaultKind::Launch:
    return CudaErrorInvalidValue;
  case FaultKind::Address:
    return CudaErrorIllegalAddress;
  case FaultKind::Alignment:
    return CudaErrorMisalignedAddress;
  case FaultKind::Program:
    return CudaErrorLaunchFailed;
  case FaultKind::Assertion:
    return CudaErrorAssert;
  case FaultKind::Deadlock:
    return CudaErrorLaunchTimeout;
  }
  return CudaErrorLaunchFailed;
}

CudaResult lowp::simulator::report(const Fault &fault) {
  std::lock_guard<std::mutex> lock(lastMutex);
  lastMessage = new std::string(fault.message);
  lastResult = resultOf(fault.kind);
  std::fprintf(stderr, "simulator: %s\n", fault.message.c_str());
  return lastResult;
}

CudaResult lowp::simulator::guard(const std::function<void()> &work) {
  try {
    work();
    return CudaSuccess;
  } catch (...) {
    return report(currentFault());
  }
}

const DeviceFacts &lowp::simulator::shownDevice() {
  static constexpr DeviceFacts kDevices[] = {
      {"sm_90a", "an H200", 9, 0, 227 * 1024, 132},
      {"sm_100a", "a B200", 10, 0, 227 * 1024, 148},
      {"sm_103a", "a B300", 10, 3, 227 * 1024, 148},
      {"sm_120a", "an RTX 5090", 12, 0, 99 * 1024, 170},
      {"sm_121a", "a GB10", 12, 1, 99 * 1024, 48}};
  static const DeviceFacts &shown = [&]() -> const DeviceFacts & {
    std::vector<std::string> chips;
    for (const DeviceFacts &device : kDevices)
      chips.push_back(device.chip);
    return kDevices[settings::chip(chips)];
  }();
  return shown;
}

namespace mlir::lowp::runtime {

CudaResult cuGetErrorName(CudaResult result, const char **name) {
  *name = getResultName(result);
  return *name ? CudaSuccess : CudaErrorInvalidValue;
}

CudaResult cuGetErrorString(CudaResult result, const char **text) {
  std::lock_guard<std::mutex> lock(lastMutex);
  *text = result == lastResult && lastMessage ? lastMessage->c_str()
                                              : "refused by the simulator";
  return CudaSuccess;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

constexpr size_t kMemoryBytes = size_t(141) << 30;

/// Multiprocessors of a part of the chip, in which a cluster must lie.
constexpr int32_t kPartSize = 16;

/// Fewer of them give each more work: kernels that stay go round their loops.
static int32_t multiprocessors() {
  return settings::multiprocessors(shownDevice().multiprocessors);
}

CudaResult cuInit(uint32_t) {
  return guard([] {
    settings::checkAll();
    shownDevice();
  });
}

CudaResult cuDeviceGetCount(int32_t *count) {
  *count = 1;
  return CudaSuccess;
}

CudaResult cuDeviceGet(CudaDevice *device, int32_t ordinal) {
  *device = ordinal;
  return ordinal == 0 ? CudaSuccess : CudaErrorInvalidDevice;
}

CudaResult cuDeviceGetName(char *name, int32_t bytes, CudaDevice) {
  return guard([&] {
    std::snprintf(name, bytes, "lowp simulator of %s", shownDevice().name);
  });
}

/// The value of an attribute; none of one that the simulator does not know.
static std::optional<int32_t> findAttribute(CudaDeviceAttribute attribute) {
  switch (attribute) {
  case CudaDeviceMultiprocessorCount:
    return multiprocessors();
  case CudaDeviceL2CacheBytes:
    return 50 << 20;
  case CudaDeviceComputeCapabilityMajor:
    return shownDevice().major;
  case CudaDeviceComputeCapabilityMinor:
    return shownDevice().minor;
  case CudaDeviceMaxSharedBytesPerBlock:
    return shownDevice().sharedBytesPerBlock;
  }
  return std::nullopt;
}

CudaResult cuDeviceGetAttribute(int32_t *value, CudaDeviceAttribute attribute,
                                CudaDevice) {
  std::optional<int32_t> found;
  if (CudaResult result = guard([&] { found = findAttribute(attribute); }))
    return result;
  if (!found)
    return CudaErrorInvalidValue;
  *value = *found;
  return CudaSuccess;
}

// As if each block filled a multiprocessor, which those do whose clusters are
// counted.
CudaResult cuOccupancyMaxActiveClusters(int32_t *count, CudaFunction,
                                        const CudaLaunchConfig *config) {
  if (config->attributeCount != 1 ||
      config->attributes[0].id != CudaLaunchClusterDimension)
    return CudaErrorInvalidValue;
  const uint32_t *cluster = config->attributes[0].value.clusterDimension;
  int32_t blocks = int32_t(cluster[0] * cluster[1] * cluster[2]);
  return guard([&] {
    int32_t parts = multiprocessors() / kPartSize;
    int32_t rest = multiprocessors() % kPartSize;
    *count = parts * (kPartSize / blocks) + rest / blocks;
  });
}

CudaResult cuDeviceTotalMem_v2(size_t *bytes, CudaDevice) {
  *bytes = kMemoryBytes;
  return CudaSuccess;
}

//===----------------------------------------------------------------------===//
// Contexts: the one of the device, which is always alive
//===----------------------------------------------------------------------===//

static thread_local std::vector<CudaContext> contexts(1, nullptr);

static CudaContext primaryContext() {
  static int object;
  return reinterpret_cast<CudaContext>(&object);
}

CudaResult cuDevicePrimaryCtxRetain(CudaContext *context, CudaDevice) {
  *context = primaryContext();
  return CudaSuccess;
}

CudaResult cuDevicePrimaryCtxRelease_v2(CudaDevice) { return CudaSuccess; }

CudaResult cuCtxGetCurrent(CudaContext *context) {
  *context = contexts.back();
  return CudaSuccess;
}

CudaResult cuCtxSetCurrent(CudaContext context) {
  contexts.back() = context;
  return CudaSuccess;
}

CudaResult cuCtxPushCurrent_v2(CudaContext context) {
  contexts.push_back(context);
  return CudaSuccess;
}

CudaResult cuCtxPopCurrent_v2(CudaContext *context) {
  if (context)
    *context = contexts.back();
  if (contexts.size() > 1)
    contexts.pop_back();
  else
    contexts.back() = nullptr;
  return CudaSuccess;
}

CudaResult cuCtxGetDevice(CudaDevice *device) {
  *device = 0;
  return CudaSuccess;
}

CudaResult cuCtxGetId(CudaContext, unsigned long long *id) {
  *id = 1;
  return CudaSuccess;
}

CudaResult cuCtxSynchronize() { return CudaSuccess; }

} // namespace mlir::lowp::runtime
