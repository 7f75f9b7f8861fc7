//===- UnitScales.cpp - Products with scales of one -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitScales.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::prefersUnitScales(Operation *op) {
  // Without a chip there is no such preference; findChipTarget would complain.
  if (!lookupChipTarget(op))
    return false;
  FailureOr<ChipTarget> chip = findChipTarget(op);
  if (failed(chip) || !chip->part)
    return false;
  const auto &facts = chip->part->facts;
  return facts.teraflopsScaled8 > facts.teraflops8;
}
