//===- TargetRegistry.cpp - Finds the target of a chip --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

void LowpGPUDialect::addTarget(std::unique_ptr<KernelTarget> target) {
  targets.push_back(std::move(target));
}

/// The name of the chip that `op` is compiled for, empty if none is said.
static StringRef findChipName(Operation *op) {
  for (Operation *parent = op; parent; parent = parent->getParentOp()) {
    if (auto kernel = dyn_cast<KernelOp>(parent))
      return kernel.getChip();
    if (auto chip = parent->getAttrOfType<StringAttr>(
            LowpGPUDialect::getChipAttrName()))
      return chip.getValue();
  }
  return {};
}

FailureOr<ChipTarget> mlir::lowp_gpu::findChipTarget(Operation *op) {
  auto *dialect = op->getContext()->getLoadedDialect<LowpGPUDialect>();
  StringRef chip = findChipName(op);
  for (const auto &target : dialect->getTargets())
    if (const ChipFacts *facts = target->findFacts(chip))
      return ChipTarget{target.get(), facts};
  InFlightDiagnostic diagnostic = op->emitError();
  if (chip.empty())
    diagnostic << "expected the chip to compile for in the module attribute \""
               << LowpGPUDialect::getChipAttrName() << "\"";
  else
    diagnostic << "expected a chip with gemm kernels, got \"" << chip << "\"";
  diagnostic << "; known chips:";
  for (const auto &target : dialect->getTargets())
    for (const ChipFacts &facts : target->getChips())
      diagnostic << ' ' << facts.chip;
  return failure();
}
