//===- Memory.h - What the driver knows of an address -----------*- C++ -*-===//

#ifndef LOWP_RUNTIME_MEMORY_H
#define LOWP_RUNTIME_MEMORY_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// The owner of an address.
struct MemoryOwner {
  /// Unknown: freed, never allocated, or memory of the host that the driver has
  /// not been told of.
  enum Kind { Unknown, Host, Device, Managed };

  Kind kind = Unknown;
  /// Ordinal of the device; of no meaning for Unknown.
  int32_t device = 0;
};

/// Asks the driver, which needs no current context. Takes well below 1 us.
/// Memory that an allocator keeps for later counts as allocated.
Expected<MemoryOwner> findMemoryOwner(const CudaDriver &driver,
                                      CudaDevicePointer address);

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_MEMORY_H
