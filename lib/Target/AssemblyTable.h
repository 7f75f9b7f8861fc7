//===- AssemblyTable.h - Equal kernels are assembled once -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_ASSEMBLYTABLE_H
#define LOWP_LIB_TARGET_ASSEMBLYTABLE_H

#include "lowp/Target/PTXAssembler.h"

#include <memory>

namespace mlir::lowp {

/// What came of assembling a kernel.
struct AssemblyOutcome {
  Assembly assembly;
  /// Why ptxas could not run; empty when it could.
  std::string error;
};

/// The outcome under `key`, by `assemble` unless somebody in this process holds
/// it or is about to have it.
std::shared_ptr<const AssemblyOutcome>
assembleOnce(const std::string &key,
             llvm::function_ref<AssemblyOutcome()> assemble);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_ASSEMBLYTABLE_H
