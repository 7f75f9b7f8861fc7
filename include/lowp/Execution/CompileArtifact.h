//===- CompileArtifact.h - From a module to an artifact ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_COMPILEARTIFACT_H
#define LOWP_EXECUTION_COMPILEARTIFACT_H

#include "lowp/Execution/Artifact.h"
#include "lowp/Pipelines/GPUPipeline.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::execution {

/// How to compile; empty strings and 0 are defaults.
struct CompileRequest {
  LowpDeviceKind device = LOWP_DEVICE_CUDA;
  LowpImageFormat imageFormat = LOWP_IMAGE_AUTO;
  std::string chip;
  std::string recipe;
  std::string ptxas;
  std::string configFile;
  unsigned ptxVersion = 0;
  bool strict = true;
  bool allowEmulation = false;
  /// Matmuls by the reference path, also on a GPU.
  bool reference = false;
  /// Verify the module after each pass: for tools, whose users can wait.
  bool verifyPasses = false;
  int64_t expectedM = lowp_gpu::kDefaultExpectedM;
};

/// Adds all dialects and what the functions below need of them.
void registerDialects(DialectRegistry &registry);

/// Compiles `module`, of which only scraps remain. Fails with a diagnostic.
/// The context must know what `registerDialects` registers.
FailureOr<Artifact> compileArtifact(ModuleOp module,
                                    const CompileRequest &request);

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_COMPILEARTIFACT_H
