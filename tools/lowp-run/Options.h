//===- Options.h - The command line of lowp-run -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_OPTIONS_H
#define LOWP_TOOLS_LOWP_RUN_OPTIONS_H

#include "lowp/Pipelines/CompileOptions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::lowp::run {

/// Where the function runs.
enum class Where {
  /// The reference path on the CPU.
  Cpu,
  /// The first GPU.
  Gpu,
  /// The first GPU if there is one, else the CPU.
  Auto,
};

/// What the user asked for.
struct Options {
  std::string file, function;
  Where where;
  std::vector<std::string> shapes;
  uint64_t seed;
  std::string inputs, dumpInputs, dumpOutputs;
  CompileOptions compile;
  std::vector<std::string> externalLibraries;
  bool reference, check, checkUnquantized, time;
  double tolerance;
  uint32_t repeats;
};

/// Reads the command line; exits with a message where it is wrong.
Options parseCommandLine(int argc, char **argv);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_OPTIONS_H
