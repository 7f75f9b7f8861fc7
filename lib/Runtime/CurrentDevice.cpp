//===- CurrentDevice.cpp - The device of the current context --------------===//

#include "CurrentDevice.h"

using namespace mlir::lowp::runtime;

Expected<int32_t>
mlir::lowp::runtime::currentDeviceAttribute(const CudaDriver &driver,
                                            CudaDeviceAttribute attribute) {
  CudaDevice device;
  if (CudaResult result = driver.contextGetDevice(&device))
    return driver.failure(result, "cuCtxGetDevice");
  int32_t value = 0;
  if (CudaResult result = driver.deviceGetAttribute(&value, attribute, device))
    return driver.failure(result, "cuDeviceGetAttribute");
  return value;
}

std::string
mlir::lowp::runtime::describeCurrentDevice(const CudaDriver &driver) {
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
