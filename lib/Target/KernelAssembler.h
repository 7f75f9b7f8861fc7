//===- KernelAssembler.h - Kernels from LLVM IR to machine code -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_KERNELASSEMBLER_H
#define LOWP_LIB_TARGET_KERNELASSEMBLER_H

#include "AssemblyTable.h"
#include "lowp/Target/KernelStore.h"
#include "lowp/Target/TranslateToPTX.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::lowp {

/// The kernels of a gpu.module on their way to machine code.
struct KernelJob {
  PTXTranslation translation;
  /// Their names in PTX.
  llvm::SmallVector<std::string, 1> names;
  /// Null when there is no PTX to assemble.
  std::shared_ptr<const AssemblyOutcome> outcome;
};

/// How jobs are assembled.
struct AssemblerSettings {
  /// Path of ptxas; nothing where PTX is all that is wanted.
  std::optional<std::string> ptxas;
  PTXTarget target;
  /// Where machine code is looked up and kept; may be null.
  const KernelStore *store = nullptr;
};

/// Lets LLVM and ptxas work on all jobs, side by side on the processors that
/// this process may use. The outcome does not depend on their number.
void runJobs(llvm::ArrayRef<KernelJob *> jobs,
             const AssemblerSettings &settings);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_KERNELASSEMBLER_H
