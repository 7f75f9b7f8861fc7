//===- Options.cpp - The command line of lowp-run -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace mlir::lowp::run;

const Options &mlir::lowp::run::parseCommandLine(int argc, char **argv) {
  // The parser of LLVM keeps pointers to it.
  static Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "runs a function on random or given inputs and compares the results\n");
  return options;
}
