//===- SharedLibrary.h - Linking host code ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_SHAREDLIBRARY_H
#define LOWP_TARGET_SHAREDLIBRARY_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace mlir::lowp {

/// Links `object`, the content of an object file, with the system's C compiler
/// (environment variable CC, else cc) into the shared library `path`, of which
/// a failure may leave a part. The library exports `functions`. `runtime`
/// is the archive of lowp's runtime, which the library then holds and exports
/// too; when empty, the program that loads the library has to provide it.
LogicalResult
linkSharedLibrary(llvm::StringRef object, ArrayRef<llvm::StringRef> functions,
                  llvm::StringRef runtime, llvm::StringRef path,
                  llvm::function_ref<InFlightDiagnostic()> emitError);

/// The archive of lowp's runtime: `given` if not empty, else the one of the
/// installation that the running program is part of. For `given` "none" the
/// result is empty. Fails with a diagnostic when there is no such file.
FailureOr<std::string>
findRuntimeArchive(llvm::StringRef given,
                   llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp

#endif // LOWP_TARGET_SHAREDLIBRARY_H
