//===- Program.cpp - Running another program ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "ChildProcess.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::lowp;

MemoryFile::MemoryFile() : descriptor(memfd_create("lowp", MFD_CLOEXEC)) {
  if (descriptor < 0)
    error = llvm::errnoAsErrorCode();
  // By our number: for the other program, `self` is another process.
  path =
      "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(descriptor);
}

MemoryFile::~MemoryFile() {
  if (descriptor >= 0)
    (void)close(descriptor);
}

std::error_code MemoryFile::write(StringRef content) {
  if (error)
    return error;
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false);
  stream << content;
  stream.flush();
  std::error_code failed = stream.error();
  stream.clear_error(); // The caller reports it; the stream would exit.
  return failed;
}

std::string MemoryFile::read() const {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

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
