//===- ModuleCache.h - Images loaded per context ----------------*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_MODULECACHE_H
#define LOWP_LIB_RUNTIME_MODULECACHE_H

#include "lowp/Runtime/CudaDriver.h"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace mlir::lowp::runtime {

/// What a kernel must be allowed to use before it is launched.
struct KernelNeeds {
  uint32_t dynamicSharedBytes = 0;
  /// More than 8 blocks per cluster.
  bool nonPortableCluster = false;
  /// A launch in clusters, of which the driver says how many run at the same
  /// time; null where nobody asks.
  const CudaLaunchConfig *counted = nullptr;
};

/// A kernel that may be launched.
struct ReadyKernel {
  CudaFunction function;
  /// Clusters of the launch that was asked for that run at the same time.
  uint32_t activeClusters = 0;
};

/// Modules by (image address, context). All methods may be called from any
/// thread; each image is loaded once per context.
class ModuleCache {
public:
  /// The process-wide cache; never destroyed, as the driver may be gone by the
  /// time static destructors run.
  static ModuleCache &get();

  /// Loads `image` into the current context unless it is there.
  Expected<void> load(const CudaDriver &driver, const LowpImage &image);

  /// Finds a kernel of `image` in the current context, loading the image when
  /// necessary, and grants the kernel what it needs.
  Expected<ReadyKernel> kernel(const CudaDriver &driver, const LowpImage &image,
                               const char *name, const KernelNeeds &needs);

  /// Unloads `image` from all contexts.
  Expected<void> unload(const CudaDriver &driver, const LowpImage &image);

private:
  /// Block, cluster and dynamic shared memory of a launch.
  using Shape = std::array<uint32_t, 7>;
  struct Kernel {
    CudaFunction function = nullptr;
    /// Dynamic shared memory that the driver lets the kernel have.
    uint32_t allowedSharedBytes = 0;
    bool nonPortableCluster = false;
    /// What the driver has said of launches. Compiled code has one a kernel.
    std::map<Shape, uint32_t> activeClusters;
  };
  struct Module {
    CudaContext context = nullptr;
    CudaModule handle = nullptr;
    std::map<std::string, Kernel, std::less<>> kernels;
  };
  /// A context is named by its id: its address may be given out again once it
  /// is destroyed, its id never.
  using Key = std::pair<const void *, unsigned long long>;

  Expected<Module *> find(const CudaDriver &driver, const LowpImage &image);
  Expected<Kernel *> findKernel(const CudaDriver &driver, Module &module,
                                const LowpImage &image, const char *name);
  Expected<void> grant(const CudaDriver &driver, Kernel &kernel,
                       const char *name, const KernelNeeds &needs);
  Expected<uint32_t> countClusters(const CudaDriver &driver, Kernel &kernel,
                                   const char *name,
                                   const CudaLaunchConfig &launch);

  std::mutex mutex;
  std::map<Key, Module> modules;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_MODULECACHE_H
