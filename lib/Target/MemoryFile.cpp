//===- MemoryFile.cpp - A file without a folder ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryFile.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

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
