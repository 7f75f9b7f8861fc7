//===- UnitScales.cpp - Products with scales of one -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitScales.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::prefersUnitScales(Operation *op) {
  StringRef name = LowpGPUDialect::getChipAttrName();
  Operation *module = op;
  while (module && !module->hasAttr(name))
    module = module->getParentOp();
  if (!module)
    return false;
  FailureOr<ChipTarget> chip = findChipTarget(module);
  if (failed(chip) || !chip->part)
    return false;
  const auto &facts = chip->part->facts;
  return facts.teraflopsScaled8 > facts.teraflops8;
}
