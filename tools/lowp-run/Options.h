//===- Options.h - The command line of lowp-run -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_OPTIONS_H
#define LOWP_TOOLS_LOWP_RUN_OPTIONS_H

#include "lowp/Pipelines/CompileOptions.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::lowp::run {

namespace cl = llvm::cl;

/// Where the function runs.
enum class Where {
  /// The reference path on the CPU.
  Cpu,
  /// The first GPU.
  Gpu,
  /// The first GPU if there is one, else the CPU.
  Auto,
};

/// What the user asked for. Created when the command line is read: a process
/// that holds this tool in a library has none of the flags before.
struct Options {
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
      cl::desc("Compare with the program without quantization, multiplied by "
               "generic kernels")};
  cl::opt<double> tolerance{"tolerance", cl::cat(category), cl::init(5e-3),
                            cl::desc("Relative error that --check accepts")};
  cl::opt<bool> time{"time", cl::cat(category),
                     cl::desc("Time the function (GPU)")};
  cl::opt<uint32_t> repeats{"repeats", cl::cat(category), cl::init(20),
                            cl::desc("Times to take")};
};

/// Reads the command line; exits with a message where it is wrong.
const Options &parseCommandLine(int argc, char **argv);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_OPTIONS_H
