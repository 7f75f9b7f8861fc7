//===- Error.cpp - Building error messages --------------------------------===//

#include "lowp/Runtime/Error.h"

#include <cstdarg>
#include <cstdio>

using namespace mlir::lowp::runtime;

Error mlir::lowp::runtime::makeError(LowpStatus status, const char *format,
                                     ...) {
  // Longer than LowpCall::message, so that only the last step ever cuts.
  char text[4 * LOWP_MESSAGE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return Error{status, text};
}
