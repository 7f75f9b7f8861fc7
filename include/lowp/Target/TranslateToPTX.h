//===- TranslateToPTX.h - A lowered gpu.module as PTX -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_TRANSLATETOPTX_H
#define LOWP_TARGET_TRANSLATETOPTX_H

#include "lowp/Target/Chips.h"
#include "mlir/IR/DialectRegistry.h"

#include <memory>
#include <string>

namespace mlir {
namespace gpu {
class GPUModuleOp;
} // namespace gpu

namespace lowp {

/// Registers what `PTXTranslation` needs to know of the dialects it reads.
void registerPTXTranslation(DialectRegistry &registry);

/// A gpu.module on its way to PTX, all of whose operations are of the llvm and
/// nvvm dialects. Optimizes as -O3 does: wgmma needs it to be fast at all.
class PTXTranslation {
public:
  /// Takes what is needed from MLIR. Where `alias` is not empty, the one kernel
  /// of `module` has that name in PTX, and its variables are numbered. What
  /// cannot be translated is a diagnostic at the operation or kernel.
  static FailureOr<PTXTranslation> begin(gpu::GPUModuleOp module,
                                         const PTXTarget &target,
                                         llvm::StringRef alias);
  PTXTranslation(PTXTranslation &&);
  PTXTranslation &operator=(PTXTranslation &&);
  ~PTXTranslation();

  /// Lets LLVM work, in any thread and without MLIR. Returns the PTX, or null
  /// for what `finish` fails on.
  const std::string *run();

  /// The PTX. What LLVM cannot compile is a diagnostic at the operation or
  /// kernel.
  FailureOr<std::string> finish();

private:
  struct State;
  explicit PTXTranslation(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace lowp
} // namespace mlir

#endif // LOWP_TARGET_TRANSLATETOPTX_H
