//===- Tcgen05.h - Chips whose sums lie in tensor memory --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_TCGEN05_TCGEN05_H
#define LOWP_KERNEL_TARGETS_TCGEN05_TCGEN05_H

#include "lowp/Cost/Part.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::lowp_gpu {

/// Adds the target for sm_100a and sm_103a to the lowp_gpu dialect.
void registerTcgen05Target(DialectRegistry &registry);

/// The parts with these chips.
llvm::ArrayRef<lowp::PartFacts> getTcgen05Parts();

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_TCGEN05_TCGEN05_H
