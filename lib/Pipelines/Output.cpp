//===- Output.cpp - Writing what was asked for ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace fs = llvm::sys::fs;

/// Writes all of it now. A stream would end the process for an error that
/// nobody has taken from it.
static std::error_code write(StringRef content, llvm::raw_fd_ostream &stream) {
  stream << content;
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

static std::error_code writeInPlace(StringRef content, StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error, fs::OF_None);
  return error ? error : write(content, stream);
}

static std::error_code writeAndRename(StringRef content, StringRef path) {
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%%%.tmp");
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  if (std::error_code error = write(content, stream)) {
    llvm::consumeError(file->discard());
    return error;
  }
  return llvm::errorToErrorCode(file->keep(path));
}

std::error_code mlir::lowp::writeOutput(StringRef content, StringRef path) {
  if (path == "-")
    return write(content, llvm::outs());
  fs::file_status status;
  if (!fs::status(path, status) && !fs::is_regular_file(status))
    return writeInPlace(content, path);
  return writeAndRename(content, path);
}
