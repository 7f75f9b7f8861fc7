//===- CurrentContext.cpp - The context that calls act on -----------------===//

#include "lowp/Runtime/CurrentContext.h"

#include "CurrentDevice.h"

#include "lowp/Runtime/PinnedContext.h"

#include <array>
#include <map>
#include <mutex>

using namespace mlir::lowp::runtime;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static Expected<int32_t> currentDeviceOrdinal(const CudaDriver &driver) {
  CudaDevice device;
  if (CudaResult result = driver.contextGetDevice(&device))
    return driver.failure(result, "cuCtxGetDevice");
  Expected<int32_t> count = countDevices(driver);
  if (!count)
    return count;
  for (int32_t ordinal = 0; ordinal < *count; ++ordinal) {
    CudaDevice other;
    if (CudaResult result = driver.deviceGet(&other, ordinal))
      return driver.failure(result, "cuDeviceGet");
    if (other == device)
      return ordinal;
  }
  return makeError(LOWP_ERROR_NO_DEVICE,
                   "expected a current context of one of %d CUDA devices, got "
                   "one of another device",
                   *count);
}

/// Fills what holds of the context, which is current, for good.
static Expected<void> askForFacts(const CudaDriver &driver,
                                  ContextFacts &facts) {
  Expected<int32_t> device = currentDeviceOrdinal(driver);
  if (!device)
    return device.error();
  Expected<int32_t> multiprocessors =
      currentDeviceAttribute(driver, CudaDeviceMultiprocessorCount);
  if (!multiprocessors)
    return multiprocessors.error();
  facts.device = *device;
  facts.multiprocessors = *multiprocessors;
  return {};
}

namespace {
/// The contexts that a thread met last. Without a destructor: other objects of
/// the thread may use it in theirs.
struct KnownContexts {
  std::array<ContextFacts, 16> facts;
  size_t next;
};
} // namespace

Expected<ContextFacts>
mlir::lowp::runtime::describeCurrentContext(const CudaDriver &driver,
                                            CudaContext handle) {
  static thread_local KnownContexts known = {};
  unsigned long long id = 0;
  if (CudaResult result = driver.contextGetId(handle, &id))
    return driver.failure(result, "cuCtxGetId");
  for (const ContextFacts &facts : known.facts)
    if (facts.handle == handle && facts.id == id)
      return facts;
  ContextFacts facts;
  facts.handle = handle;
  facts.id = id;
  if (Expected<void> ok = askForFacts(driver, facts); !ok)
    return ok.error();
  known.facts[known.next++ % known.facts.size()] = facts;
  return facts;
}

//===----------------------------------------------------------------------===//
// The current context
//===----------------------------------------------------------------------===//

static Expected<CudaContext> retain(const CudaDriver &driver, int32_t ordinal) {
  Expected<CudaDevice> device = findDevice(driver, ordinal);
  if (!device)
    return device.error();
  CudaContext context;
  if (CudaResult result = driver.primaryContextRetain(&context, *device))
    return driver.failure(result, "cuDevicePrimaryCtxRetain of device " +
                                      std::to_string(ordinal));
  return context;
}

Expected<CudaContext>
mlir::lowp::runtime::retainPrimaryContext(const CudaDriver &driver,
                                          int32_t ordinal) {
  static std::mutex mutex;
  // Never destroyed: calls may still come from static destructors.
  static auto *contexts = new std::map<int32_t, CudaContext>;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = contexts->find(ordinal); known != contexts->end())
    return known->second;
  // A failure is not remembered: memory may be free later.
  Expected<CudaContext> context = retain(driver, ordinal);
  if (context)
    contexts->emplace(ordinal, *context);
  return context;
}

Expected<ContextFacts>
mlir::lowp::runtime::ensureCurrentContext(const CudaDriver &driver) {
  if (const PinnedContext *pinned = PinnedContext::get())
    return pinned->facts;
  CudaContext current = nullptr;
  if (CudaResult result = driver.contextGetCurrent(&current))
    return driver.failure(result, "cuCtxGetCurrent");
  if (current)
    return describeCurrentContext(driver, current);
  Expected<CudaContext> context = retainPrimaryContext(driver, /*ordinal=*/0);
  if (!context)
    return context.error();
  if (CudaResult result = driver.contextSetCurrent(*context))
    return driver.failure(result, "cuCtxSetCurrent");
  return describeCurrentContext(driver, *context);
}

Expected<const CudaDriver *> mlir::lowp::runtime::driverWithContext() {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver;
  if (Expected<ContextFacts> context = ensureCurrentContext(**driver); !context)
    return context.error();
  return driver;
}
