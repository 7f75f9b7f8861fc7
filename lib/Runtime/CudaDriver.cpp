//===- CudaDriver.cpp - Opening libcuda -----------------------------------===//

#include "lowp/Runtime/CudaDriver.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

using namespace mlir::lowp::runtime;

namespace {

constexpr const char *kDefaultLibrary = "libcuda.so.1";

const char *libraryPath() {
  const char *path = std::getenv("LOWP_CUDA_DRIVER");
  return path && *path ? path : kDefaultLibrary;
}

Error openFailure(const char *path) {
  const char *reason = dlerror();
  if (path == kDefaultLibrary)
    return makeError(LOWP_ERROR_NO_DRIVER,
                     "no CUDA driver: libcuda.so.1 cannot be loaded (%s); "
                     "install the NVIDIA driver, or compile with device=cpu",
                     reason ? reason : "unknown reason");
  return makeError(LOWP_ERROR_NO_DRIVER,
                   "no CUDA driver: the library named by LOWP_CUDA_DRIVER "
                   "cannot be loaded (%s); unset the variable to use %s",
                   reason ? reason : path, kDefaultLibrary);
}

Error missingSymbol(const char *path, const char *symbol) {
  return makeError(LOWP_ERROR_NO_DRIVER,
                   "CUDA driver too old: '%s' has no symbol '%s'; install an "
                   "NVIDIA driver for CUDA 12.0 or newer",
                   path, symbol);
}

Error initFailure(const CudaDriver &driver, CudaResult result) {
  std::string reason = driver.describe(result);
  if (result == CudaErrorNoDevice)
    return makeError(LOWP_ERROR_NO_DEVICE,
                     "no CUDA device: cuInit failed with %s; check nvidia-smi "
                     "and CUDA_VISIBLE_DEVICES, or compile with device=cpu",
                     reason.c_str());
  if (result == CudaErrorStubLibrary)
    return makeError(LOWP_ERROR_NO_DRIVER,
                     "no CUDA driver: the libcuda that was loaded is the "
                     "toolkit's stub for linking; put the driver's library "
                     "first in the library path");
  return makeError(LOWP_ERROR_NO_DRIVER,
                   "the CUDA driver cannot be initialised: cuInit failed with "
                   "%s; check that nvidia-smi works on this machine",
                   reason.c_str());
}

/// The driver does not work in a child of the process that initialised it, and
/// does not always say so.
std::atomic<bool> isInitialised = false;
std::atomic<bool> isLostByFork = false;

void noteFork() {
  if (isInitialised)
    isLostByFork = true;
}

Error forkFailure() {
  return makeError(LOWP_ERROR_DRIVER,
                   "expected a process that was not forked after its parent "
                   "used the GPU; start workers with spawn or forkserver, or "
                   "use the GPU only after the fork");
}

Expected<CudaDriver> openDriver() {
  const char *path = libraryPath();
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return openFailure(path);

  CudaDriver driver;
#define LOWP_CUDA_FUNCTION(member, symbol, parameters)                         \
  driver.member =                                                              \
      reinterpret_cast<decltype(driver.member)>(dlsym(library, #symbol));      \
  if (!driver.member)                                                          \
    return missingSymbol(path, #symbol);
#include "lowp/Runtime/CudaDriverFunctions.def"

  pthread_atfork(nullptr, nullptr, noteFork);
  isInitialised = true;
  if (CudaResult result = driver.init(0))
    return initFailure(driver, result);
  return driver;
}

LowpStatus statusOf(CudaResult result) {
  switch (result) {
  case CudaErrorOutOfMemory:
    return LOWP_ERROR_OUT_OF_MEMORY;
  case CudaErrorNoDevice:
  case CudaErrorInvalidDevice:
    return LOWP_ERROR_NO_DEVICE;
  default:
    return LOWP_ERROR_DRIVER;
  }
}

/// These results come from a kernel launched earlier, are reported by whatever
/// call is next, and leave the context unusable.
bool isDeviceFault(CudaResult result) {
  switch (result) {
  case CudaErrorIllegalAddress:
  case CudaErrorLaunchTimeout:
  case CudaErrorAssert:
  case CudaErrorHardwareStackError:
  case CudaErrorIllegalInstruction:
  case CudaErrorMisalignedAddress:
  case CudaErrorInvalidAddressSpace:
  case CudaErrorInvalidPc:
  case CudaErrorLaunchFailed:
    return true;
  default:
    return false;
  }
}

} // namespace

Expected<const CudaDriver *> CudaDriver::get() {
  // Leaked on purpose: calls may still come from other static destructors.
  static const auto *driver = new Expected<CudaDriver>(openDriver());
  if (!*driver)
    return driver->error();
  if (isLostByFork)
    return forkFailure();
  return &**driver;
}

Expected<void> CudaDriver::check(CudaResult result, const char *what) const {
  if (result == CudaSuccess)
    return {};
  return failure(result, what);
}

Error CudaDriver::failure(CudaResult result, const std::string &what) const {
  std::string message = what + " failed with " + describe(result);
  if (isDeviceFault(result))
    message += "; a kernel launched earlier faulted and the context is lost: "
               "run under compute-sanitizer to find it";
  return Error{statusOf(result), std::move(message)};
}

std::string CudaDriver::describe(CudaResult result) const {
  const char *name = nullptr;
  const char *text = nullptr;
  if (getErrorName(result, &name) != CudaSuccess || !name)
    return "CUDA error " + std::to_string(result);
  if (getErrorString(result, &text) != CudaSuccess || !text)
    return name;
  return std::string(name) + " (" + text + ")";
}
