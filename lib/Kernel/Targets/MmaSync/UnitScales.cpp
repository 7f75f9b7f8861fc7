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

/// Parts whose rate of fp8 with sums in f32 is half of that with scales:
/// GeForce cards, by NVIDIA's whitepaper of the RTX Blackwell architecture. No
/// card has been timed.
static constexpr llvm::StringLiteral kHalfRate[] = {"rtx5090"};

bool mlir::lowp_gpu::prefersUnitScales(Operation *op) {
  StringRef name = LowpGPUDialect::getChipAttrName();
  Operation *module = op;
  while (module && !module->hasAttr(name))
    module = module->getParentOp();
  if (!module)
    return false;
  FailureOr<ChipTarget> chip = findChipTarget(module);
  return succeeded(chip) && chip->part &&
         llvm::is_contained(kHalfRate, chip->part->facts.name);
}
