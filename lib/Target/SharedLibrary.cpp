//===- SharedLibrary.cpp - Linking host code ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/SharedLibrary.h"
#include "MemoryFile.h"
#include "RunProgram.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>
#include <link.h>

using namespace mlir;
using namespace mlir::lowp;
namespace fs = llvm::sys::fs;

/// The C compiler, as CC names it or by its usual name.
static FailureOr<std::string>
findLinker(function_ref<InFlightDiagnostic()> emitError) {
  std::string name = llvm::sys::Process::GetEnv("CC").value_or("");
  if (name.empty())
    name = "cc";
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name))
    return *found;
  return emitError() << "expected a C compiler to link with, got none called '"
                     << name
                     << "'; install one, name another by the environment "
                        "variable CC, or write an object file instead";
}

/// A version script: `functions` and the runtime's C interface are visible,
/// the C++ inside of the runtime is not.
static std::string listExports(ArrayRef<StringRef> functions) {
  std::string script = "{ global: lowp*;";
  for (StringRef function : functions)
    script += (" \"" + function + "\";").str();
  return script + " local: *; };\n";
}

namespace {
/// What one run of the linker reads.
struct LinkInputs {
  MemoryFile object, exports;
  StringRef runtime;
};
} // namespace

/// Runs the linker; the result goes to `path`.
static LogicalResult link(StringRef linker, const LinkInputs &inputs,
                          StringRef path,
                          function_ref<InFlightDiagnostic()> emitError) {
  std::string exports =
      ("-Wl,--version-script=" + inputs.exports.getPath()).str();
  SmallVector<StringRef> arguments = {"-shared", exports, "-o", path,
                                      inputs.object.getPath()};
  // The program needs functions of the runtime that our object does not.
  // Symbolic: the library keeps to its own copy of the runtime.
  if (!inputs.runtime.empty())
    llvm::append_values(arguments, "-Wl,-Bsymbolic", "-Wl,--whole-archive",
                        inputs.runtime, "-Wl,--no-whole-archive", "-lstdc++",
                        "-ldl", "-lpthread");
  llvm::Expected<ProgramResult> run =
      runProgram(linker, arguments, kProgramSeconds);
  if (!run)
    return emitError() << llvm::toString(run.takeError());
  if (run->status != 0)
    return emitError() << "'" << linker << "' cannot link the library: "
                       << StringRef(run->output).trim();
  return success();
}

LogicalResult
mlir::lowp::linkSharedLibrary(StringRef object, ArrayRef<StringRef> functions,
                              StringRef runtime, StringRef path,
                              function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<std::string> linker = findLinker(emitError);
  if (failed(linker))
    return failure();
  LinkInputs inputs;
  inputs.runtime = runtime;
  for (std::error_code error : {inputs.object.write(object),
                                inputs.exports.write(listExports(functions))})
    if (error)
      return emitError() << "cannot write files in memory for the linker: "
                         << error.message();
  return link(*linker, inputs, path, emitError);
}

/// The folder of the file that this code is in: a program, or liblowp-c.so.
static StringRef getFolder(std::string &path) {
  auto *here = reinterpret_cast<void *>(&findRuntimeArchive);
  Dl_info info;
  link_map *map = nullptr;
  // The program itself has no name.
  if (dladdr1(here, &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) &&
      map && *map->l_name)
    path = map->l_name;
  else
    path = fs::getMainExecutable(nullptr, here);
  return llvm::sys::path::parent_path(path);
}

FailureOr<std::string>
mlir::lowp::findRuntimeArchive(StringRef given,
                               function_ref<InFlightDiagnostic()> emitError) {
  if (given == "none")
    return std::string();
  SmallString<128> path(given);
  if (given.empty()) {
    constexpr StringLiteral name = "libLowpRuntime.a";
    std::string file;
    StringRef folder = getFolder(file);
    // A library has it beside it, a program in the other folder.
    path = folder;
    llvm::sys::path::append(path, name);
    if (!fs::exists(path)) {
      path = folder;
      llvm::sys::path::append(path, "..", "lib", name);
    }
  }
  if (fs::exists(path))
    return path.str().str();
  return emitError() << "expected the archive of lowp's runtime at '" << path
                     << "', got no such file; name it with --runtime, as "
                        "'none' for a library whose program provides it";
}
