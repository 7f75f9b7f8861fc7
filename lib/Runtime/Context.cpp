//===- Context.cpp - The context that runtime calls act on ----------------===//

#include "Context.h"

#include <mutex>

using namespace lowp::runtime;

static Expected<CudaContext> retainPrimaryContext(const CudaDriver &driver) {
  CudaDevice device;
  if (CudaResult result = driver.deviceGet(&device, 0))
    return driver.failure(result, "cuDeviceGet of device 0");
  CudaContext context;
  if (CudaResult result = driver.primaryContextRetain(&context, device))
    return driver.failure(result,
                          "cuDevicePrimaryCtxRetain of device 0, for a thread "
                          "without a current context,");
  return context;
}

/// One retain for the whole process, however many threads come without a
/// context. A failure is not remembered: memory may be free later.
static Expected<CudaContext> defaultContext(const CudaDriver &driver) {
  static std::mutex mutex;
  static CudaContext retained = nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  if (retained)
    return retained;
  Expected<CudaContext> context = retainPrimaryContext(driver);
  if (context)
    retained = *context;
  return context;
}

Expected<CudaContext>
lowp::runtime::ensureCurrentContext(const CudaDriver &driver) {
  CudaContext current = nullptr;
  if (CudaResult result = driver.contextGetCurrent(&current))
    return driver.failure(result, "cuCtxGetCurrent");
  if (current)
    return current;
  Expected<CudaContext> context = defaultContext(driver);
  if (!context)
    return context;
  if (CudaResult result = driver.contextSetCurrent(*context))
    return driver.failure(result, "cuCtxSetCurrent");
  return context;
}

Expected<int32_t>
lowp::runtime::currentDeviceAttribute(const CudaDriver &driver,
                                      CudaDeviceAttribute attribute) {
  CudaDevice device;
  if (CudaResult result = driver.contextGetDevice(&device))
    return driver.failure(result, "cuCtxGetDevice");
  int32_t value = 0;
  if (CudaResult result = driver.deviceGetAttribute(&value, attribute, device))
    return driver.failure(result, "cuDeviceGetAttribute");
  return value;
}

std::string lowp::runtime::describeCurrentDevice(const CudaDriver &driver) {
  Expected<int32_t> major =
      currentDeviceAttribute(driver, CudaDeviceComputeCapabilityMajor);
  Expected<int32_t> minor =
      currentDeviceAttribute(driver, CudaDeviceComputeCapabilityMinor);
  CudaDevice device;
  char name[128] = "";
  if (!major || !minor || driver.contextGetDevice(&device) ||
      driver.deviceGetName(name, sizeof(name), device))
    return "unknown device";
  return std::string(name) + " (compute capability " + std::to_string(*major) +
         "." + std::to_string(*minor) + ")";
}

RelaxedCaptureScope::RelaxedCaptureScope(const CudaDriver &driver)
    : driver(driver),
      exchanged(driver.exchangeCaptureMode(&mode) == CudaSuccess) {}

RelaxedCaptureScope::~RelaxedCaptureScope() {
  // `mode` now holds what was set before; exchanging once more restores it.
  if (exchanged)
    (void)driver.exchangeCaptureMode(&mode);
}
