//===- Tcgen05Chips.cpp - Chips whose sums lie in tensor memory -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr ChipFacts kSm100a = {"sm_100a", /*architecture=*/100,
                                      /*minimumPTX=*/86, /*defaultPTX=*/88};
static constexpr ChipFacts kSm103a = {"sm_103a", /*architecture=*/103,
                                      /*minimumPTX=*/88, /*defaultPTX=*/88};

void mlir::lowp_gpu::registerTcgen05Chips(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, LowpGPUDialect *dialect) {
    dialect->addChip(&kSm100a);
    dialect->addChip(&kSm103a);
    dialect->addParts(getTcgen05Parts());
  });
}
