//===- RunProgram.cpp - Programs that this one runs -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "ChildProcess.h"
#include "MemoryFile.h"

using namespace mlir;
using namespace mlir::lowp;

llvm::Expected<ProgramResult>
mlir::lowp::runProgram(StringRef program, ArrayRef<StringRef> arguments,
                       unsigned seconds) {
  MemoryFile output;
  if (std::error_code error = output.write(""))
    return llvm::createStringError("cannot make a file in memory for what '" +
                                   program + "' prints: " + error.message());
  SmallVector<StringRef> all = {program};
  llvm::append_range(all, arguments);
  llvm::ErrorOr<ChildEnding> ending =
      runChild(program.str(), all, output.getPath().str(), seconds);
  if (!ending)
    return llvm::createStringError("cannot run '" + program +
                                   "': " + ending.getError().message());
  switch (ending->kind) {
  case ChildEnding::TimedOut:
    return llvm::createStringError("expected '" + program + "' to end within " +
                                   Twine(seconds) +
                                   " seconds, got no end: it was killed");
  case ChildEnding::Signalled:
    return llvm::createStringError(
        "expected '" + program + "' to come to an end, got signal " +
        Twine(ending->number) + " (" + strsignal(ending->number) + ")");
  case ChildEnding::Exited:
    break;
  }
  return ProgramResult{ending->number, output.read()};
}
