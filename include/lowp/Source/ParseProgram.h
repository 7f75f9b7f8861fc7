//===- ParseProgram.h - Programs from text or bytecode ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's readers trust what they read: text that nests deep overflows their
// stack, and damaged bytecode leads them anywhere. Both are found out before.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SOURCE_PARSEPROGRAM_H
#define LOWP_SOURCE_PARSEPROGRAM_H

#include "lowp/Files/Nesting.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// Which bytecode is read.
enum class BytecodeTrust {
  /// That with an intact checksum, see BytecodeChecksum.h: damaged files and
  /// those of other writers are refused.
  Intact,
  /// Also that without a checksum: what is damaged may end the process.
  Any,
};

/// Whether `source` may be given to MLIR's readers.
std::optional<SourceFault> findFault(llvm::StringRef source,
                                     BytecodeTrust trust);

/// Bytecode where MLIR's reader takes it: at an address as aligned as the data
/// that it may hold. Text stays where it is.
std::unique_ptr<llvm::MemoryBuffer>
alignBytecode(std::unique_ptr<llvm::MemoryBuffer> source);

/// Parses a module. It becomes a buffer of `sources`. Null, with a diagnostic,
/// for what is not one.
OwningOpRef<ModuleOp> parseProgram(std::unique_ptr<llvm::MemoryBuffer> source,
                                   llvm::SourceMgr &sources,
                                   MLIRContext *context, BytecodeTrust trust);

/// The same for the file `path` ("-": standard input) of a tool, whose user
/// starts it anew when it crashes: any bytecode is read that is not damaged.
OwningOpRef<ModuleOp> parseProgramFile(llvm::StringRef path,
                                       llvm::SourceMgr &sources,
                                       MLIRContext *context);

/// While it lives, the parser's errors about dialects that are not registered
/// say what to do about operations of front ends.
class ForeignDialectHints : public ScopedDiagnosticHandler {
public:
  explicit ForeignDialectHints(MLIRContext *context);
};

} // namespace mlir::lowp

#endif // LOWP_SOURCE_PARSEPROGRAM_H
