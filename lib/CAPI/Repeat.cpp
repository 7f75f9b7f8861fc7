//===- Repeat.cpp - Calls on Python's objects -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Repeat.h"

#include "Support.h"

#include "lowp/Runtime/TensorMapMemo.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>

using namespace mlir::lowp;

namespace {

/// DLTensor of dlpack.h.
struct DLTensor {
  void *data;
  int32_t deviceType;
  int32_t deviceId;
  int32_t rank;
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
  const int64_t *shape;
  /// Null: rows without gaps.
  const int64_t *strides;
  uint64_t byteOffset;
};

/// What of a tensor must not change.
class Layout {
public:
  explicit Layout(const DLTensor &tensor)
      : kind(tensor), shape(tensor.shape, tensor.shape + tensor.rank) {
    if (tensor.strides)
      strides.assign(tensor.strides, tensor.strides + tensor.rank);
  }

  bool fits(const DLTensor &tensor) const {
    return tensor.rank == kind.rank && tensor.code == kind.code &&
           tensor.bits == kind.bits && tensor.lanes == kind.lanes &&
           tensor.deviceType == kind.deviceType &&
           tensor.deviceId == kind.deviceId &&
           !tensor.strides == !kind.strides && areEqual(shape, tensor.shape) &&
           (!tensor.strides || areEqual(strides, tensor.strides));
  }

private:
  static bool areEqual(llvm::ArrayRef<int64_t> known, const int64_t *other) {
    return known.equals({other, known.size()});
  }

  /// Without its arrays, which belong to an object that may be gone.
  DLTensor kind;
  llvm::SmallVector<int64_t, 4> shape;
  llvm::SmallVector<int64_t, 4> strides;
};

} // namespace

struct LowpRepeat {
  const LowpPython &python;
  LowpReadObject read;
  const LowpFunction *function;
  LowpCall &call;
  llvm::ArrayRef<void *> arguments;
  int32_t device;
  llvm::SmallVector<Layout, 8> layouts;
  runtime::TensorMapMemo memo;

  /// Whether `objects` is a tuple of as many tensors, all of which `visit`
  /// takes, by their indices.
  bool
  visitTensors(void *objects,
               llvm::function_ref<bool(size_t, const DLTensor &)> visit) const;
  bool remember(void *objects);
  bool enter(void *objects);
};

bool LowpRepeat::visitTensors(
    void *objects,
    llvm::function_ref<bool(size_t, const DLTensor &)> visit) const {
  if (python.tupleSize(objects) != intptr_t(arguments.size()))
    return false;
  for (size_t index = 0; index < arguments.size(); ++index) {
    DLTensor tensor = {};
    if (read(python.tupleGetItem(objects, index), &tensor)) {
      python.clearError();
      return false;
    }
    if (!visit(index, tensor))
      return false;
  }
  return true;
}

bool LowpRepeat::remember(void *objects) {
  return visitTensors(objects, [&](size_t, const DLTensor &tensor) {
    layouts.emplace_back(tensor);
    return true;
  });
}

/// Enters the addresses of `objects`; false when one has another layout.
bool LowpRepeat::enter(void *objects) {
  return visitTensors(objects, [&](size_t index, const DLTensor &tensor) {
    if (!layouts[index].fits(tensor))
      return false;
    // All descriptors begin with the one of a scalar in memory.
    static_cast<LowpTensor0 *>(arguments[index])->aligned =
        static_cast<char *>(tensor.data) + tensor.byteOffset;
    return true;
  });
}

LowpRepeat *lowpRepeatCreate(const LowpPython *python, LowpReadObject read,
                             const LowpFunction *function, LowpCall *call,
                             void *const *arguments, size_t count,
                             int32_t device, void *objects) {
  if (!python || python->structBytes < sizeof(*python) || !read || !function ||
      !call || (!arguments && count) || !objects)
    return nullptr;
  std::unique_ptr<LowpRepeat> repeat(new LowpRepeat{
      *python, read, function, *call, {arguments, count}, device, {}, {}});
  return repeat->remember(objects) ? repeat.release() : nullptr;
}

LowpStatus lowpRepeatRun(LowpRepeat *repeat, void *objects) {
  if (!repeat)
    return LOWP_ERROR_INVALID_ARGUMENT;
  if (!objects || !repeat->enter(objects))
    return LOWP_REPEAT_DIFFERS;
  LowpCall &call = repeat->call;
  call.status = LOWP_OK;
  call.workspaceUsed = 0;
  // A launch waits while the device's queue is full; other threads go on.
  void *state = repeat->python.saveThread();
  LowpStatus status =
      capi::callFunction(repeat->function, &call, repeat->arguments,
                         repeat->device, &repeat->memo);
  repeat->python.restoreThread(state);
  return status;
}

void lowpRepeatDestroy(LowpRepeat *repeat) { delete repeat; }
