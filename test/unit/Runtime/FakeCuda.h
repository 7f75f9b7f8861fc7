//===- FakeCuda.h - A CUDA driver that only takes notes ---------*- C++ -*-===//
//
// A shared library with the functions that the runtime takes from libcuda; the
// tests select it through LOWP_CUDA_DRIVER and read its notes. Device memory is
// host memory, launched kernels do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_RUNTIME_FAKECUDA_H
#define LOWP_TEST_UNIT_RUNTIME_FAKECUDA_H

#include "lowp/Runtime/CudaTypes.h"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::lowp::runtime::test {

using Triple = std::array<uint32_t, 3>;

struct FakeLaunch {
  std::string kernel;
  Triple grid;
  Triple block;
  /// All 0 when the launch had no cluster attribute.
  Triple cluster;
  uint32_t sharedBytes;
  CudaStream stream;
  /// The first parameter, read as a 32-bit integer.
  int32_t firstParam;
};

struct FakeAttribute {
  std::string kernel;
  CudaFunctionAttribute attribute;
  int32_t value;
};

struct FakeTensorMap {
  CudaTensorMapDataType type;
  uint32_t rank;
  void *base;
  std::vector<uint64_t> sizes;
  std::vector<uint64_t> strides;
  std::vector<uint32_t> box;
  std::vector<uint32_t> elementStrides;
  CudaTensorMapInterleave interleave;
  CudaTensorMapSwizzle swizzle;
  CudaTensorMapL2Promotion promotion;
  CudaTensorMapFill fill;
};

/// A piece of memory; see CudaPointerAttribute.
struct FakeMemory {
  size_t bytes;
  uint32_t memoryType;
  uint32_t isManaged;
  int32_t device;
};

/// What the fake answers, and what it has been asked. Tests read the notes
/// while no other thread calls the runtime.
struct FakeCudaState {
  /// Answers.
  int32_t deviceCount = 2;
  int32_t major = 9;
  int32_t minor = 0;
  int32_t multiprocessorCount = 132;
  int32_t staticSharedBytes = 0;
  int32_t maxSharedBytes = 227 * 1024;
  CudaResult loadResult = CudaSuccess;
  CudaResult launchResult = CudaSuccess;
  CudaResult countResult = CudaSuccess;
  /// Clusters that run at the same time.
  int32_t activeClusters = 1 << 20;
  CudaResult encodeResult = CudaSuccess;
  CudaResult allocateResult = CudaSuccess;
  std::string jitLog;
  /// Known memory by address; allocations are in it until they are freed.
  std::map<CudaDevicePointer, FakeMemory> memory;
  /// A kernel that no module has.
  std::string absentKernel;

  /// Notes. `calls` counts every function by its symbol.
  std::map<std::string, int> calls;
  std::vector<FakeLaunch> launches;
  /// Launches of which the clusters were counted.
  std::vector<FakeLaunch> counted;
  std::vector<FakeAttribute> attributes;
  std::vector<FakeTensorMap> tensorMaps;
  /// Where events were recorded, and pairs of streams: the first waits for the
  /// second.
  std::map<CudaEvent, CudaStream> recordings;
  std::vector<std::pair<CudaStream, CudaStream>> waits;
  int liveAllocations = 0;
  int liveHandles = 0;
  int liveModules = 0;
  bool capturing = false;
  CudaStreamCaptureMode captureMode = CudaStreamCaptureThreadLocal;
  /// Capture mode of the thread when a module was loaded last.
  CudaStreamCaptureMode loadCaptureMode = CudaStreamCaptureThreadLocal;
};

/// The state, with what outlives a test.
struct FakeCuda : FakeCudaState {
  /// Forgets answers and notes; the contexts become ones never seen before.
  void reset() {
    static_cast<FakeCudaState &>(*this) = FakeCudaState();
    ++contextGeneration;
  }

  unsigned long long contextGeneration = 1;
  std::mutex mutex;
};

} // namespace mlir::lowp::runtime::test

#endif // LOWP_TEST_UNIT_RUNTIME_FAKECUDA_H
