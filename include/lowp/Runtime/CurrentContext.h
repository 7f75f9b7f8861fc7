//===- CurrentContext.h - The context that calls act on ---------*- C++ -*-===//
//
// Every call into the driver takes time, and a launch is short: what is true of
// a context for good is asked once, and what is current once per call.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_CURRENTCONTEXT_H
#define LOWP_RUNTIME_CURRENTCONTEXT_H

#include "lowp/Runtime/ContextFacts.h"
#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// What `handle` is, the context that is current on the calling thread. Asks
/// for its id in every call, and for the rest when this thread meets it for the
/// first time.
Expected<ContextFacts> describeCurrentContext(const CudaDriver &driver,
                                              CudaContext handle);

/// The primary context of device `ordinal`, counted from 0. Retained once per
/// process, never released.
Expected<CudaContext> retainPrimaryContext(const CudaDriver &driver,
                                           int32_t ordinal);

/// The context that is current on the calling thread. A thread without one gets
/// the primary context of device 0, which is made current.
Expected<ContextFacts> ensureCurrentContext(const CudaDriver &driver);

/// The driver, with a context current.
Expected<const CudaDriver *> driverWithContext();

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CURRENTCONTEXT_H
