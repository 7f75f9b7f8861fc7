//===- Program.h - Running another program ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_PROGRAM_H
#define LOWP_LIB_TARGET_PROGRAM_H

#include "mlir/IR/Diagnostics.h"

#include <string>

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

  /// Appends `content`; an error too if there is no file.
  std::error_code write(llvm::StringRef content);

  /// The content; empty when it cannot be read.
  std::string read() const;

private:
  int descriptor;
  std::error_code error;
  std::string path;
};

/// What running a program came to.
struct ProgramResult {
  int status;
  /// What it wrote to its standard output and its standard error.
  std::string output;
};

/// Long enough for what is not a mistake.
inline constexpr unsigned kProgramSeconds = 600;

/// Runs `program` and waits for its end. Fails with a diagnostic when it cannot
/// be started, crashes or takes more than `seconds`.
FailureOr<ProgramResult>
runProgram(llvm::StringRef program, ArrayRef<llvm::StringRef> arguments,
           unsigned seconds,
           llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_PROGRAM_H
