//===- Call.cpp - State of one invocation ---------------------------------===//

#include "Call.h"

#include <cstring>

using namespace mlir::lowp::runtime;

/// Copies `text` into the call's message and marks a cut with "...".
static void setMessage(LowpCall &call, const char *text) {
  constexpr size_t capacity = sizeof(call.message);
  size_t length = std::strlen(text);
  bool cut = length >= capacity;
  if (cut)
    length = capacity - 1;
  std::memcpy(call.message, text, length);
  call.message[length] = '\0';
  if (cut)
    std::memcpy(call.message + capacity - 4, "...", 4);
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

uint32_t lowpRuntimeAbiVersion(void) { return LOWP_RUNTIME_ABI_VERSION; }

const char *lowpStatusName(LowpStatus status) {
  switch (status) {
  case LOWP_OK:
    return "LOWP_OK";
  case LOWP_ERROR_NO_DRIVER:
    return "LOWP_ERROR_NO_DRIVER";
  case LOWP_ERROR_NO_DEVICE:
    return "LOWP_ERROR_NO_DEVICE";
  case LOWP_ERROR_DRIVER:
    return "LOWP_ERROR_DRIVER";
  case LOWP_ERROR_INVALID_ARGUMENT:
    return "LOWP_ERROR_INVALID_ARGUMENT";
  case LOWP_ERROR_OUT_OF_MEMORY:
    return "LOWP_ERROR_OUT_OF_MEMORY";
  case LOWP_ERROR_WORKSPACE:
    return "LOWP_ERROR_WORKSPACE";
  case LOWP_ERROR_LOAD:
    return "LOWP_ERROR_LOAD";
  case LOWP_ERROR_UNSUPPORTED_DEVICE:
    return "LOWP_ERROR_UNSUPPORTED_DEVICE";
  case LOWP_ERROR_COMPILE:
    return "LOWP_ERROR_COMPILE";
  case LOWP_ERROR_FORMAT:
    return "LOWP_ERROR_FORMAT";
  case LOWP_ERROR_EXTERNAL:
    return "LOWP_ERROR_EXTERNAL";
  default:
    return "unknown LowpStatus";
  }
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
  setMessage(*call, message ? message : lowpStatusName(call->status));
}
