//===- DriverModule.cpp - Modules, launches and tensor maps ---------------===//

#include "Driver.h"
#include "Image.h"
#include "Machine.h"
#include "TensorMap.h"

#include <algorithm>
#include <cstdlib>
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

uint64_t seed() {
  const char *text = std::getenv("LOWP_SIMULATOR_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 0;
}

bool checksOrder() {
  const char *text = std::getenv("LOWP_SIMULATOR_ORDER");
  return !text || std::strcmp(text, "0") != 0;
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
  launch.seed = seed();
  launch.checksOrder = checksOrder();
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

/// What the driver refuses before anything runs.
void checkLaunch(const Launch &launch, const Function &function) {
  const char *name = launch.kernel->name.c_str();
  if (launch.dynamicSharedBytes > uint32_t(function.maxDynamicSharedBytes))
    fail(FaultKind::Launch,
         "kernel '%s' is launched with %u bytes of shared memory, and its "
         "function allows %d",
         name, launch.dynamicSharedBytes, function.maxDynamicSharedBytes);
  if (!volume(launch.grid) || !volume(launch.block) ||
      volume(launch.block) > 1024)
    fail(FaultKind::Launch,
         "kernel '%s' is launched with %u blocks of %u "
         "threads",
         name, volume(launch.grid), volume(launch.block));
  if (volume(launch.cluster) > 8 && !function.allowsNonPortableCluster)
    fail(FaultKind::Launch, "kernel '%s' does not allow clusters of %u", name,
         volume(launch.cluster));
}

} // namespace

namespace mlir::lowp::runtime {

CudaResult cuModuleLoadDataEx(CudaModule *module, const void *image,
                              uint32_t count, CudaJitOption *options,
                              void **values) {
  auto loaded = std::make_unique<LoadedModule>();
  try {
    loaded->text = readPTX(image);
    loaded->kernels = checkModule(loaded->text);
  } catch (const Fault &fault) {
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
  int32_t available =
      kSharedBytesPerBlock - int32_t(function->kernel->staticSharedBytes);
  switch (attribute) {
  case CudaFunctionMaxDynamicSharedBytes:
    if (value > available)
      return CudaErrorInvalidValue;
    function->maxDynamicSharedBytes = value;
    return CudaSuccess;
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
  Launch launch = makeLaunch(*config, *function, params);
  if (CudaResult result = guard([&] { checkLaunch(launch, *function); }))
    return result;
  // A graph may outlive its modules' handles.
  return submit(config->stream,
                [launch = std::move(launch), kernel = function->kernel] {
                  execute(launch);
                });
}

static bool describeElement(CudaTensorMapDataType type, TensorMap &map) {
  switch (type) {
  case CudaTensorMapUInt8:
    map.elementBytes = 1;
    map.element = Element::Bytes;
    return true;
  case CudaTensorMapFloat16:
    map.elementBytes = 2;
    map.element = Element::F16;
    return true;
  case CudaTensorMapBFloat16:
    map.elementBytes = 2;
    map.element = Element::BF16;
    return true;
  case CudaTensorMapFloat32:
    map.elementBytes = 4;
    map.element = Element::F32;
    return true;
  case CudaTensorMapTFloat32:
    map.elementBytes = 4;
    map.element = Element::TF32;
    return true;
  }
  return false;
}

/// The rules of the driver for what is in a map.
static bool isValid(const TensorMap &map) {
  if (map.base % 16 || map.rowBytes() % 16 ||
      (map.swizzle && map.rowBytes() > map.swizzle))
    return false;
  for (int dim = 0; dim < map.rank; ++dim)
    if (!map.sizes[dim] || !map.box[dim] || map.box[dim] > 256)
      return false;
  for (int dim = 1; dim < map.rank; ++dim)
    if (map.strides[dim - 1] % 16 || map.strides[dim - 1] >> 40)
      return false;
  return true;
}

CudaResult cuTensorMapEncodeTiled(CudaTensorMap *target,
                                  CudaTensorMapDataType type, uint32_t rank,
                                  void *base, const uint64_t *sizes,
                                  const uint64_t *strides, const uint32_t *box,
                                  const uint32_t *elementStrides,
                                  CudaTensorMapInterleave,
                                  CudaTensorMapSwizzle swizzle,
                                  CudaTensorMapL2Promotion, CudaTensorMapFill) {
  TensorMap map = {};
  if (reinterpret_cast<uintptr_t>(target) % 64 || rank < 1 || rank > 5 ||
      !describeElement(type, map))
    return CudaErrorInvalidValue;
  map.magic = TensorMap::kMagic;
  map.base = reinterpret_cast<uintptr_t>(base);
  map.rank = rank;
  map.swizzle = swizzle ? 16 << swizzle : 0;
  for (uint32_t dim = 0; dim < rank; ++dim) {
    if (elementStrides[dim] != 1 || sizes[dim] >> 32)
      return CudaErrorInvalidValue;
    map.sizes[dim] = sizes[dim];
    map.box[dim] = box[dim];
    if (dim > 0)
      map.strides[dim - 1] = strides[dim - 1];
  }
  if (!isValid(map))
    return CudaErrorInvalidValue;
  std::memset(target, 0, sizeof(*target));
  std::memcpy(target, &map, sizeof(map));
  return CudaSuccess;
}

} // namespace mlir::lowp::runtime
