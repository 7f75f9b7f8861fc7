//===- Hopper.h - The Hopper family of chips --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_HOPPER_HOPPER_H
#define LOWP_KERNEL_TARGETS_HOPPER_HOPPER_H

#include "lowp/Cost/Part.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::lowp_gpu {

/// Makes sm_90a known to the lowp_gpu dialect.
void registerHopperTarget(DialectRegistry &registry);

/// The parts with these chips.
llvm::ArrayRef<lowp::PartFacts> getHopperParts();

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_HOPPER_HOPPER_H
