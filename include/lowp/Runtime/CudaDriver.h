//===- CudaDriver.h - The CUDA driver, found at run time --------*- C++ -*-===//
//
// libcuda is opened by dlopen, so that a program with lowp in it starts on a
// machine without a GPU and reports the missing driver only when it needs one.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_CUDADRIVER_H
#define LOWP_RUNTIME_CUDADRIVER_H

#include "lowp/Runtime/CudaTypes.h"
#include "lowp/Runtime/Error.h"

namespace mlir::lowp::runtime {

/// The driver's functions, one pointer per entry of CudaDriverFunctions.def.
struct CudaDriver {
#define LOWP_CUDA_FUNCTION(member, symbol, parameters)                         \
  CudaResult(*member) parameters = nullptr;
#include "lowp/Runtime/CudaDriverFunctions.def"

  /// The process-wide driver, opened and initialised at the first call from
  /// any thread; a failure is remembered too. Opens the library named by the
  /// environment variable LOWP_CUDA_DRIVER if that is set, else libcuda.so.1.
  /// Never unloaded. Fails in a process that was forked after a success.
  static Expected<const CudaDriver *> get();

  /// Success, or an Error that starts with `what` and has the driver's name and
  /// text for `result`.
  Expected<void> check(CudaResult result, const char *what) const;

  /// The Error for a `result` that is not CudaSuccess; `what` as above.
  Error failure(CudaResult result, const std::string &what) const;

  /// E.g. "CUDA_ERROR_INVALID_VALUE (invalid argument)".
  std::string describe(CudaResult result) const;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CUDADRIVER_H
