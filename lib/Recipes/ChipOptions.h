//===- ChipOptions.h - The chip that recipes are chosen for -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_CHIPOPTIONS_H
#define LOWP_LIB_RECIPES_CHIPOPTIONS_H

#include "lowp/Kernel/Config/ConfigTable.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp_gpu {

/// What options of a pass say of the chip; empty where they say nothing.
struct ChipOptions {
  StringRef chip, part, partFile;
};

/// Finds the chip and the part that options name, or else the module; none is
/// an error if it `isNeeded`.
LogicalResult findRecipeChip(ModuleOp module, const ChipOptions &options,
                             bool isNeeded, std::optional<ChipTarget> &target);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_CHIPOPTIONS_H
