//===- PTXAssembler.cpp - Running ptxas -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/PTXAssembler.h"
#include "MemoryFile.h"
#include "RunProgram.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::lowp;
namespace fs = llvm::sys::fs;

/// `path` as the user gave it by `origin`, checked.
static FailureOr<std::optional<std::string>>
checkGivenPath(StringRef path, StringRef origin,
               function_ref<InFlightDiagnostic()> emitError) {
  if (fs::can_execute(path))
    return std::optional(path.str());
  return emitError() << "expected " << origin
                     << " to name a ptxas that can be run, got '" << path
                     << "'";
}

FailureOr<std::optional<std::string>>
mlir::lowp::findPTXAS(StringRef path,
                      function_ref<InFlightDiagnostic()> emitError) {
  if (!path.empty())
    return checkGivenPath(path, "option 'ptxas'", emitError);
  std::optional<std::string> variable =
      llvm::sys::Process::GetEnv(kPTXASVariable);
  if (variable && variable->empty())
    return std::optional<std::string>();
  if (variable)
    return checkGivenPath(*variable, "environment variable LOWP_PTXAS",
                          emitError);
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("ptxas"))
    return std::optional(*found);
  return std::optional<std::string>();
}

/// The time that a run may take.
static FailureOr<unsigned>
readTimeLimit(function_ref<InFlightDiagnostic()> emitError) {
  std::optional<std::string> text =
      llvm::sys::Process::GetEnv(kPTXASSecondsVariable);
  if (!text || text->empty())
    return kProgramSeconds;
  unsigned seconds = 0;
  // More milliseconds than that have no place in an int.
  constexpr unsigned kMostSeconds = 1000000;
  if (StringRef(*text).getAsInteger(10, seconds) || seconds == 0 ||
      seconds > kMostSeconds)
    return emitError() << "expected environment variable "
                       << kPTXASSecondsVariable << " to be 1 to "
                       << kMostSeconds << " seconds, got '" << *text << "'";
  return seconds;
}

/// Whether a ptxas that failed with `run` knows no option of the kind that it
/// was given: an old one.
static bool lacksOption(const ProgramResult &run) {
  return run.status != 0 &&
         StringRef(run.output).contains_insensitive("unknown option");
}

FailureOr<Assembly>
mlir::lowp::runPTXAS(StringRef ptxas, StringRef ptx, StringRef chip,
                     function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<unsigned> seconds = readTimeLimit(emitError);
  if (failed(seconds))
    return failure();
  MemoryFile input, cubin;
  for (std::error_code error : {input.write(ptx), cubin.write("")})
    if (error)
      return emitError() << "cannot write files in memory for ptxas: "
                         << error.message();
  std::string arch = ("-arch=" + chip).str();
  SmallVector<StringRef> line = {"-v", arch, input.getPath(), "-o",
                                 cubin.getPath()};
  // Kernels side by side, on all cores: the code is the same.
  SmallVector<StringRef> split = line;
  split.push_back("--split-compile=0");
  FailureOr<ProgramResult> run = runProgram(ptxas, split, *seconds, emitError);
  if (succeeded(run) && lacksOption(*run))
    run = runProgram(ptxas, line, *seconds, emitError);
  if (failed(run))
    return failure();
  Assembly assembly{"", parsePTXASOutput(run->output)};
  if (run->status != 0 && assembly.report.errors.empty())
    return emitError() << "'" << ptxas << "' failed with exit status "
                       << run->status << ": " << StringRef(run->output).trim();
  if (run->status == 0)
    assembly.cubin = cubin.read();
  if (run->status == 0 && assembly.cubin.empty())
    return emitError() << "'" << ptxas << "' wrote no machine code";
  return assembly;
}
