//===- Survive.h - Compilations whose crash is survived ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_SURVIVE_H
#define LOWP_PIPELINES_SURVIVE_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// The environment variable that names the folder for files that reproduce a
/// crash. Unset, it is that of temporary files; empty, none are written.
inline constexpr const char *kCrashFolderVariable = "LOWP_CRASH_DIR";

/// Runs `compile`, a compilation or a part of one. Returns nothing when it ran
/// to its end, be it an error. Otherwise a bug of the compiler ended it:
/// returns what to tell the user, with the pass that ran and a file that
/// reproduces it. `getSource` returns the program, for crashes outside of
/// passes.
///
/// What `compile` had made by then leaks, and what it worked on must be leaked:
/// nobody knows in what state it is. Contexts must not live in its frames.
std::optional<std::string>
runSurviving(llvm::function_ref<void()> compile,
             llvm::function_ref<std::string()> getSource);

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_SURVIVE_H
