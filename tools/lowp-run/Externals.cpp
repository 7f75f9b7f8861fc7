//===- Externals.cpp - External functions from libraries ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Externals.h"

#include "CompiledCall.h"

#include "llvm/Support/DynamicLibrary.h"

using namespace mlir::lowp;
using llvm::sys::DynamicLibrary;

llvm::Error run::bindExternals(execution::Program &program,
                               llvm::ArrayRef<std::string> paths) {
  std::vector<DynamicLibrary> libraries;
  for (const std::string &path : paths) {
    std::string reason;
    libraries.push_back(
        DynamicLibrary::getPermanentLibrary(path.c_str(), &reason));
    if (!libraries.back().isValid())
      return llvm::createStringError(
          "expected a shared library for --external-library, got '" + path +
          "': " + reason);
  }
  for (const execution::Function &external : program.getArtifact().externals)
    for (DynamicLibrary &library : libraries) {
      void *function = library.getAddressOfSymbol(external.name.c_str());
      if (!function)
        continue;
      if (auto bound = program.bindExternal(external.name, function); !bound)
        return makeError(bound.error());
      break;
    }
  return llvm::Error::success();
}
