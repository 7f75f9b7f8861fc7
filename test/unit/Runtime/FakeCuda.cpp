//===- FakeCuda.cpp - Contexts, modules and launches of the fake ----------===//

#include "FakeCudaNotes.h"

#include <cstring>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

FakeCuda mlir::lowp::runtime::test::fake;

extern "C" __attribute__((visibility("default"))) FakeCuda *lowpFakeCuda() {
  return &fake;
}

/// For tests in other languages: the result of loading modules from now on, and
/// what the driver's compiler says about it.
extern "C" __attribute__((visibility("default"))) void
lowpFakeCudaSetLoadResult(int32_t result, const char *log) {
  std::lock_guard<std::mutex> lock(fake.mutex);
  fake.loadResult = CudaResult(result);
  fake.jitLog = log;
}

/// For tests in other languages: a line with symbol and count of each function
/// that was called since it was asked last. Valid until it is asked again.
extern "C" __attribute__((visibility("default"))) const char *
lowpFakeCudaTakeCalls() {
  static std::string text;
  std::lock_guard<std::mutex> lock(fake.mutex);
  text.clear();
  for (const auto &[symbol, count] : fake.calls)
    text += symbol + " " + std::to_string(count) + "\n";
  fake.calls.clear();
  return text.c_str();
}

namespace {

thread_local CudaContext currentContext = nullptr;
std::map<CudaFunction, std::string> kernelNames;

/// Devices 0, 1, ... have the contexts 1, 2, ...
CudaContext contextOf(CudaDevice device) {
  return reinterpret_cast<CudaContext>(uintptr_t(device) + 1);
}

Triple triple(const uint32_t *values) {
  return {values[0], values[1], values[2]};
}

} // namespace

CudaDevice mlir::lowp::runtime::test::currentDevice() {
  return CudaDevice(reinterpret_cast<uintptr_t>(currentContext) - 1);
}

namespace mlir::lowp::runtime {

// Driver, devices, contexts.

CudaResult cuInit(uint32_t) {
  NOTE();
  return fake.deviceCount ? CudaSuccess : CudaErrorNoDevice;
}

CudaResult cuGetErrorName(CudaResult result, const char **name) {
  *name = getResultName(result);
  return *name ? CudaSuccess : CudaErrorInvalidValue;
}

CudaResult cuGetErrorString(CudaResult, const char **text) {
  *text = "fake reason";
  return CudaSuccess;
}

CudaResult cuDeviceGetCount(int32_t *count) {
  NOTE();
  *count = fake.deviceCount;
  return CudaSuccess;
}

CudaResult cuDeviceGet(CudaDevice *device, int32_t ordinal) {
  NOTE();
  *device = ordinal;
  return ordinal < fake.deviceCount ? CudaSuccess : CudaErrorInvalidDevice;
}

CudaResult cuDeviceGetName(char *name, int32_t bytes, CudaDevice) {
  NOTE();
  std::strncpy(name, "Fake H200", bytes);
  return CudaSuccess;
}

CudaResult cuDeviceGetAttribute(int32_t *value, CudaDeviceAttribute attribute,
                                CudaDevice) {
  NOTE();
  switch (attribute) {
  case CudaDeviceMultiprocessorCount:
    *value = fake.multiprocessorCount;
    return CudaSuccess;
  case CudaDeviceL2CacheBytes:
    *value = 4096;
    return CudaSuccess;
  case CudaDeviceComputeCapabilityMajor:
    *value = fake.major;
    return CudaSuccess;
  case CudaDeviceComputeCapabilityMinor:
    *value = fake.minor;
    return CudaSuccess;
  case CudaDeviceMaxSharedBytesPerBlock:
    *value = fake.maxSharedBytes;
    return CudaSuccess;
  }
  return CudaErrorInvalidValue;
}

CudaResult cuDeviceTotalMem_v2(size_t *bytes, CudaDevice) {
  NOTE();
  *bytes = size_t(1) << 37;
  return CudaSuccess;
}

CudaResult cuDevicePrimaryCtxRetain(CudaContext *context, CudaDevice device) {
  NOTE();
  *context = contextOf(device);
  return CudaSuccess;
}

LOWP_FAKE_SUCCESS(cuDevicePrimaryCtxRelease_v2, (CudaDevice))

CudaResult cuCtxGetCurrent(CudaContext *context) {
  NOTE();
  *context = currentContext;
  return CudaSuccess;
}

CudaResult cuCtxSetCurrent(CudaContext context) {
  NOTE();
  currentContext = context;
  return CudaSuccess;
}

LOWP_FAKE_SUCCESS(cuCtxPushCurrent_v2, (CudaContext))

CudaResult cuCtxPopCurrent_v2(CudaContext *context) {
  NOTE();
  *context = currentContext;
  return CudaSuccess;
}

CudaResult cuCtxGetDevice(CudaDevice *device) {
  NOTE();
  *device = currentDevice();
  return CudaSuccess;
}

CudaResult cuCtxGetId(CudaContext context, unsigned long long *id) {
  NOTE();
  *id = fake.contextGeneration * 1000 + reinterpret_cast<uintptr_t>(context);
  return CudaSuccess;
}

LOWP_FAKE_SUCCESS(cuCtxSynchronize, ())

// Modules, functions, launch.

CudaResult cuModuleLoadDataEx(CudaModule *module, const void *image,
                              uint32_t count, CudaJitOption *options,
                              void **values) {
  NOTE();
  fake.loadCaptureMode = fake.captureMode;
  if (count == 2 && options[0] == CudaJitErrorLogBuffer &&
      options[1] == CudaJitErrorLogBufferBytes)
    std::strncpy(static_cast<char *>(values[0]), fake.jitLog.c_str(),
                 reinterpret_cast<uintptr_t>(values[1]));
  if (fake.loadResult != CudaSuccess)
    return fake.loadResult;
  if (!hasCodeFor(static_cast<const char *>(image), fake.major, fake.minor))
    return CudaErrorNoBinaryForGpu;
  ++fake.liveModules;
  *module = newHandle<CudaModule>();
  return CudaSuccess;
}

CudaResult cuModuleUnload(CudaModule module) {
  NOTE();
  --fake.liveModules;
  dropHandle(module);
  return CudaSuccess;
}

CudaResult cuModuleGetFunction(CudaFunction *function, CudaModule,
                               const char *name) {
  NOTE();
  if (fake.absentKernel == name)
    return CudaErrorNotFound;
  // Never freed: as in the driver, functions live as long as their module.
  *function = newHandle<CudaFunction>();
  kernelNames[*function] = name;
  return CudaSuccess;
}

CudaResult cuFuncGetAttribute(int32_t *value, CudaFunctionAttribute attribute,
                              CudaFunction) {
  NOTE();
  *value = fake.staticSharedBytes;
  return attribute == CudaFunctionStaticSharedBytes ? CudaSuccess
                                                    : CudaErrorInvalidValue;
}

CudaResult cuFuncSetAttribute(CudaFunction function,
                              CudaFunctionAttribute attribute, int32_t value) {
  NOTE();
  fake.attributes.push_back({kernelNames[function], attribute, value});
  bool tooMuch = attribute == CudaFunctionMaxDynamicSharedBytes &&
                 value > fake.maxSharedBytes;
  return tooMuch ? CudaErrorInvalidValue : CudaSuccess;
}

static FakeLaunch describe(const CudaLaunchConfig *config,
                           CudaFunction function, void **params) {
  FakeLaunch launch = {};
  launch.kernel = kernelNames[function];
  launch.grid = triple(config->grid);
  launch.block = triple(config->block);
  for (uint32_t i = 0; i < config->attributeCount; ++i)
    if (config->attributes[i].id == CudaLaunchClusterDimension)
      launch.cluster = triple(config->attributes[i].value.clusterDimension);
  launch.sharedBytes = config->sharedBytes;
  launch.stream = config->stream;
  launch.firstParam = params ? *static_cast<int32_t *>(params[0]) : 0;
  return launch;
}

CudaResult cuOccupancyMaxActiveClusters(int32_t *count, CudaFunction function,
                                        const CudaLaunchConfig *config) {
  NOTE();
  fake.counted.push_back(describe(config, function, nullptr));
  // The driver takes none but the cluster.
  if (config->attributeCount != 1 ||
      config->attributes[0].id != CudaLaunchClusterDimension)
    return CudaErrorInvalidValue;
  *count = fake.activeClusters;
  return fake.countResult;
}

CudaResult cuLaunchKernelEx(const CudaLaunchConfig *config,
                            CudaFunction function, void **params, void **) {
  NOTE();
  FakeLaunch launch = describe(config, function, params);
  log(launch);
  fake.launches.push_back(launch);
  return fake.launchResult;
}

CudaResult cuTensorMapEncodeTiled(
    CudaTensorMap *map, CudaTensorMapDataType type, uint32_t rank, void *base,
    const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, CudaTensorMapInterleave interleave,
    CudaTensorMapSwizzle swizzle, CudaTensorMapL2Promotion promotion,
    CudaTensorMapFill fill) {
  NOTE();
  fake.tensorMaps.push_back({type,
                             rank,
                             base,
                             {sizes, sizes + rank},
                             {strides, strides + rank - 1},
                             {box, box + rank},
                             {elementStrides, elementStrides + rank},
                             interleave,
                             swizzle,
                             promotion,
                             fill});
  log(fake.tensorMaps.back());
  if (reinterpret_cast<uintptr_t>(map) % 64)
    return CudaErrorInvalidValue;
  std::memset(map, 0x5a, sizeof(*map));
  return fake.encodeResult;
}

} // namespace mlir::lowp::runtime
