//===- LoadAhead.h - Loading before the first use ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RUNTIME_LOADAHEAD_H
#define LOWP_LIB_RUNTIME_LOADAHEAD_H

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/CudaDriver.h"

#include <string>

namespace mlir::lowp::runtime {

/// What the functions of lowp_runtime.h that load and unload have in common:
/// applies `action` of the process-wide `Cache` to `subject`, unless `call`,
/// which may be null, has failed. `name` is the subject's for messages.
template <typename Cache, typename Subject>
LowpStatus applyToCache(const Subject *subject, const char *name,
                        LowpCall *call,
                        Expected<void> (Cache::*action)(const CudaDriver &,
                                                        const Subject &)) {
  auto fail = [call](const Error &error) {
    failCall(call, error);
    return error.status;
  };
  if (call && call->status != LOWP_OK)
    return call->status;
  if (!subject)
    return fail(makeError(LOWP_ERROR_INVALID_ARGUMENT,
                          "expected %s, got a null pointer", name));
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return fail(driver.error());
  Expected<void> outcome = (Cache::get().*action)(**driver, *subject);
  return outcome ? LowpStatus(LOWP_OK) : fail(outcome.error());
}

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_LOADAHEAD_H
