//===- Compiler.cpp - From text to programs -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Compiler.h"

#include "CallbackStore.h"
#include "CompileModule.h"
#include "Support.h"

#include "lowp/InitAll.h"
#include "lowp/Pipelines/RunPasses.h"
#include "lowp/Source/ParseProgram.h"
#include "lowp/Target/PTXAssembler.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace mlir::lowp;

/// What the parts of a compilation need: a context of its own, so that
/// compilations do not meet, and a way for diagnostics.
namespace {
class Compilation {
public:
  explicit Compilation(const LowpCompileOptions &options)
      : options(options),
        context(getRegistry(), mlir::MLIRContext::Threading::DISABLED),
        forwarder(context, options.onDiagnostic, options.userData) {
    // A diagnostic says what it is about without its whole text.
    context.printOpOnDiagnostic(false);
    capi::addKernelStore(context, options);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef source);
  /// Fails with the first error among the diagnostics.
  LowpStatus fail(LowpError *error) {
    return capi::failCompilation(forwarder, error);
  }

  const LowpCompileOptions &options;
  mlir::MLIRContext context;
  capi::DiagnosticForwarder forwarder;

private:
  static const mlir::DialectRegistry &getRegistry();
};
} // namespace

const mlir::DialectRegistry &Compilation::getRegistry() {
  static const mlir::DialectRegistry *registry = [] {
    auto *created = new mlir::DialectRegistry;
    execution::registerDialects(*created);
    return created;
  }();
  return *registry;
}

mlir::OwningOpRef<mlir::ModuleOp> Compilation::parse(llvm::StringRef source) {
  llvm::SourceMgr sources;
  // A copy: the parser wants a NUL after the text.
  return parseProgram(llvm::MemoryBuffer::getMemBufferCopy(
                          source, capi::textOr(options.sourceName, "<input>")),
                      sources, &context,
                      options.trustBytecode ? BytecodeTrust::Any
                                            : BytecodeTrust::Intact);
}

void lowpCompileOptionsInit(LowpCompileOptions *options, size_t structBytes) {
  if (!options)
    return;
  LowpCompileOptions defaults = capi::getDefaultOptions();
  defaults.structBytes = structBytes;
  std::memset(static_cast<void *>(options), 0, structBytes);
  std::memcpy(static_cast<void *>(options), &defaults,
              std::min(structBytes, sizeof(defaults)));
}

LowpStatus lowpCompile(const char *source, size_t size,
                       const LowpCompileOptions *given, LowpProgram **program,
                       LowpError *error) {
  if (LowpStatus status = capi::clear(error, "program", program))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "source", source, size))
    return status;
  LowpCompileOptions options;
  execution::CompileRequest request;
  if (LowpStatus status = capi::readRequest(given, options, request, error))
    return status;
  auto compilation = std::make_unique<Compilation>(options);
  auto compile = [&]() -> LowpStatus {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        compilation->parse(llvm::StringRef(source, size));
    if (!module)
      return compilation->fail(error);
    return capi::compileModule(*module, request, compilation->forwarder,
                               program, error);
  };
  return capi::survive(
      compile, [&] { return std::string(source, size); },
      [&] { (void)compilation.release(); }, error);
}

/// What a message shows of `text`: the reason must fit after it.
static std::string abbreviate(llvm::StringRef text) {
  constexpr size_t kMost = 200;
  return text.size() <= kMost ? text.str()
                              : text.take_front(kMost).str() + "...";
}

/// Reads a pipeline with or without its anchor.
static mlir::LogicalResult readPipeline(llvm::StringRef pipeline,
                                        mlir::OpPassManager &manager,
                                        llvm::raw_ostream &errors) {
  if (auto fault = findDeepNesting(pipeline)) {
    errors << fault->message;
    return mlir::failure();
  }
  llvm::StringRef inner = pipeline.trim();
  if (inner.consume_front("builtin.module(") && !inner.consume_back(")")) {
    errors << "expected ')' at the end";
    return mlir::failure();
  }
  return mlir::parsePassPipeline(inner, manager, errors);
}

static LowpStatus runPipeline(Compilation &compilation, llvm::StringRef source,
                              llvm::StringRef pipeline, LowpBuffer *text,
                              LowpError *error) {
  mlir::PassManager manager(&compilation.context);
  std::string reason;
  llvm::raw_string_ostream errors(reason);
  if (mlir::failed(readPipeline(pipeline, manager, errors)))
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected a pass pipeline, got '" + abbreviate(pipeline) +
                          "': " + llvm::StringRef(reason).trim().str());
  mlir::OwningOpRef<mlir::ModuleOp> module = compilation.parse(source);
  if (!module || mlir::failed(runPasses(manager, *module)))
    return compilation.fail(error);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  module->print(os);
  return capi::fill(text, printed, error);
}

LowpStatus lowpRunPipeline(const char *source, size_t size,
                           const char *pipeline,
                           const LowpCompileOptions *given, LowpBuffer *text,
                           LowpError *error) {
  if (LowpStatus status = capi::clear(error, "text", text))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "source", source, size))
    return status;
  LowpCompileOptions options;
  if (LowpStatus status = capi::complete(given, options, error))
    return status;
  registerAllPasses();
  auto compilation = std::make_unique<Compilation>(options);
  auto run = [&] {
    return runPipeline(*compilation, llvm::StringRef(source, size),
                       pipeline ? pipeline : "", text, error);
  };
  return capi::survive(
      run, [&] { return std::string(source, size); },
      [&] { (void)compilation.release(); }, error);
}

const char *lowpChips(void) {
  static const std::string *chips = new std::string(listChips());
  return chips->c_str();
}

LowpStatus lowpFindPtxas(const char *ptxas, LowpBuffer *path,
                         LowpError *error) {
  if (LowpStatus status = capi::clear(error, "path", path))
    return status;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  capi::DiagnosticForwarder forwarder(context, nullptr, nullptr);
  auto found = findPTXAS(capi::textOr(ptxas, ""), [&] {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  });
  if (mlir::failed(found))
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      forwarder.getFirstError());
  return *found ? capi::fill(path, **found, error) : LOWP_OK;
}
