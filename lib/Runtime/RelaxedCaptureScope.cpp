//===- RelaxedCaptureScope.cpp - What captures forbid is allowed ----------===//

#include "RelaxedCaptureScope.h"

using namespace mlir::lowp::runtime;

RelaxedCaptureScope::RelaxedCaptureScope(const CudaDriver &driver)
    : driver(driver),
      exchanged(driver.exchangeCaptureMode(&mode) == CudaSuccess) {}

RelaxedCaptureScope::~RelaxedCaptureScope() {
  // `mode` now holds what was set before; exchanging once more restores it.
  if (exchanged)
    (void)driver.exchangeCaptureMode(&mode);
}
