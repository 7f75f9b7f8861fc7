//===- RunProgram.h - Programs that this one runs ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_RUNPROGRAM_H
#define LOWP_LIB_TARGET_RUNPROGRAM_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::lowp {

/// What running a program came to.
struct ProgramResult {
  int status;
  /// What it wrote to its standard output and its standard error.
  std::string output;
};

/// Long enough for what is not a mistake.
inline constexpr unsigned kProgramSeconds = 600;

/// Runs `program`, which reads nothing, and waits for its end, in any thread;
/// it ends with that. Fails when it cannot be started, crashes or takes more
/// than `seconds`.
llvm::Expected<ProgramResult> runProgram(llvm::StringRef program,
                                         ArrayRef<llvm::StringRef> arguments,
                                         unsigned seconds);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_RUNPROGRAM_H
