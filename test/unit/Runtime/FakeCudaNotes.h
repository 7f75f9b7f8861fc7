//===- FakeCudaNotes.h - Shared by the sources of the fake ------*- C++ -*-===//

#ifndef LOWP_TEST_UNIT_RUNTIME_FAKECUDANOTES_H
#define LOWP_TEST_UNIT_RUNTIME_FAKECUDANOTES_H

#include "FakeCuda.h"

namespace mlir::lowp::runtime {

// Declares every function as the runtime expects it: the definitions, which are
// in this namespace too, do not compile with other parameters. C linkage gives
// them the plain names all the same.
#define LOWP_CUDA_FUNCTION(member, symbol, parameters)                         \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) CudaResult symbol parameters;
#include "lowp/Runtime/CudaDriverFunctions.def"

} // namespace mlir::lowp::runtime

namespace mlir::lowp::runtime::test {

extern FakeCuda fake;

/// Writes a note to standard error if LOWP_FAKE_CUDA_LOG is set.
void log(const FakeLaunch &launch);
void log(const FakeTensorMap &map);

/// Number of the device whose context is current on this thread.
CudaDevice currentDevice();

/// Whether `image` runs on a device of compute capability `major`.`minor`, as
/// the driver decides it. PTX ends in NUL; text that names no chip runs on all.
bool hasCodeFor(const char *image, int32_t major, int32_t minor);

/// Counts a call and holds the lock to the end of the function.
#define NOTE()                                                                 \
  std::lock_guard<std::mutex> lock(fake.mutex);                                \
  ++fake.calls[__func__]

/// A function that only counts its calls.
#define LOWP_FAKE_SUCCESS(symbol, parameters)                                  \
  CudaResult symbol parameters {                                               \
    NOTE();                                                                    \
    return CudaSuccess;                                                        \
  }

/// A handle that is distinct from all others.
template <typename Handle>
Handle newHandle() {
  return reinterpret_cast<Handle>(new char);
}

template <typename Handle>
void dropHandle(Handle handle) {
  delete reinterpret_cast<char *>(handle);
}

} // namespace mlir::lowp::runtime::test

#endif // LOWP_TEST_UNIT_RUNTIME_FAKECUDANOTES_H
