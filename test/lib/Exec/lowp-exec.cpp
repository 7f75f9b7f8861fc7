//===- lowp-exec.cpp - Calls functions of an MLIR file on the CPU ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the tests of the reference path: lowers a file with `lowp-to-cpu` and
// makes the calls that standard input lists, one a line:
//
//   <function> <argument>...     with <in|out>:<element bytes>:<shape>:<file>
//
// Files hold the elements alone, row-major. Outputs start as bytes of 0xCD, so
// that a place which nobody wrote shows.
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/CPUPipeline.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdint>
#include <memory>
#include <vector>

using namespace mlir;
using llvm::StringRef;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::Required,
                                            llvm::cl::desc("<file.mlir>"));
static llvm::cl::opt<std::string>
    recipe("recipe", llvm::cl::desc("Preset that every matmul gets"));

namespace {
/// One tensor in memory and the file it comes from or goes to.
struct Argument {
  bool isOutput = false;
  std::string path;
  std::vector<char> bytes;
  /// What the C interface expects behind the pointer of a memref: two
  /// addresses, offset, sizes, strides.
  std::vector<intptr_t> descriptor;
};
} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "lowp-exec: " << message << "\n";
  return 1;
}

/// Parses sizes, `64x256`.
static bool parseShape(StringRef text, std::vector<intptr_t> &sizes) {
  llvm::SmallVector<StringRef> words;
  text.split(words, 'x');
  for (StringRef word : words) {
    intptr_t size = -1;
    if (word.getAsInteger(10, size) || size < 0)
      return false;
    sizes.push_back(size);
  }
  return true;
}

/// The descriptor of a row-major memref at `data`.
static std::vector<intptr_t> describe(char *data,
                                      const std::vector<intptr_t> &sizes) {
  intptr_t address = reinterpret_cast<intptr_t>(data), stride = 1;
  std::vector<intptr_t> descriptor = {address, address, 0};
  descriptor.insert(descriptor.end(), sizes.begin(), sizes.end());
  std::vector<intptr_t> strides;
  for (intptr_t size : llvm::reverse(sizes)) {
    strides.push_back(stride);
    stride *= size;
  }
  descriptor.insert(descriptor.end(), strides.rbegin(), strides.rend());
  return descriptor;
}

static bool readArgument(StringRef text, Argument &argument) {
  llvm::SmallVector<StringRef, 4> fields;
  text.split(fields, ':', /*MaxSplit=*/3);
  int64_t elementBytes = 0;
  std::vector<intptr_t> sizes;
  if (fields.size() != 4 || (fields[0] != "in" && fields[0] != "out") ||
      fields[1].getAsInteger(10, elementBytes) || !parseShape(fields[2], sizes))
    return false;
  argument.isOutput = fields[0] == "out";
  argument.path = fields[3].str();
  size_t size = elementBytes;
  for (intptr_t extent : sizes)
    size *= extent;
  // Never empty: an address is needed even where there is nothing to read.
  argument.bytes.assign(size + 1, static_cast<char>(0xCD));
  if (!argument.isOutput) {
    auto file = llvm::MemoryBuffer::getFile(argument.path);
    if (!file || (*file)->getBufferSize() != size)
      return false;
    llvm::copy((*file)->getBuffer(), argument.bytes.begin());
  }
  argument.descriptor = describe(argument.bytes.data(), sizes);
  return true;
}

static bool writeOutput(const Argument &argument) {
  std::error_code error;
  llvm::raw_fd_ostream stream(argument.path, error);
  stream.write(argument.bytes.data(), argument.bytes.size() - 1);
  return !error;
}

static int call(ExecutionEngine &engine, StringRef line) {
  llvm::SmallVector<StringRef> words;
  line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<Argument> arguments(words.size() - 1);
  llvm::SmallVector<void *> pointers;
  for (auto [word, argument] : llvm::zip(llvm::drop_begin(words), arguments)) {
    if (!readArgument(word, argument))
      return fail(
          "expected <in|out>:<element bytes>:<shape>:<file>, the file of "
          "that size, got " +
          word);
    pointers.push_back(argument.descriptor.data());
  }
  llvm::SmallVector<void *> packed;
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  std::string name = "_mlir_ciface_" + words[0].str();
  if (llvm::Error error = engine.invokePacked(name, packed))
    return fail(llvm::toString(std::move(error)));
  for (const Argument &argument : arguments)
    if (argument.isOutput && !writeOutput(argument))
      return fail("cannot write " + argument.path);
  return 0;
}

static OwningOpRef<ModuleOp> loadAndLower(MLIRContext &context) {
  auto module = parseSourceFile<ModuleOp>(inputFile, &context);
  PassManager manager(&context);
  mlir::lowp::CPUPipelineOptions options;
  options.recipe = recipe.getValue();
  mlir::lowp::buildCPUPipeline(manager, options);
  if (!module || failed(manager.run(*module)))
    return {};
  return module;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "lowp reference runner\n");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  ::lowp::registerAllDialects(registry);
  registry.insert<lowp_test::LowpTestDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = loadAndLower(context);
  if (!module)
    return 1;

  ExecutionEngineOptions options;
  auto optimize = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0,
                                            /*targetMachine=*/nullptr);
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  auto engine = ExecutionEngine::create(*module, options);
  if (!engine)
    return fail(llvm::toString(engine.takeError()));
  auto calls = llvm::MemoryBuffer::getSTDIN();
  for (llvm::line_iterator line(**calls, /*SkipBlanks=*/true);
       !line.is_at_eof(); ++line)
    if (int status = call(**engine, *line))
      return status;
  return 0;
}
