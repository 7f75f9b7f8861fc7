//===- Error.cpp - How functions of the C API fail ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Error.h"

#include "Support.h"

#include "lowp/Runtime/Call.h"

#include <cstdlib>
#include <cstring>

using namespace mlir::lowp;

LowpStatus capi::fail(LowpError *error, LowpStatus status,
                      llvm::StringRef message) {
  if (!error)
    return status;
  error->status = status;
  runtime::copyMessage({message.data(), message.size()}, error->message,
                       sizeof(error->message));
  return status;
}

LowpStatus capi::fail(LowpError *error, const runtime::Error &reason) {
  return fail(error, reason.status, reason.message);
}

LowpStatus capi::require(LowpError *error,
                         std::initializer_list<Required> all) {
  for (const Required &one : all)
    if (!one.pointer)
      return fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                  std::string("expected '") + one.name +
                      "' to point to something, got NULL");
  return LOWP_OK;
}

LowpStatus capi::requireBytes(LowpError *error, const char *name,
                              const void *bytes, uint64_t size) {
  return size == 0 ? LOWP_OK : require(error, {{name, bytes}});
}

LowpStatus capi::finish(LowpError *error,
                        const runtime::Expected<void> &outcome) {
  return outcome ? LOWP_OK : fail(error, outcome.error());
}

LowpStatus capi::fill(LowpBuffer *buffer, llvm::StringRef bytes,
                      LowpError *error) {
  buffer->data = static_cast<char *>(std::malloc(bytes.size() + 1));
  if (!buffer->data)
    return fail(error, LOWP_ERROR_OUT_OF_MEMORY,
                "expected memory for " + std::to_string(bytes.size()) +
                    " bytes, got none");
  std::memcpy(buffer->data, bytes.data(), bytes.size());
  buffer->data[bytes.size()] = '\0';
  buffer->size = bytes.size();
  return LOWP_OK;
}

const char *lowpVersion(void) { return execution::getVersion().data(); }

void lowpBufferFree(LowpBuffer *buffer) {
  if (!buffer)
    return;
  std::free(buffer->data);
  *buffer = LowpBuffer{};
}
