//===- ModuleCache.cpp - Images loaded per context ------------------------===//

#include "ModuleCache.h"

#include "CurrentDevice.h"
#include "ImageLoader.h"
#include "RelaxedCaptureScope.h"

#include "lowp/Runtime/CurrentContext.h"

using namespace mlir::lowp::runtime;

/// Shared memory, static and dynamic, that a kernel may use without asking.
static constexpr uint32_t kDefaultSharedBytes = 48 * 1024;

ModuleCache &ModuleCache::get() {
  static auto *cache = new ModuleCache;
  return *cache;
}

Expected<void> ModuleCache::load(const CudaDriver &driver,
                                 const LowpImage &image) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Expected<Module *> module = find(driver, image); !module)
    return module.error();
  return {};
}

Expected<ReadyKernel> ModuleCache::kernel(const CudaDriver &driver,
                                          const LowpImage &image,
                                          const char *name,
                                          const KernelNeeds &needs) {
  // The lock is held while loading, so that of many threads one loads.
  std::lock_guard<std::mutex> lock(mutex);
  Expected<Module *> module = find(driver, image);
  if (!module)
    return module.error();
  Expected<Kernel *> kernel = findKernel(driver, **module, image, name);
  if (!kernel)
    return kernel.error();
  if (Expected<void> ok = grant(driver, **kernel, name, needs); !ok)
    return ok.error();
  ReadyKernel ready{(*kernel)->function};
  if (!needs.counted)
    return ready;
  Expected<uint32_t> clusters =
      countClusters(driver, **kernel, name, *needs.counted);
  if (!clusters)
    return clusters.error();
  ready.activeClusters = *clusters;
  return ready;
}

Expected<void> ModuleCache::unload(const CudaDriver &driver,
                                   const LowpImage &image) {
  std::lock_guard<std::mutex> lock(mutex);
  Expected<void> outcome;
  auto it = modules.lower_bound(Key(image.data, 0));
  while (it != modules.end() && it->first.first == image.data) {
    // A module is unloaded with its own context current.
    CudaResult result = driver.contextPush(it->second.context);
    if (result == CudaSuccess) {
      result = driver.moduleUnload(it->second.handle);
      CudaContext popped;
      (void)driver.contextPop(&popped);
    }
    if (result != CudaSuccess)
      outcome = driver.failure(result, std::string("unloading image '") +
                                           imageName(image) + "'");
    it = modules.erase(it);
  }
  return outcome;
}

Expected<ModuleCache::Module *> ModuleCache::find(const CudaDriver &driver,
                                                  const LowpImage &image) {
  Expected<ContextFacts> context = ensureCurrentContext(driver);
  if (!context)
    return context.error();
  Key key(image.data, context->id);
  if (auto it = modules.find(key); it != modules.end())
    return &it->second;

  Expected<CudaModule> handle = loadImage(driver, image);
  if (!handle)
    return handle.error();
  Module &module = modules[key];
  module.context = context->handle;
  module.handle = *handle;
  return &module;
}

Expected<ModuleCache::Kernel *>
ModuleCache::findKernel(const CudaDriver &driver, Module &module,
                        const LowpImage &image, const char *name) {
  if (auto it = module.kernels.find(name); it != module.kernels.end())
    return &it->second;

  // With lazy loading it is here that code reaches the device.
  RelaxedCaptureScope scope(driver);
  Kernel kernel;
  CudaResult result =
      driver.moduleGetFunction(&kernel.function, module.handle, name);
  if (result == CudaErrorNotFound)
    return makeError(LOWP_ERROR_LOAD,
                     "image '%s' has no kernel '%s'; the image and the host "
                     "code come from different compilations",
                     imageName(image), name);
  if (result != CudaSuccess)
    return driver.failure(result,
                          std::string("cuModuleGetFunction of '") + name + "'");
  int32_t staticBytes = 0;
  result = driver.functionGetAttribute(
      &staticBytes, CudaFunctionStaticSharedBytes, kernel.function);
  if (result != CudaSuccess)
    return driver.failure(result,
                          std::string("cuFuncGetAttribute of '") + name + "'");
  if (uint32_t(staticBytes) < kDefaultSharedBytes)
    kernel.allowedSharedBytes = kDefaultSharedBytes - staticBytes;
  return &module.kernels.emplace(name, kernel).first->second;
}

static Error sharedMemoryFailure(const CudaDriver &driver, CudaResult result,
                                 const char *name, uint32_t bytes) {
  Expected<int32_t> limit =
      currentDeviceAttribute(driver, CudaDeviceMaxSharedBytesPerBlock);
  if (!limit || bytes <= uint32_t(*limit))
    return driver.failure(result, std::string("allowing kernel '") + name +
                                      "' " + std::to_string(bytes) +
                                      " bytes of dynamic shared memory");
  return makeError(LOWP_ERROR_UNSUPPORTED_DEVICE,
                   "kernel '%s' needs %u bytes of dynamic shared memory, %s "
                   "has %d per block; compile for this chip",
                   name, bytes, describeCurrentDevice(driver).c_str(), *limit);
}

Expected<void> ModuleCache::grant(const CudaDriver &driver, Kernel &kernel,
                                  const char *name, const KernelNeeds &needs) {
  if (needs.dynamicSharedBytes > kernel.allowedSharedBytes) {
    RelaxedCaptureScope scope(driver);
    if (CudaResult result = driver.functionSetAttribute(
            kernel.function, CudaFunctionMaxDynamicSharedBytes,
            int32_t(needs.dynamicSharedBytes)))
      return sharedMemoryFailure(driver, result, name,
                                 needs.dynamicSharedBytes);
    kernel.allowedSharedBytes = needs.dynamicSharedBytes;
  }
  if (needs.nonPortableCluster && !kernel.nonPortableCluster) {
    RelaxedCaptureScope scope(driver);
    if (CudaResult result = driver.functionSetAttribute(
            kernel.function, CudaFunctionNonPortableClusterAllowed, 1))
      return driver.failure(result, std::string("allowing kernel '") + name +
                                        "' more than 8 blocks per cluster");
    kernel.nonPortableCluster = true;
  }
  return {};
}

Expected<uint32_t> ModuleCache::countClusters(const CudaDriver &driver,
                                              Kernel &kernel, const char *name,
                                              const CudaLaunchConfig &launch) {
  const uint32_t *cluster = launch.attributes->value.clusterDimension;
  Shape shape = {launch.block[0],   launch.block[1], launch.block[2],
                 cluster[0],        cluster[1],      cluster[2],
                 launch.sharedBytes};
  auto [known, isNew] = kernel.activeClusters.try_emplace(shape, 0);
  if (!isNew)
    return known->second;
  RelaxedCaptureScope scope(driver);
  int32_t count = 0;
  if (CudaResult result =
          driver.countActiveClusters(&count, kernel.function, &launch)) {
    kernel.activeClusters.erase(known);
    return driver.failure(
        result, std::string("counting the clusters of kernel '") + name + "'");
  }
  return known->second = uint32_t(count);
}
