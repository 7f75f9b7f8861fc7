//===- CompileMain.cpp - From MLIR to kernels and libraries ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Tools.h"

#include "lowp/Files/OutputSet.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/Compile.h"
#include "lowp/Pipelines/Remarks.h"
#include "lowp/Pipelines/Survive.h"
#include "lowp/Source/ParseProgram.h"
#include "lowp/Source/ToolVersion.h"
#include "lowp/Target/HostCode.h"
#include "lowp/Target/SharedLibrary.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::lowp;
namespace cl = llvm::cl;

namespace {
/// The command line. Created in main, so that its options are registered once
/// everything they refer to exists.
struct CommandLine {
  cl::OptionCategory category{"lowp-compile options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Output file; - is stdout"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<Product> emit{
      "emit",
      cl::desc("What to write (default: what the output's extension says, "
               "else cubin):"),
      cl::values(
          clEnumValN(Product::PTX, "ptx", "the kernels as PTX (.ptx)"),
          clEnumValN(Product::Cubin, "cubin",
                     "the kernels as machine code (.cubin)"),
          clEnumValN(Product::LLVMIR, "llvm", "the host code as LLVM IR (.ll)"),
          clEnumValN(Product::Object, "obj",
                     "host code and kernels as an object file (.o)"),
          clEnumValN(Product::Library, "lib",
                     "the same as a shared library (.so)")),
      cl::cat(category)};
  CompileFlags flags{CompileTool::LowpCompile, category};
  cl::opt<std::string> header{"header",
                              cl::desc("C header of the functions, to write"),
                              cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> runtime{
      "runtime",
      cl::desc("Archive of lowp's runtime to link into libraries; none: the "
               "program provides it (default: the one of this installation)"),
      cl::cat(category)};
  cl::opt<bool> remarks{"remarks",
                        cl::desc("Print what was decided, and why, at the "
                                 "place in the input it was decided for"),
                        cl::cat(category)};
  cl::opt<bool> verifyEach{
      "verify-each",
      cl::desc(
          "Verify the module after each pass, and not where a level of the "
          "pipeline ends alone"),
      cl::cat(category)};
  cl::opt<bool> printKernels{
      "print-kernels",
      cl::desc("Print a table of the kernels to standard error"),
      cl::cat(category)};
};
} // namespace

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "lowp-compile") << message << "\n";
  return failure();
}

static Product getProduct(CommandLine &line) {
  if (line.emit.getNumOccurrences() != 0)
    return line.emit;
  return getProductOfPath(line.output).value_or(Product::Cubin);
}

/// Nothing that is read is written to, and nothing is written twice.
static LogicalResult verifyFiles(CommandLine &line) {
  const CompileOptions &options = line.flags.get();
  llvm::Error error = verifyDistinct({{"the input", line.input},
                                      {"--config-file", options.configFile},
                                      {"--part-file", options.partFile}},
                                     {{"the output", line.output},
                                      {"--header", line.header},
                                      {"--explain-file", options.explainFile},
                                      {"--ranking-file", options.rankingFile},
                                      {"--traffic-file", options.trafficFile}});
  return error ? fail(llvm::toString(std::move(error))) : success();
}

static LogicalResult verify(CommandLine &line, Product product) {
  bool binary = product != Product::PTX && product != Product::LLVMIR;
  if (line.output == "-" && binary && llvm::outs().is_displayed())
    return fail("expected an output file for binary data; name it with -o");
  if (line.output == "-" && product == Product::Library)
    return fail("expected an output file for a library; name it with -o");
  if (!line.header.empty() && product < Product::LLVMIR)
    return fail("expected --emit=llvm, obj or lib with --header: images have "
                "no functions for C");
  return verifyFiles(line);
}

/// The program as it was given; empty where it is gone.
static std::string readSource(CommandLine &line) {
  if (line.input == "-")
    return "";
  auto file = llvm::MemoryBuffer::getFile(line.input);
  return file ? (*file)->getBuffer().str() : "";
}

static LogicalResult run(CommandLine &line, Product product,
                         MLIRContext &context, TimingScope &timer) {
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  if (line.remarks && failed(enableRemarks(context)))
    return failure();
  auto module = parseProgramFile(line.input, sources, &context);
  if (!module)
    return failure();
  FailureOr<std::string> runtime = std::string();
  if (product == Product::Library)
    runtime = findRuntimeArchive(
        line.runtime, [&] { return emitError(UnknownLoc::get(&context)); });
  if (failed(runtime))
    return failure();

  CompileOptions options = line.flags.get();
  options.format = getImageFormat(product);
  auto configure = [&](PassManager &manager) {
    manager.enableTiming(timer);
    manager.enableVerifier(line.verifyEach);
    return applyPassManagerCLOptions(manager);
  };
  Lowering lowering = getLowering(product);
  FailureOr<Compilation> compilation =
      compile(*module, lowering, Names::Plain, options, configure);
  if (failed(compilation))
    return failure();
  if (line.printKernels)
    printKernelTable(compilation->kernels, llvm::errs());
  TimingScope writing = timer.nest("Write");
  return writeProduct(
      *module, *compilation, product,
      {line.output, line.header, *runtime, getHostOptLevel(lowering, options)});
}

int lowpCompileMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  lowp::setToolVersion();
  CommandLine line;
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(
      argc, argv, "compiles MLIR with low-precision matmuls for NVIDIA GPUs\n");
  Product product = getProduct(line);
  if (failed(verify(line, product)))
    return EXIT_FAILURE;
  DialectRegistry registry;
  lowp::registerAllDialects(registry);
  lowp::registerFrontEndDialects(registry);
  registerHostTranslation(registry);
  auto context = std::make_unique<MLIRContext>(registry);
  // The place is enough; a module would be thousands of lines.
  context->printOpOnDiagnostic(false);
  DefaultTimingManager timing;
  applyDefaultTimingManagerCLOptions(timing);
  TimingScope timer = timing.getRootScope();
  LogicalResult result = failure();
  std::optional<std::string> crash =
      runSurviving([&] { result = run(line, product, *context, timer); },
                   [&] { return readSource(line); });
  if (!crash)
    return failed(result);
  (void)context.release();
  return failed(fail(*crash));
}
