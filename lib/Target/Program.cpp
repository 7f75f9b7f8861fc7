//===- Program.cpp - Running another program ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lowp;

TemporaryFile::TemporaryFile(StringRef suffix)
    : error(llvm::sys::fs::createTemporaryFile("lowp", suffix, path)),
      remover(path, /*deleteIt=*/!error) {}

std::error_code TemporaryFile::write(StringRef content) {
  if (error)
    return error;
  std::error_code failed;
  llvm::raw_fd_ostream stream(path, failed);
  if (failed)
    return failed;
  stream << content;
  stream.close();
  failed = stream.error();
  stream.clear_error(); // The caller reports it; the stream would exit.
  return failed;
}

std::string TemporaryFile::read() const {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

FailureOr<ProgramResult>
mlir::lowp::runProgram(StringRef program, ArrayRef<StringRef> arguments,
                       function_ref<InFlightDiagnostic()> emitError) {
  TemporaryFile output("txt");
  if (std::error_code error = output.write(""))
    return emitError() << "cannot write a temporary file: " << error.message();
  SmallVector<StringRef> all = {program};
  llvm::append_range(all, arguments);
  std::optional<StringRef> redirects[] = {StringRef(), output.getPath(),
                                          output.getPath()};
  std::string error;
  int status = llvm::sys::ExecuteAndWait(program, all, /*Env=*/std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &error);
  if (status < 0)
    return emitError() << "cannot run '" << program << "': " << error;
  return ProgramResult{status, output.read()};
}
