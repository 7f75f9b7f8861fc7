//===- lowp-exec.cpp - Calls functions of an MLIR file on the CPU ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the tests of the reference path: compiles a file for the CPU, foreign
// dialects of the tests included, and makes the calls that standard input
// lists, one a line:
//
//   <function> <argument>...     with <in|out>:<element bytes>:<shape>:<file>
//
// The compiled program can be saved for other hosts, which then call what was
// verified here after each pass.
//
// Files hold the elements alone, row-major. Outputs start as bytes of 0xCD, so
// that a place which nobody wrote shows.
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "lowp-c/Launch.h"
#include "lowp/Execution/CompileArtifact.h"
#include "lowp/Execution/Program.h"
#include "lowp/Files/OutputSet.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <vector>

using namespace mlir;
using llvm::StringRef;
using mlir::lowp::execution::Artifact;
using mlir::lowp::execution::CompileRequest;
using mlir::lowp::execution::Program;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::Required,
                                            llvm::cl::desc("<file.mlir>"));
static llvm::cl::opt<std::string> options(
    "options",
    llvm::cl::desc("How to compile, as the pipeline lowp-to-nvvm reads it"));
static llvm::cl::opt<std::string>
    save("save", llvm::cl::desc("Where to write the compiled program"));

namespace {
/// One tensor in memory and the file it comes from or goes to.
struct Argument {
  bool isOutput = false;
  std::string path;
  std::vector<char> bytes;
  /// What the C interface expects after the pointer of a memref: two
  /// addresses, offset, sizes, strides.
  std::vector<intptr_t> descriptor;
};
} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "lowp-exec: " << message << "\n";
  return 1;
}

/// Parses sizes, `64x256`; none of a scalar.
static bool parseShape(StringRef text, std::vector<intptr_t> &sizes) {
  llvm::SmallVector<StringRef> words;
  text.split(words, 'x', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
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

/// The number of the function called `name`, which must take `arguments`.
static std::optional<size_t> findFunction(const Program &program,
                                          StringRef name, size_t arguments) {
  for (auto [number, function] :
       llvm::enumerate(program.getArtifact().functions))
    if (function.name == name &&
        function.arguments.size() + function.results.size() == arguments)
      return number;
  return std::nullopt;
}

static int call(const Program &program, StringRef line) {
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
  std::optional<size_t> function =
      findFunction(program, words[0], arguments.size());
  if (!function)
    return fail("expected a function of the module with its arguments, got " +
                line);
  LowpCall call;
  lowpCallInit(&call, /*stream=*/nullptr);
  program.call(*function, call, pointers, LOWP_CURRENT_DEVICE);
  if (call.status != LOWP_OK)
    return fail(call.message);
  for (const Argument &argument : arguments)
    if (argument.isOutput)
      if (llvm::Error error = lowp::writeOutput(
              argument.path,
              StringRef(argument.bytes.data(), argument.bytes.size() - 1)))
        return fail(llvm::toString(std::move(error)));
  return 0;
}

static FailureOr<Artifact> compile(MLIRContext &context) {
  auto module = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!module)
    return failure();
  CompileRequest request;
  request.device = LOWP_DEVICE_CPU;
  request.verifyPasses = true;
  if (failed(lowp::readCompileOptions(options, request, llvm::errs())))
    return failure();
  return lowp::execution::compileArtifact(*module, request);
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "lowp reference runner\n");
  DialectRegistry registry;
  lowp::execution::registerDialects(registry);
  registry.insert<lowp_test::LowpTestDialect>();
  MLIRContext context(registry);
  FailureOr<Artifact> artifact = compile(context);
  if (failed(artifact))
    return 1;
  if (!save.empty())
    if (llvm::Error error =
            lowp::writeOutput(save, lowp::execution::serialize(*artifact)))
      return fail(llvm::toString(std::move(error)));
  Program program(std::move(*artifact));
  if (auto loaded = program.load(); !loaded)
    return fail(loaded.error().message);
  auto calls = llvm::MemoryBuffer::getSTDIN();
  for (llvm::line_iterator line(**calls, /*SkipBlanks=*/true);
       !line.is_at_eof(); ++line)
    if (int status = call(program, *line))
      return status;
  return 0;
}
