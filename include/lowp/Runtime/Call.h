//===- Call.h - Reading and failing a LowpCall ------------------*- C++ -*-===//

#ifndef LOWP_RUNTIME_CALL_H
#define LOWP_RUNTIME_CALL_H

#include "lowp/Runtime/Error.h"

#include <string_view>

namespace mlir::lowp::runtime {

/// Whether the call may go on: no error, and a mode that there is. A mode that
/// is not one fails the call: it would come back as done.
bool isValid(LowpCall *call);

/// Whether the call still wants work done on the device: run mode, no error.
inline bool isRunning(LowpCall *call) {
  return isValid(call) && call->mode == LOWP_RUN;
}

/// Records `error` in `call` (which may be null) unless it has one already.
void failCall(LowpCall *call, const Error &error);

/// How an invocation of a compiled function ended.
Expected<void> outcomeOf(const LowpCall &call);

/// Copies `text` into the `capacity` bytes at `target`. One that does not fit
/// is cut and ends in "...".
void copyMessage(std::string_view text, char *target, size_t capacity);

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CALL_H
