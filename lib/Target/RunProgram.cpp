//===- RunProgram.cpp - Programs that this one runs -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "ChildProcess.h"
#include "MemoryFile.h"

#include <cstring>

using namespace mlir;
using namespace mlir::lowp;

FailureOr<ProgramResult>
mlir::lowp::runProgram(StringRef program, ArrayRef<StringRef> arguments,
                       unsigned seconds,
                       function_ref<InFlightDiagnostic()> emitError) {
  MemoryFile output;
  if (std::error_code error = output.write(""))
    return emitError() << "cannot make a file in memory for what '" << program
                       << "' prints: " << error.message();
  SmallVector<StringRef> all = {program};
  llvm::append_range(all, arguments);
  llvm::ErrorOr<ChildEnding> ending =
      runChild(program.str(), all, output.getPath().str(), seconds);
  if (!ending)
    return emitError() << "cannot run '" << program
                       << "': " << ending.getError().message();
  switch (ending->kind) {
  case ChildEnding::TimedOut:
    return emitError() << "expected '" << program << "' to end within "
                       << seconds << " seconds, got no end: it was killed";
  case ChildEnding::Signalled:
    return emitError() << "expected '" << program
                       << "' to come to an end, got signal " << ending->number
                       << " (" << StringRef(strsignal(ending->number)) << ")";
  case ChildEnding::Exited:
    break;
  }
  return ProgramResult{ending->number, output.read()};
}
