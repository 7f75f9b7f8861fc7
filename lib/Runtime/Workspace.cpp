//===- Workspace.cpp - Bump allocation from the caller's memory -----------===//

#include "lowp/Runtime/Call.h"

#include <cinttypes>

using namespace mlir::lowp::runtime;

static constexpr uint64_t kAlignment = 256;

/// Start of the pretended workspace of LOWP_MEASURE: aligned, not null, and in
/// the first pages, so that a use by mistake faults.
static constexpr uintptr_t kMeasureBase = kAlignment;

/// Adds `bytes` to the call's count, from an aligned start; returns the start.
static Expected<uint64_t> reserve(LowpCall &call, uint64_t bytes) {
  uint64_t start = (call.workspaceUsed + kAlignment - 1) & ~(kAlignment - 1);
  if (start < call.workspaceUsed || bytes > UINT64_MAX - start)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "workspace request of %" PRIu64 " bytes after %" PRIu64
                     " does not fit into 64 bits; check the tensor sizes",
                     bytes, call.workspaceUsed);
  call.workspaceUsed = start + bytes;
  return start;
}

static Expected<void> checkWorkspace(const LowpCall &call) {
  if (reinterpret_cast<uintptr_t>(call.workspace) % kAlignment)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "expected a workspace aligned to %" PRIu64
                     " bytes, got %p; pass memory from cuMemAlloc or round the "
                     "address up",
                     kAlignment, call.workspace);
  if (call.workspaceUsed > (call.workspace ? call.workspaceBytes : 0))
    return makeError(LOWP_ERROR_WORKSPACE,
                     "workspace too small: expected at least %" PRIu64
                     " bytes, got %" PRIu64
                     "%s; LowpCall::workspaceUsed tells the size needed when "
                     "the function returns, as does a call with LOWP_MEASURE",
                     call.workspaceUsed, call.workspaceBytes,
                     call.workspace ? "" : " at a null pointer");
  return {};
}

void *lowpWorkspaceAllocate(LowpCall *call, uint64_t bytes) {
  // A workspace that is too small keeps counting: its size is then the answer.
  if (!isValid(call) && (!call || call->status != LOWP_ERROR_WORKSPACE))
    return nullptr;
  Expected<uint64_t> start = reserve(*call, bytes);
  if (!start) {
    failCall(call, start.error());
    return nullptr;
  }
  if (call->mode == LOWP_MEASURE)
    return reinterpret_cast<void *>(kMeasureBase + *start);
  if (Expected<void> ok = checkWorkspace(*call); !ok)
    failCall(call, ok.error());
  if (call->status != LOWP_OK)
    return nullptr;
  // Nothing was asked for and nothing is there: still not NULL, the sign of an
  // error.
  if (!call->workspace)
    return reinterpret_cast<void *>(kMeasureBase);
  return static_cast<char *>(call->workspace) + *start;
}
