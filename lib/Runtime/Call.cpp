//===- Call.cpp - State of one invocation ---------------------------------===//

#include "lowp/Runtime/Call.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace mlir::lowp::runtime;

void mlir::lowp::runtime::copyMessage(std::string_view text, char *target,
                                      size_t capacity) {
  constexpr std::string_view kCut = "...";
  size_t length = std::min(text.size(), capacity - 1);
  std::memcpy(target, text.data(), length);
  if (length < text.size())
    std::memcpy(target + length - kCut.size(), kCut.data(), kCut.size());
  target[length] = '\0';
}

bool mlir::lowp::runtime::isValid(LowpCall *call) {
  if (!call || call->status != LOWP_OK)
    return false;
  if (call->mode == LOWP_RUN || call->mode == LOWP_MEASURE)
    return true;
  failCall(call, makeError(LOWP_ERROR_INVALID_ARGUMENT,
                           "expected LowpCall::mode to be LOWP_RUN or "
                           "LOWP_MEASURE, got %d; set the call up by "
                           "lowpCallInit",
                           int(call->mode)));
  return false;
}

void mlir::lowp::runtime::failCall(LowpCall *call, const Error &error) {
  lowpFail(call, error.status, error.message.c_str());
}

Expected<void> mlir::lowp::runtime::outcomeOf(const LowpCall &call) {
  if (call.status == LOWP_OK)
    return {};
  return Error{call.status, call.message};
}

uint32_t lowpRuntimeAbiVersion(void) { return LOWP_RUNTIME_ABI_VERSION; }

const char *lowpStatusName(LowpStatus status) {
  // In the order of LowpStatusValue.
  static constexpr const char *kNames[] = {"LOWP_OK",
                                           "LOWP_ERROR_NO_DRIVER",
                                           "LOWP_ERROR_NO_DEVICE",
                                           "LOWP_ERROR_DRIVER",
                                           "LOWP_ERROR_INVALID_ARGUMENT",
                                           "LOWP_ERROR_OUT_OF_MEMORY",
                                           "LOWP_ERROR_WORKSPACE",
                                           "LOWP_ERROR_LOAD",
                                           "LOWP_ERROR_UNSUPPORTED_DEVICE",
                                           "LOWP_ERROR_COMPILE",
                                           "LOWP_ERROR_FORMAT",
                                           "LOWP_ERROR_EXTERNAL"};
  bool isKnown = status >= 0 && size_t(status) < std::size(kNames);
  return isKnown ? kNames[status] : "unknown LowpStatus";
}

void lowpCallInit(LowpCall *call, void *stream) {
  if (!call)
    return;
  *call = LowpCall{};
  call->stream = stream;
}

void lowpFail(LowpCall *call, LowpStatus status, const char *message) {
  if (!call || call->status != LOWP_OK)
    return;
  // A failure must not read as success, whatever the caller passed.
  call->status = status == LOWP_OK ? LOWP_ERROR_INVALID_ARGUMENT : status;
  copyMessage(message ? message : lowpStatusName(call->status), call->message,
              sizeof(call->message));
}
