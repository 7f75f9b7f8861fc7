//===- HostCode.h - Host functions as LLVM IR and objects -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_HOSTCODE_H
#define LOWP_TARGET_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace mlir::lowp {

/// Registers what the functions below need to know of the dialects they read.
void registerHostTranslation(DialectRegistry &registry);

/// What becomes of host code.
enum class HostFormat {
  /// LLVM IR as text, optimized.
  LLVMIR,
  /// A relocatable object for this machine's system.
  Object,
};

/// How much LLVM does for the speed of host code: levels of clang, but below O3
/// loops neither become vectors nor are unrolled. From O2 on, the back end does
/// what it can, too. Results are the same.
enum class HostOptLevel { O0, O1, O2, O3 };

/// Compiles the host part of `module`, which is of the llvm dialect: all but
/// its gpu.module and gpu.binary operations. The code runs on every processor
/// of this machine's architecture. Fails with a diagnostic.
FailureOr<std::string> compileHostCode(ModuleOp module, HostFormat format,
                                       HostOptLevel level = HostOptLevel::O3);

} // namespace mlir::lowp

#endif // LOWP_TARGET_HOSTCODE_H
