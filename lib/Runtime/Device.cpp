//===- Device.cpp - A GPU and its memory ----------------------------------===//

#include "lowp/Runtime/Device.h"

using namespace mlir::lowp::runtime;

std::string DeviceFacts::getChip() const {
  return "sm_" + std::to_string(major) + std::to_string(minor) +
         (major >= 9 ? "a" : "");
}

static Expected<int32_t> deviceCount(const CudaDriver &driver) {
  int32_t count = 0;
  if (CudaResult result = driver.deviceGetCount(&count))
    return driver.failure(result, "cuDeviceGetCount");
  return count;
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
  return deviceCount(**driver);
}

Expected<Device> Device::open(int32_t ordinal) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  Expected<int32_t> count = deviceCount(**driver);
  if (!count)
    return count.error();
  if (ordinal < 0 || ordinal >= *count)
    return makeError(LOWP_ERROR_NO_DEVICE,
                     "expected a device number below %d, the number of CUDA "
                     "devices, got %d",
                     *count, ordinal);

  Device opened;
  opened.driver = *driver;
  opened.deviceOrdinal = ordinal;
  if (CudaResult result = (*driver)->deviceGet(&opened.device, ordinal))
    return (*driver)->failure(result, "cuDeviceGet");
  Expected<DeviceFacts> facts = readFacts(**driver, opened.device);
  if (!facts)
    return facts.error();
  opened.deviceFacts = *facts;
  if (CudaResult result =
          (*driver)->primaryContextRetain(&opened.context, opened.device))
    return (*driver)->failure(result, "cuDevicePrimaryCtxRetain of device " +
                                          std::to_string(ordinal));
  if (Expected<void> ok = opened.makeCurrent(); !ok)
    return ok.error();
  return opened;
}

Device::Device(Device &&other) noexcept
    : driver(other.driver), context(std::exchange(other.context, nullptr)),
      device(other.device), deviceOrdinal(other.deviceOrdinal),
      deviceFacts(std::move(other.deviceFacts)) {}

Device &Device::operator=(Device &&other) noexcept {
  // `other` releases what this object held.
  std::swap(driver, other.driver);
  std::swap(context, other.context);
  std::swap(device, other.device);
  std::swap(deviceOrdinal, other.deviceOrdinal);
  std::swap(deviceFacts, other.deviceFacts);
  return *this;
}

Device::~Device() {
  if (context)
    (void)driver->primaryContextRelease(device);
}

Expected<MemoryState> Device::memory() const {
  if (Expected<void> ok = makeCurrent(); !ok)
    return ok.error();
  size_t freeBytes = 0;
  size_t totalBytes = 0;
  if (CudaResult result = driver->memoryGetInfo(&freeBytes, &totalBytes))
    return driver->failure(result, "cuMemGetInfo");
  return MemoryState{freeBytes, totalBytes};
}

Expected<void> Device::makeCurrent() const {
  return driver->check(driver->contextSetCurrent(context), "cuCtxSetCurrent");
}

Expected<void> Device::synchronize() const {
  if (Expected<void> ok = makeCurrent(); !ok)
    return ok;
  return driver->check(driver->contextSynchronize(), "cuCtxSynchronize");
}
