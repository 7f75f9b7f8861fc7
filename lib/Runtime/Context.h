//===- Context.h - The current device and its capture mode ------*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_CONTEXT_H
#define LOWP_LIB_RUNTIME_CONTEXT_H

#include "lowp/Runtime/CurrentContext.h"

namespace mlir::lowp::runtime {

/// An attribute of the current context's device.
Expected<int32_t> currentDeviceAttribute(const CudaDriver &driver,
                                         CudaDeviceAttribute attribute);

/// The current device for messages, e.g. "NVIDIA H200 (compute capability
/// 9.0)"; "unknown device" when the driver does not tell.
std::string describeCurrentDevice(const CudaDriver &driver);

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

#endif // LOWP_LIB_RUNTIME_CONTEXT_H
