//===- Device.cpp - A GPU and its memory ----------------------------------===//

#include "lowp/Runtime/Device.h"

#include "CurrentDevice.h"

using namespace mlir::lowp::runtime;

std::string DeviceFacts::getChip() const {
  return "sm_" + std::to_string(major) + std::to_string(minor) +
         (major >= 9 ? "a" : "");
}

/// Fills name and memory size.
static Expected<void> readIdentity(const CudaDriver &driver, CudaDevice device,
                                   DeviceFacts &facts) {
  char name[256] = "";
  if (CudaResult result = driver.deviceGetName(name, sizeof(name), device))
    return driver.failure(result, "cuDeviceGetName");
  size_t memory = 0;
  if (CudaResult result = driver.deviceTotalMemory(&memory, device))
    return driver.failure(result, "cuDeviceTotalMem");
  facts.name = name;
  facts.memoryBytes = memory;
  return {};
}

static Expected<DeviceFacts> readFacts(const CudaDriver &driver,
                                       CudaDevice device) {
  DeviceFacts facts;
  if (Expected<void> ok = readIdentity(driver, device, facts); !ok)
    return ok.error();
  int32_t l2Cache = 0;
  int32_t shared = 0;
  const std::pair<CudaDeviceAttribute, int32_t *> attributes[] = {
      {CudaDeviceComputeCapabilityMajor, &facts.major},
      {CudaDeviceComputeCapabilityMinor, &facts.minor},
      {CudaDeviceMultiprocessorCount, &facts.multiprocessorCount},
      {CudaDeviceL2CacheBytes, &l2Cache},
      {CudaDeviceMaxSharedBytesPerBlock, &shared},
  };
  for (auto [attribute, value] : attributes)
    if (CudaResult result = driver.deviceGetAttribute(value, attribute, device))
      return driver.failure(result, "cuDeviceGetAttribute");
  facts.l2CacheBytes = l2Cache;
  facts.sharedBytesPerBlock = shared;
  return facts;
}

Expected<int32_t> Device::count() {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  return countDevices(**driver);
}

Expected<Device> Device::open(int32_t ordinal) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  Expected<CudaDevice> device = findDevice(**driver, ordinal);
  if (!device)
    return device.error();
  Device opened;
  opened.driver = *driver;
  opened.device = *device;
  Expected<DeviceFacts> facts = readFacts(**driver, opened.device);
  if (!facts)
    return facts.error();
  opened.deviceFacts = *facts;
  if (CudaResult result =
          (*driver)->primaryContextRetain(&opened.context, opened.device))
    return (*driver)->failure(result, "cuDevicePrimaryCtxRetain of device " +
                                          std::to_string(ordinal));
  if (CudaResult result = (*driver)->contextSetCurrent(opened.context))
    return (*driver)->failure(result, "cuCtxSetCurrent");
  return opened;
}

Device::Device(Device &&other) noexcept
    : driver(other.driver), context(std::exchange(other.context, nullptr)),
      device(other.device), deviceFacts(std::move(other.deviceFacts)) {}

Device::~Device() {
  if (context)
    (void)driver->primaryContextRelease(device);
}
