//===- ParseProgram.cpp - Programs from text or bytecode ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Source/ParseProgram.h"

#include "SourceNesting.h"

#include "lowp/Source/BytecodeChecksum.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether the parser complains of a dialect that nobody registered.
static bool isOfUnknownDialect(const std::string &message) {
  StringRef text(message);
  return text.contains("not found for custom op") ||
         text.contains("unregistered dialect") ||
         text.contains("custom op 'tm_tensor.") ||
         text.contains("custom op 'iree_linalg_ext.") ||
         text.contains("custom op 'util.");
}

ForeignDialectHints::ForeignDialectHints(MLIRContext *context)
    : ScopedDiagnosticHandler(context, [](Diagnostic &diagnostic) {
        if (isOfUnknownDialect(diagnostic.str()))
          diagnostic << "; lowp takes func, linalg, tensor, arith, math, scf "
                        "and its own dialect, of torch-mlir's tm_tensor "
                        "attention, scan, scatter, sort and topk, of IREE's "
                        "iree_linalg_ext the last four, and util's functions "
                        "and optimization_barrier: lower others (torch, "
                        "stablehlo, tosa) to these by the front end's passes, "
                        "or compute that part outside and pass it as an "
                        "argument";
        // What comes next, or the default, prints it.
        return failure();
      }) {}

//===----------------------------------------------------------------------===//
// Before the parser
//===----------------------------------------------------------------------===//

static bool isBytecode(StringRef source) {
  return mlir::isBytecode(llvm::MemoryBufferRef(source, ""));
}

std::optional<SourceFault> mlir::lowp::findFault(StringRef source,
                                                 BytecodeTrust trust) {
  if (!::isBytecode(source))
    return findDeepNesting(source);
  switch (verifyChecksum(source)) {
  case ChecksumState::Intact:
    return std::nullopt;
  case ChecksumState::Damaged:
    return SourceFault{0, "expected bytecode as lowp wrote it, got a file that "
                          "is damaged: its checksum is another"};
  case ChecksumState::Missing:
    break;
  }
  if (trust == BytecodeTrust::Any)
    return std::nullopt;
  return SourceFault{0, "expected bytecode with lowp's checksum, got some "
                        "without: damage to it could end the process; write it "
                        "anew by lowp-opt --emit-bytecode, or say that it is "
                        "trusted (trust_bytecode)"};
}

//===----------------------------------------------------------------------===//
// The parser
//===----------------------------------------------------------------------===//

/// Where `offset` of `source` is.
static Location getLocation(const llvm::MemoryBuffer &source, size_t offset,
                            MLIRContext *context) {
  StringRef before = source.getBuffer().take_front(offset);
  return FileLineColLoc::get(
      context, source.getBufferIdentifier(), before.count('\n') + 1,
      before.size() - std::min(before.rfind('\n') + 1, before.size()) + 1);
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::lowp::alignBytecode(std::unique_ptr<llvm::MemoryBuffer> source) {
  // What a file that is mapped has.
  const llvm::Align kPage(4096);
  if (!::isBytecode(source->getBuffer()) ||
      llvm::isAddrAligned(kPage, source->getBufferStart()))
    return source;
  auto aligned = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source->getBufferSize(), source->getBufferIdentifier(), kPage);
  if (!aligned)
    return source;
  llvm::copy(source->getBuffer(), aligned->getBufferStart());
  return aligned;
}

OwningOpRef<ModuleOp>
mlir::lowp::parseProgram(std::unique_ptr<llvm::MemoryBuffer> source,
                         llvm::SourceMgr &sources, MLIRContext *context,
                         BytecodeTrust trust) {
  std::optional<SourceFault> fault = findFault(source->getBuffer(), trust);
  bool isBinary = ::isBytecode(source->getBuffer());
  std::optional<Location> loc;
  if (fault)
    loc = getLocation(*source, fault->offset, context);
  sources.AddNewSourceBuffer(alignBytecode(std::move(source)), llvm::SMLoc());
  if (fault) {
    emitError(*loc) << fault->message;
    return nullptr;
  }
  ForeignDialectHints hints(context);
  // A verifier or a diagnostic would be the first to go too deep.
  ParserConfig config(context, /*verifyAfterParse=*/!isBinary);
  auto module = parseSourceFile<ModuleOp>(sources, config);
  if (module && isBinary &&
      (failed(verifyNesting(*module)) || failed(verify(*module))))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> mlir::lowp::parseProgramFile(StringRef path,
                                                   llvm::SourceMgr &sources,
                                                   MLIRContext *context) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> source = openInputFile(path, &reason);
  if (source)
    return parseProgram(std::move(source), sources, context,
                        BytecodeTrust::Any);
  emitError(UnknownLoc::get(context)) << reason;
  return nullptr;
}
