//===- Tcgen05Chips.cpp - Chips of tcgen05 without matmul kernels ---------===//
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

static constexpr ChipFacts kSm103a = {"sm_103a", /*architecture=*/103,
                                      /*minimumPTX=*/88, /*defaultPTX=*/88};

void mlir::lowp_gpu::registerTcgen05Chips(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, LowpGPUDialect *dialect) {
    dialect->addChip(&kSm103a);
    dialect->addParts(getGenericTcgen05Parts());
  });
}
