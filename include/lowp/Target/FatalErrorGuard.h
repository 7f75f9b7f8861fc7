//===- FatalErrorGuard.h - LLVM's fatal errors, survived --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's code generators end the process when they meet, say, an intrinsic that
// the chip or the PTX version lacks. A compiler inside another program must
// not.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_FATALERRORGUARD_H
#define LOWP_TARGET_FATALERRORGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// Runs `work`. Returns nothing when it ran to its end, else the message of the
/// fatal error, or of the crash, that ended it. What `work` had allocated by
/// then leaks, and it must not hold locks. May be called from several threads
/// at once, and within itself.
std::optional<std::string> runGuarded(llvm::function_ref<void()> work);

} // namespace mlir::lowp

#endif // LOWP_TARGET_FATALERRORGUARD_H
