//===- ChildProcess.h - A process that does not outlive ours ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's ExecuteAndWait keeps a time limit by SIGALRM, which belongs to the
// program that lowp is a library of, and may reach another of its threads; and
// what it starts goes on when that program is killed.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_CHILDPROCESS_H
#define LOWP_LIB_TARGET_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"

#include <string>

namespace mlir::lowp {

/// How a process ended.
struct ChildEnding {
  enum Kind { Exited, Signalled, TimedOut };
  Kind kind;
  /// Exit status or number of the signal.
  int number;
};

/// Runs `program` on `arguments`, its own name included. It reads nothing, and
/// writes to the file `output`. It is killed after `seconds`, with what it has
/// started, and when the calling thread ends. Fails when it cannot be started.
llvm::ErrorOr<ChildEnding> runChild(const std::string &program,
                                    llvm::ArrayRef<llvm::StringRef> arguments,
                                    const std::string &output,
                                    unsigned seconds);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_CHILDPROCESS_H
