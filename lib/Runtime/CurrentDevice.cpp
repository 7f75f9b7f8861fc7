//===- CurrentDevice.cpp - The device of the current context --------------===//

#include "CurrentDevice.h"

using namespace mlir::lowp::runtime;

Expected<int32_t> mlir::lowp::runtime::countDevices(const CudaDriver &driver) {
  int32_t count = 0;
  if (CudaResult result = driver.deviceGetCount(&count))
    return driver.failure(result, "cuDeviceGetCount");
  return count;
}

Expected<CudaDevice> mlir::lowp::runtime::findDevice(const CudaDriver &driver,
                                                     int32_t ordinal) {
  Expected<int32_t> count = countDevices(driver);
  if (!count)
    return count.error();
  if (ordinal < 0 || ordinal >= *count)
    return makeError(LOWP_ERROR_NO_DEVICE,
                     "expected a device number below %d, the number of CUDA "
                     "devices, got %d",
                     *count, ordinal);
  CudaDevice device;
  if (CudaResult result = driver.deviceGet(&device, ordinal))
    return driver.failure(result, "cuDeviceGet");
  return device;
}

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
