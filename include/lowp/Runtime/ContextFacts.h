//===- ContextFacts.h - What the driver says of a context -------*- C++ -*-===//

#ifndef LOWP_RUNTIME_CONTEXTFACTS_H
#define LOWP_RUNTIME_CONTEXTFACTS_H

#include "lowp/Runtime/CudaTypes.h"

#include <cstdint>

namespace mlir::lowp::runtime {

/// What the driver says of a context.
struct ContextFacts {
  CudaContext handle = nullptr;
  /// Unlike the handle, never given out a second time.
  unsigned long long id = 0;
  /// Ordinal of the device.
  int32_t device = 0;
  int32_t multiprocessors = 0;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CONTEXTFACTS_H
