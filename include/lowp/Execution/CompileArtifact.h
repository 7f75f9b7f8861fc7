//===- CompileArtifact.h - From a module to an artifact ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_COMPILEARTIFACT_H
#define LOWP_EXECUTION_COMPILEARTIFACT_H

#include "lowp/Execution/Artifact.h"
#include "lowp/Pipelines/CompileOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::execution {

/// How to compile, and for which device.
struct CompileRequest : CompileOptions {
  LowpDeviceKind device = LOWP_DEVICE_CUDA;
  /// Verify the module after each pass: for tools, whose users can wait.
  bool verifyPasses = false;
};

/// Adds all dialects and what the functions below need of them.
void registerDialects(DialectRegistry &registry);

/// Compiles `module`, of which only scraps remain. Fails with a diagnostic.
/// The context must know what `registerDialects` registers.
FailureOr<Artifact> compileArtifact(ModuleOp module,
                                    const CompileRequest &request);

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_COMPILEARTIFACT_H
