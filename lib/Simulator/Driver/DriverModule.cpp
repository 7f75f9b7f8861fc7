//===- DriverModule.cpp - Modules and launches ----------------------------===//

#include "Driver.h"
#include "Simulator/Machine/Machine.h"
#include "Simulator/PTX/CodeTarget.h"
#include "Simulator/PTX/Image.h"
#include "Simulator/Support/Settings.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace lowp::simulator;
using namespace mlir::lowp::runtime;

namespace {

struct Function {
  std::shared_ptr<const Kernel> kernel;
  int32_t maxDynamicSharedBytes = kDefaultSharedBytes;
  int32_t allowsNonPortableCluster = 0;
};

struct LoadedModule {
  std::string text;
  std::vector<std::string> kernels;
  std::map<std::string, Function> functions; // that were asked for
};

LoadedModule *unwrap(CudaModule module) {
  return reinterpret_cast<LoadedModule *>(module);
}
Function *unwrap(CudaFunction function) {
  return reinterpret_cast<Function *>(function);
}

/// Gives `text` to the caller who asked for the compiler's log.
void writeLog(uint32_t count, CudaJitOption *options, void **values,
              const std::string &text) {
  char *buffer = nullptr;
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (options[i] == CudaJitErrorLogBuffer)
      buffer = static_cast<char *>(values[i]);
    else if (options[i] == CudaJitErrorLogBufferBytes)
      bytes = reinterpret_cast<uintptr_t>(values[i]);
  }
  if (buffer && bytes)
    std::snprintf(buffer, bytes, "%s", text.c_str());
}

Extents extents(const uint32_t *values) {
  return {values[0], values[1], values[2]};
}

std::vector<uint8_t> packParameters(const Kernel &kernel, void **params) {
  std::vector<uint8_t> bytes(kernel.parameterBytes, 0xFF);
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(&bytes[kernel.parameters[i].offset], params[i],
                kernel.parameters[i].bytes);
  return bytes;
}

Launch makeLaunch(const CudaLaunchConfig &config, const Function &function,
                  void **params) {
  Launch launch;
  launch.kernel = function.kernel.get();
  launch.grid = extents(config.grid);
  launch.block = extents(config.block);
  launch.device = &shownDevice();
  launch.seed = settings::seed();
  launch.checksOrder = settings::checksOrder();
  launch.isLenient = settings::isLenient();
  launch.asksReadFences = settings::asksReadFences();
  for (uint32_t i = 0; i < config.attributeCount; ++i)
    if (config.attributes[i].id == CudaLaunchClusterDimension)
      launch.cluster = extents(config.attributes[i].value.clusterDimension);
    else if (config.attributes[i].id ==
             CudaLaunchProgrammaticStreamSerialization)
      launch.overlapsPrevious =
          config.attributes[i].value.programmaticStreamSerialization;
  launch.dynamicSharedBytes = config.sharedBytes;
  launch.parameters = packParameters(*function.kernel, params);
  return launch;
}

/// What no device takes in one dimension.
void checkExtents(const char *name, const char *what, const Extents &extents,
                  const Extents &most) {
  for (int dim = 0; dim < 3; ++dim)
    if (extents[dim] == 0 || extents[dim] > most[dim])
      fail(FaultKind::Launch,
           "kernel '%s' is launched with %u %s in dimension %c, expected 1 to "
           "%u",
           name, extents[dim], what, "xyz"[dim], most[dim]);
}

/// What the driver refuses before anything runs.
void checkLaunch(const Launch &launch, const Function &function) {
  const char *name = launch.kernel->name.c_str();
  if (launch.dynamicSharedBytes > uint32_t(function.maxDynamicSharedBytes))
    fail(FaultKind::Launch,
         "kernel '%s' is launched with %u bytes of shared memory, and its "
         "function allows %d",
         name, launch.dynamicSharedBytes, function.maxDynamicSharedBytes);
  checkExtents(name, "blocks", launch.grid, {INT32_MAX, 65535, 65535});
  checkExtents(name, "threads", launch.block, {1024, 1024, 64});
  if (volume(launch.block) > 1024)
    fail(FaultKind::Launch,
         "kernel '%s' is launched with %u threads in a block, expected at most "
         "1024",
         name, volume(launch.block));
  if (volume(launch.cluster) > 8 && !function.allowsNonPortableCluster)
    fail(FaultKind::Launch, "kernel '%s' does not allow clusters of %u", name,
         volume(launch.cluster));
}

void allowSharedBytes(Function &function, int32_t bytes) {
  const DeviceFacts &device = shownDevice();
  const Kernel &kernel = *function.kernel;
  if (bytes > device.sharedBytesPerBlock - int32_t(kernel.staticSharedBytes))
    fail(FaultKind::Launch,
         "kernel '%s' asks for %d bytes of dynamic shared memory and has %u "
         "static ones; a block of %s has %d",
         kernel.name.c_str(), bytes, kernel.staticSharedBytes, device.chip,
         device.sharedBytesPerBlock);
  function.maxDynamicSharedBytes = bytes;
}

/// Whether PTX for `target` may run on `device`: what is for a chip alone, for
/// the chips of a family from one on, or for all from one on.
bool runsOn(const CodeTarget &target, const DeviceFacts &device) {
  bool isLater = device.minor >= target.minor;
  if (target.suffix == 'a')
    return device.major == target.major && device.minor == target.minor;
  if (target.suffix == 'f')
    return device.major == target.major && isLater;
  return device.major > target.major ||
         (device.major == target.major && isLater);
}

/// Where somebody says which chip the device is of, other code is refused.
void checkChip(const std::string &ptx) {
  if (!settings::asksChip())
    return;
  const CodeTarget target = readCodeTarget(ptx);
  const DeviceFacts &device = shownDevice();
  if (!runsOn(target, device))
    fail(FaultKind::Chip, "this PTX is for %s, and the device is %s, %s",
         target.name.c_str(), device.name, device.chip);
}

} // namespace

namespace mlir::lowp::runtime {

CudaResult cuModuleLoadDataEx(CudaModule *module, const void *image,
                              uint32_t count, CudaJitOption *options,
                              void **values) {
  auto loaded = std::make_unique<LoadedModule>();
  try {
    loaded->text = readPTX(image);
    checkChip(loaded->text);
    loaded->kernels = checkModule(loaded->text);
  } catch (...) {
    const Fault fault = currentFault();
    writeLog(count, options, values, fault.message);
    return report(fault);
  }
  *module = reinterpret_cast<CudaModule>(loaded.release());
  return CudaSuccess;
}

CudaResult cuModuleUnload(CudaModule module) {
  delete unwrap(module);
  return CudaSuccess;
}

CudaResult cuModuleGetFunction(CudaFunction *function, CudaModule module,
                               const char *name) {
  LoadedModule &loaded = *unwrap(module);
  if (std::find(loaded.kernels.begin(), loaded.kernels.end(), name) ==
      loaded.kernels.end())
    return CudaErrorNotFound;
  Function &found = loaded.functions[name];
  *function = reinterpret_cast<CudaFunction>(&found);
  if (found.kernel)
    return CudaSuccess;
  return guard([&] {
    found.kernel =
        std::make_shared<const Kernel>(parseKernel(loaded.text, name));
  });
}

CudaResult cuFuncGetAttribute(int32_t *value, CudaFunctionAttribute attribute,
                              CudaFunction handle) {
  Function *function = unwrap(handle);
  switch (attribute) {
  case CudaFunctionStaticSharedBytes:
    *value = function->kernel->staticSharedBytes;
    return CudaSuccess;
  case CudaFunctionMaxDynamicSharedBytes:
    *value = function->maxDynamicSharedBytes;
    return CudaSuccess;
  case CudaFunctionNonPortableClusterAllowed:
    *value = function->allowsNonPortableCluster;
    return CudaSuccess;
  }
  return CudaErrorInvalidValue;
}

CudaResult cuFuncSetAttribute(CudaFunction handle,
                              CudaFunctionAttribute attribute, int32_t value) {
  Function *function = unwrap(handle);
  switch (attribute) {
  case CudaFunctionMaxDynamicSharedBytes:
    return guard([&] { allowSharedBytes(*function, value); });
  case CudaFunctionNonPortableClusterAllowed:
    function->allowsNonPortableCluster = value;
    return CudaSuccess;
  default:
    return CudaErrorInvalidValue;
  }
}

CudaResult cuLaunchKernelEx(const CudaLaunchConfig *config, CudaFunction handle,
                            void **params, void **) {
  const Function *function = unwrap(handle);
  Launch launch;
  if (CudaResult result = guard([&] {
        launch = makeLaunch(*config, *function, params);
        checkLaunch(launch, *function);
      }))
    return result;
  // A graph may outlive its modules' handles.
  return submit(config->stream,
                [launch = std::move(launch), kernel = function->kernel] {
                  execute(launch);
                });
}

} // namespace mlir::lowp::runtime
