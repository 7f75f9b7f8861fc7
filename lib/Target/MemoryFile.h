//===- MemoryFile.h - A file without a folder -------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_MEMORYFILE_H
#define LOWP_LIB_TARGET_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <system_error>

namespace mlir::lowp {

/// A file in memory that the programs which this process runs can open by its
/// path. It needs no folder for temporary files, and is gone with this object
/// or with the process, however that ends.
class MemoryFile {
public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  llvm::StringRef getPath() const { return path; }
  int getDescriptor() const { return descriptor; }

  /// Appends `content`; an error too if there is no file.
  std::error_code write(llvm::StringRef content);

  /// The content; empty when it cannot be read.
  std::string read() const;

private:
  int descriptor;
  std::error_code error;
  std::string path;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_MEMORYFILE_H
