//===- PTXAssembler.cpp - Running ptxas -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/PTXAssembler.h"
#include "MemoryFile.h"
#include "RunProgram.h"
#include "lowp/Target/PTXASNotes.h"
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
static llvm::Expected<unsigned> readTimeLimit() {
  std::optional<std::string> text =
      llvm::sys::Process::GetEnv(kPTXASSecondsVariable);
  if (!text || text->empty())
    return kProgramSeconds;
  unsigned seconds = 0;
  // More milliseconds than that have no place in an int.
  constexpr unsigned kMostSeconds = 1000000;
  if (StringRef(*text).getAsInteger(10, seconds) || seconds == 0 ||
      seconds > kMostSeconds)
    return llvm::createStringError(
        "expected environment variable " + kPTXASSecondsVariable +
        " to be 1 to " + Twine(kMostSeconds) + " seconds, got '" + *text + "'");
  return seconds;
}

/// Whether a ptxas that failed with `run` knows no option of the kind that it
/// was given: an old one.
static bool lacksOption(const ProgramResult &run) {
  return run.status != 0 &&
         StringRef(run.output).contains_insensitive("unknown option");
}

/// Runs ptxas on `line`, with kernels side by side where there are several.
static llvm::Expected<ProgramResult>
run(StringRef ptxas, ArrayRef<StringRef> line, KernelCount count) {
  llvm::Expected<unsigned> seconds = readTimeLimit();
  if (!seconds)
    return seconds.takeError();
  if (count == KernelCount::Any) {
    SmallVector<StringRef> split(line);
    split.push_back("--split-compile=0");
    llvm::Expected<ProgramResult> run = runProgram(ptxas, split, *seconds);
    if (!run || !lacksOption(*run))
      return run;
  }
  return runProgram(ptxas, line, *seconds);
}

llvm::Expected<Assembly> mlir::lowp::runPTXAS(StringRef ptxas, StringRef ptx,
                                              StringRef chip,
                                              KernelCount count) {
  MemoryFile input, cubin;
  for (std::error_code error : {input.write(ptx), cubin.write("")})
    if (error)
      return llvm::createStringError(
          "cannot write files in memory for ptxas: " + error.message());
  std::string arch = ("-arch=" + chip).str();
  llvm::Expected<ProgramResult> result =
      run(ptxas, {"-v", arch, input.getPath(), "-o", cubin.getPath()}, count);
  if (!result)
    return result.takeError();
  if (result->status != 0) {
    if (parsePTXASOutput(result->output).errors.empty())
      return llvm::createStringError(
          "'" + ptxas + "' failed with exit status " + Twine(result->status) +
          ": " + StringRef(result->output).trim());
    return Assembly{"", std::move(result->output)};
  }
  Assembly assembly{cubin.read(), std::move(result->output)};
  if (assembly.cubin.empty())
    return llvm::createStringError("'" + ptxas + "' wrote no machine code");
  return assembly;
}
