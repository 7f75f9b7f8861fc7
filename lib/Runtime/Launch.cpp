//===- Launch.cpp - Loading images and launching kernels ------------------===//

#include "LoadAhead.h"
#include "ModuleCache.h"

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/CurrentContext.h"

using namespace mlir::lowp::runtime;

namespace {

constexpr uint64_t kMaxThreadsPerBlock = 1024;
constexpr uint64_t kMaxPortableCluster = 8;

uint32_t clusterExtent(const LowpLaunch &launch, int dim) {
  return launch.cluster[dim] ? launch.cluster[dim] : 1;
}

uint64_t clusterBlocks(const LowpLaunch &launch) {
  return uint64_t(clusterExtent(launch, 0)) * clusterExtent(launch, 1) *
         clusterExtent(launch, 2);
}

bool isEmpty(const LowpLaunch &launch) {
  return !launch.grid[0] || !launch.grid[1] || !launch.grid[2];
}

/// The launch for messages, e.g. "grid [8, 1, 1], block [384, 1, 1], cluster
/// [2, 1, 1], 1024 bytes of shared memory".
std::string describe(const LowpLaunch &launch) {
  auto triple = [](uint32_t x, uint32_t y, uint32_t z) {
    return "[" + std::to_string(x) + ", " + std::to_string(y) + ", " +
           std::to_string(z) + "]";
  };
  return "grid " + triple(launch.grid[0], launch.grid[1], launch.grid[2]) +
         ", block " +
         triple(launch.block[0], launch.block[1], launch.block[2]) +
         ", cluster " +
         triple(clusterExtent(launch, 0), clusterExtent(launch, 1),
                clusterExtent(launch, 2)) +
         ", " + std::to_string(launch.sharedBytes) + " bytes of shared memory";
}

Expected<void> checkLaunch(const char *kernel, const LowpLaunch &launch) {
  // Each extent is checked first, so that the product cannot wrap around.
  uint64_t threads = 1;
  for (uint32_t extent : launch.block)
    threads = extent > kMaxThreadsPerBlock ? 0 : threads * extent;
  if (threads == 0 || threads > kMaxThreadsPerBlock)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "kernel '%s': expected 1 to %d threads per block, got %s",
                     kernel, int(kMaxThreadsPerBlock),
                     describe(launch).c_str());
  for (int dim = 0; dim < 3; ++dim)
    if (launch.grid[dim] % clusterExtent(launch, dim))
      return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                       "kernel '%s': the cluster must divide the grid in every "
                       "dimension, got %s; round the grid up",
                       kernel, describe(launch).c_str());
  return {};
}

/// A launch as the driver takes it.
class DriverLaunch {
public:
  DriverLaunch(const LowpLaunch &launch, void *stream);
  DriverLaunch(const DriverLaunch &) = delete;

  bool hasClusters() const {
    return config.attributeCount &&
           attributes[0].id == CudaLaunchClusterDimension;
  }
  /// The launch with no attribute but its cluster, which it has.
  CudaLaunchConfig countedConfig() const;
  /// Launches at most `clusters` along the first dimension.
  void limitClusters(uint32_t clusters);

  CudaLaunchConfig config = {};

private:
  CudaLaunchAttribute attributes[2] = {};
};

DriverLaunch::DriverLaunch(const LowpLaunch &launch, void *stream) {
  config.attributes = attributes;
  if (clusterBlocks(launch) > 1) {
    CudaLaunchAttribute &cluster = attributes[config.attributeCount++];
    cluster.id = CudaLaunchClusterDimension;
    for (int dim = 0; dim < 3; ++dim)
      cluster.value.clusterDimension[dim] = clusterExtent(launch, dim);
  }
  if (launch.overlapsPrevious) {
    CudaLaunchAttribute &overlap = attributes[config.attributeCount++];
    overlap.id = CudaLaunchProgrammaticStreamSerialization;
    overlap.value.programmaticStreamSerialization = 1;
  }
  for (int dim = 0; dim < 3; ++dim) {
    config.grid[dim] = launch.grid[dim];
    config.block[dim] = launch.block[dim];
  }
  config.sharedBytes = launch.sharedBytes;
  config.stream = static_cast<CudaStream>(stream);
}

CudaLaunchConfig DriverLaunch::countedConfig() const {
  CudaLaunchConfig counted = config;
  counted.attributeCount = 1;
  counted.stream = nullptr;
  return counted;
}

void DriverLaunch::limitClusters(uint32_t clusters) {
  uint64_t blocks =
      uint64_t(clusters) * attributes[0].value.clusterDimension[0];
  if (blocks < config.grid[0])
    config.grid[0] = uint32_t(blocks);
}

Expected<void> launchKernel(const LowpImage &image, const char *kernel,
                            const LowpLaunch &launch, bool isPersistent,
                            void *stream, void **params) {
  if (Expected<void> ok = checkLaunch(kernel, launch); !ok)
    return ok;
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  DriverLaunch driverLaunch(launch, stream);
  CudaLaunchConfig counted = driverLaunch.countedConfig();
  KernelNeeds needs;
  needs.dynamicSharedBytes = launch.sharedBytes;
  needs.nonPortableCluster = clusterBlocks(launch) > kMaxPortableCluster;
  if (isPersistent && driverLaunch.hasClusters())
    needs.counted = &counted;
  Expected<ReadyKernel> ready =
      ModuleCache::get().kernel(**driver, image, kernel, needs);
  if (!ready)
    return ready.error();
  // Where none can run the launch tells why.
  if (ready->activeClusters > 0)
    driverLaunch.limitClusters(ready->activeClusters);
  if (CudaResult result = (*driver)->launchKernel(
          &driverLaunch.config, ready->function, params, nullptr))
    return (*driver)->failure(result, std::string("launch of kernel '") +
                                          kernel + "' with " +
                                          describe(launch));
  return {};
}

Expected<int32_t> multiprocessorCount() {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.error();
  Expected<ContextFacts> context = ensureCurrentContext(**driver);
  if (!context)
    return context.error();
  return context->multiprocessors;
}

/// Launches for the function `caller` of the ABI.
void launchFor(const char *caller, LowpCall *call, const LowpImage *image,
               const char *kernel, const LowpLaunch *launch, bool isPersistent,
               void **params) {
  if (!isRunning(call))
    return;
  if (!image || !kernel || !launch)
    return lowpFail(call, LOWP_ERROR_INVALID_ARGUMENT,
                    (std::string(caller) +
                     ": expected an image, a kernel name and a launch shape, "
                     "got a null pointer")
                        .c_str());
  if (isEmpty(*launch))
    return;
  Expected<void> outcome =
      launchKernel(*image, kernel, *launch, isPersistent, call->stream, params);
  if (!outcome)
    failCall(call, outcome.error());
}

} // namespace

void lowpLaunchKernel(LowpCall *call, const LowpImage *image,
                      const char *kernel, const LowpLaunch *launch,
                      void **params) {
  launchFor("lowpLaunchKernel", call, image, kernel, launch,
            /*isPersistent=*/false, params);
}

void lowpLaunchPersistentKernel(LowpCall *call, const LowpImage *image,
                                const char *kernel, const LowpLaunch *launch,
                                void **params) {
  launchFor("lowpLaunchPersistentKernel", call, image, kernel, launch,
            /*isPersistent=*/true, params);
}

LowpStatus lowpLoadImage(const LowpImage *image, LowpCall *call) {
  return applyToCache(image, "an image", call, &ModuleCache::load);
}

LowpStatus lowpUnloadImage(const LowpImage *image, LowpCall *call) {
  return applyToCache(image, "an image", call, &ModuleCache::unload);
}

uint32_t lowpMultiprocessorCount(LowpCall *call) {
  if (!isRunning(call))
    return 1;
  Expected<int32_t> count = multiprocessorCount();
  if (!count) {
    failCall(call, count.error());
    return 1;
  }
  return *count > 0 ? uint32_t(*count) : 1;
}
