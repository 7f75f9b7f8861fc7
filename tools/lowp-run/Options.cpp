//===- Options.cpp - The command line of lowp-run -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using mlir::lowp::CompileFlags;
using mlir::lowp::CompileTool;
using mlir::lowp::run::Options;
using mlir::lowp::run::Where;

namespace {
/// The flags. Created when the command line is read: a process that holds this
/// tool in a library has none of them before.
struct CommandLine {
  cl::OptionCategory category{"lowp-run options"};
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("<file.mlir>"), cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::cat(category),
      cl::desc("Function to run; may be left out if there is one")};
  cl::opt<Where> where{
      "device", cl::cat(category), cl::desc("Where to run"),
      cl::init(Where::Cpu),
      cl::values(clEnumValN(Where::Cpu, "cpu", "The reference path on the CPU"),
                 clEnumValN(Where::Gpu, "gpu", "The first GPU"),
                 clEnumValN(Where::Auto, "auto",
                            "The first GPU if there is one, else the CPU"))};
  cl::list<std::string> shapes{
      "shape", cl::cat(category), cl::value_desc("name=size"),
      cl::desc("Size of dynamic dimensions: argument0.1=64 for one of them, "
               "M=4096 for all others")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category), cl::init(0),
                         cl::desc("Seed of the random inputs")};
  cl::opt<std::string> inputs{
      "inputs", cl::cat(category), cl::value_desc("directory"),
      cl::desc("Read inputs as --dump-inputs writes them")};
  cl::opt<std::string> dumpInputs{"dump-inputs", cl::cat(category),
                                  cl::value_desc("directory"),
                                  cl::desc("Write the inputs")};
  cl::opt<std::string> dumpOutputs{"dump-outputs", cl::cat(category),
                                   cl::value_desc("directory"),
                                   cl::desc("Write the outputs")};
  CompileFlags compile{CompileTool::LowpRun, category};
  cl::list<std::string> externalLibraries{
      "external-library", cl::cat(category), cl::value_desc("library.so"),
      cl::desc("Take external functions from this shared library")};
  cl::opt<bool> reference{
      "reference", cl::cat(category),
      cl::desc("Run the reference that --check compares with")};
  cl::opt<bool> check{
      "check", cl::cat(category),
      cl::desc("Compare with the same quantized operands multiplied in f64 by "
               "generic kernels")};
  cl::opt<bool> checkUnquantized{
      "check-unquantized", cl::cat(category),
      cl::desc("Compare with the program without quantization, matmuls in "
               "f64")};
  cl::opt<double> tolerance{"tolerance", cl::cat(category), cl::init(5e-3),
                            cl::desc("Relative error that --check accepts")};
  cl::opt<bool> time{"time", cl::cat(category),
                     cl::desc("Time the function (GPU)")};
  cl::opt<uint32_t> repeats{"repeats", cl::cat(category), cl::init(20),
                            cl::desc("Times to take")};
};
} // namespace

Options mlir::lowp::run::parseCommandLine(int argc, char **argv) {
  // The parser of LLVM keeps pointers to it.
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "runs a function on random or given inputs and compares the results\n");
  Options options;
  options.compile = line.compile.get();
  options.file = line.file;
  options.function = line.function;
  options.where = line.where;
  options.shapes = line.shapes;
  options.seed = line.seed;
  options.inputs = line.inputs;
  options.dumpInputs = line.dumpInputs;
  options.dumpOutputs = line.dumpOutputs;
  options.externalLibraries = line.externalLibraries;
  options.reference = line.reference;
  options.check = line.check;
  options.checkUnquantized = line.checkUnquantized;
  options.time = line.time;
  options.tolerance = line.tolerance;
  options.repeats = line.repeats;
  return options;
}
