//===- TensorMapMemo.h - Tensor maps of the call before ---------*- C++ -*-===//

#ifndef LOWP_RUNTIME_TENSORMAPMEMO_H
#define LOWP_RUNTIME_TENSORMAPMEMO_H

#include "lowp/Runtime/CudaTypes.h"
#include "lowp/Runtime/lowp_runtime.h"

#include <vector>

namespace mlir::lowp::runtime {

/// The tensor maps that a function encoded, in order. Calling the function
/// again on the same memory wants the same ones, which need not be encoded
/// again: they depend on what is in a LowpTensorMap and on the device, and on
/// nothing that may have happened to the memory.
///
/// For one invocation at a time.
class TensorMapMemo {
public:
  /// The next invocation begins, in the context with this id.
  void begin(unsigned long long contextId);

  /// What `map` was encoded to when it was the next one before; null when it
  /// was another.
  const CudaTensorMap *find(const LowpTensorMap &map) const;

  /// Keeps what `map`, the next one, is encoded to, and steps on.
  void keep(const LowpTensorMap &map, const CudaTensorMap &encoded);

  /// Steps over one that was found.
  void step() { ++position; }

private:
  struct Entry {
    LowpTensorMap map;
    CudaTensorMap encoded;
  };

  std::vector<Entry> entries;
  size_t position = 0;
  unsigned long long contextId = 0;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_TENSORMAPMEMO_H
