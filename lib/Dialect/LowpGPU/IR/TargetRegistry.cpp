//===- TargetRegistry.cpp - Finds the target of a chip --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;
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

std::optional<ChipTarget> mlir::lowp_gpu::lookupChipTarget(MLIRContext *context,
                                                           StringRef name) {
  auto *dialect = context->getLoadedDialect<LowpGPUDialect>();
  for (const auto &target : dialect->getTargets())
    if (const ChipFacts *facts = target->findFacts(name))
      return ChipTarget{target.get(), facts, getUsualPart(name)};
  return std::nullopt;
}

std::string mlir::lowp_gpu::listChipTargets(MLIRContext *context) {
  SmallVector<StringRef> names;
  auto *dialect = context->getLoadedDialect<LowpGPUDialect>();
  for (const auto &target : dialect->getTargets())
    for (const ChipFacts *facts : target->getChips())
      names.push_back(facts->name);
  return llvm::join(names, " ");
}

/// The part that a module around `op` names, empty if none is said.
static StringRef findPartName(Operation *op) {
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto part = parent->getAttrOfType<StringAttr>(
            LowpGPUDialect::getPartAttrName()))
      return part.getValue();
  return {};
}

/// Replaces the usual part of `chip` by the one that `op` is compiled for.
static FailureOr<ChipTarget> withPart(Operation *op, ChipTarget chip) {
  StringRef name = findPartName(op);
  if (name.empty())
    return chip;
  const PartFacts *part = lookupPart(name);
  if (!part || part->chip != chip.facts->name)
    return op->emitError("expected a part with ")
           << chip.facts->name << " in the module attribute \""
           << LowpGPUDialect::getPartAttrName() << "\" ("
           << listParts(chip.facts->name) << "), got \"" << name << "\"";
  chip.part = part;
  return chip;
}

FailureOr<ChipTarget> mlir::lowp_gpu::findChipTarget(Operation *op) {
  StringRef chip = findChipName(op);
  if (std::optional<ChipTarget> found =
          lookupChipTarget(op->getContext(), chip))
    return withPart(op, *found);
  InFlightDiagnostic diagnostic = op->emitError();
  if (chip.empty())
    diagnostic << "expected the chip to compile for in the module attribute \""
               << LowpGPUDialect::getChipAttrName() << "\"";
  else
    diagnostic << "expected a chip with gemm kernels, got \"" << chip << "\"";
  diagnostic << "; known chips: " << listChipTargets(op->getContext());
  return failure();
}
