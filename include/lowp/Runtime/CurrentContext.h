//===- CurrentContext.h - The context that calls act on ---------*- C++ -*-===//
//
// Every call into the driver takes time, and a launch is short: what is true of
// a context for good is asked once, and what is current once per call.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_CURRENTCONTEXT_H
#define LOWP_RUNTIME_CURRENTCONTEXT_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

class TensorMapMemo;

/// What the driver says of a context.
struct ContextFacts {
  CudaContext handle = nullptr;
  /// Unlike the handle, never given out a second time.
  unsigned long long id = 0;
  /// Ordinal of the device.
  int32_t device = 0;
  int32_t multiprocessors = 0;
};

/// What `handle` is, the context that is current on the calling thread. Asks
/// for its id in every call, and for the rest when this thread meets it for the
/// first time.
Expected<ContextFacts> describeCurrentContext(const CudaDriver &driver,
                                              CudaContext handle);

/// The context that is current on the calling thread. A thread without one gets
/// the primary context of device 0 (retained once per process, never released),
/// which is made current.
Expected<ContextFacts> ensureCurrentContext(const CudaDriver &driver);

/// While it lives, functions of the runtime on this thread take its word for
/// what is current instead of asking the driver. For one invocation of compiled
/// code, in which nobody else has a turn.
class PinnedContext {
public:
  /// `facts` are those of the current context. `memo`, which may be null,
  /// belongs to this one invocation as long as the object lives.
  explicit PinnedContext(const ContextFacts &facts,
                         TensorMapMemo *memo = nullptr);
  ~PinnedContext();
  PinnedContext(const PinnedContext &) = delete;
  PinnedContext &operator=(const PinnedContext &) = delete;

  /// The innermost one of this thread; null without any.
  static const PinnedContext *get();

  const ContextFacts facts;
  TensorMapMemo *const memo;

private:
  const PinnedContext *const outer;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CURRENTCONTEXT_H
