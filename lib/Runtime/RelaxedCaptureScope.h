//===- RelaxedCaptureScope.h - What captures forbid is allowed --*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_RELAXEDCAPTURESCOPE_H
#define LOWP_LIB_RUNTIME_RELAXEDCAPTURESCOPE_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// While it lives, calls that stream capture forbids on this thread, such as
/// loading a module, are allowed: they touch no stream that is being captured.
class RelaxedCaptureScope {
public:
  explicit RelaxedCaptureScope(const CudaDriver &driver);
  ~RelaxedCaptureScope();
  RelaxedCaptureScope(const RelaxedCaptureScope &) = delete;
  RelaxedCaptureScope &operator=(const RelaxedCaptureScope &) = delete;

private:
  const CudaDriver &driver;
  CudaStreamCaptureMode mode = CudaStreamCaptureRelaxed;
  bool exchanged;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_RELAXEDCAPTURESCOPE_H
