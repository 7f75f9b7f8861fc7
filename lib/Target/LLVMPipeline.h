//===- LLVMPipeline.h - What device and host code share ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMPIPELINE_H
#define LOWP_LIB_TARGET_LLVMPIPELINE_H

#include "AsmLocations.h"
#include "mlir/IR/Location.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/Support/CodeGen.h"

#include <optional>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::lowp {

/// Turns LLVM's errors and warnings into diagnostics.
class DiagnosticForwarder : public llvm::DiagnosticHandler {
public:
  /// Reports at `fallback` what `locations` does not know the place of. Sets
  /// `failed` on an error. Both references must outlive this object.
  DiagnosticForwarder(Location fallback, const AsmLocations &locations,
                      bool &failed)
      : fallback(fallback), locations(locations), failed(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

private:
  Location fallback;
  const AsmLocations &locations;
  bool &failed;
};

/// Runs LLVM's -O3 pipeline.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// The assembly or object file of `module`; nothing when the back end cannot
/// write such.
std::optional<std::string> emitCode(llvm::Module &module,
                                    llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMPIPELINE_H
