//===- Program.h - Running another program ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_PROGRAM_H
#define LOWP_LIB_TARGET_PROGRAM_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileUtilities.h"

#include <string>

namespace mlir::lowp {

/// A file in the folder for temporary files that goes away with this object.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef suffix);

  llvm::StringRef getPath() const { return path; }

  /// Creates the file's content; an error too if there is no file.
  std::error_code write(llvm::StringRef content);

  /// The content; empty when it cannot be read.
  std::string read() const;

private:
  SmallString<128> path;
  std::error_code error;
  llvm::FileRemover remover;
};

/// What running a program came to.
struct ProgramResult {
  int status;
  /// What it wrote to its standard output and its standard error.
  std::string output;
};

/// Runs `program` and waits for its end. Fails with a diagnostic when it cannot
/// be started or crashes.
FailureOr<ProgramResult>
runProgram(llvm::StringRef program, ArrayRef<llvm::StringRef> arguments,
           llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_PROGRAM_H
