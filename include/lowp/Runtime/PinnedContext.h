//===- PinnedContext.h - A context that is taken as current -----*- C++ -*-===//

#ifndef LOWP_RUNTIME_PINNEDCONTEXT_H
#define LOWP_RUNTIME_PINNEDCONTEXT_H

#include "lowp/Runtime/ContextFacts.h"

namespace mlir::lowp::runtime {

class TensorMapMemo;

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

#endif // LOWP_RUNTIME_PINNEDCONTEXT_H
