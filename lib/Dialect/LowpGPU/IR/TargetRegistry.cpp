//===- TargetRegistry.cpp - Finds the target of a chip --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

void LowpGPUDialect::addTarget(std::unique_ptr<KernelTarget> target) {
  llvm::append_range(chips, target->getChips());
  parts.add(target->getParts());
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

static std::shared_ptr<const PartModel>
getUsualModel(MLIRContext *context, StringRef chip,
              const KernelTarget &target) {
  const PartFacts *part = getParts(context).getUsual(chip);
  if (!part)
    return nullptr;
  return std::make_shared<const PartModel>(
      PartModel{*part, getFusionCosts(), target.getGemmCosts()});
}

/// The targets of the context; none in a program that has nothing of the
/// dialect.
static ArrayRef<std::unique_ptr<KernelTarget>>
getTargets(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<LowpGPUDialect>();
  return dialect ? dialect->getTargets()
                 : ArrayRef<std::unique_ptr<KernelTarget>>();
}

std::optional<ChipTarget> mlir::lowp_gpu::lookupChipTarget(MLIRContext *context,
                                                           StringRef name) {
  for (const auto &target : getTargets(context))
    if (const ChipFacts *facts = target->findFacts(name))
      return ChipTarget{target.get(), facts,
                        getUsualModel(context, name, *target)};
  return std::nullopt;
}

std::optional<ChipTarget> mlir::lowp_gpu::lookupChipTarget(Operation *op) {
  return lookupChipTarget(op->getContext(), findChipName(op));
}

const PartTable &mlir::lowp_gpu::getParts(MLIRContext *context) {
  return context->getOrLoadDialect<LowpGPUDialect>()->getParts();
}

const ChipFacts *mlir::lowp_gpu::lookupChip(MLIRContext *context,
                                            StringRef name) {
  auto chips = context->getOrLoadDialect<LowpGPUDialect>()->getChips();
  const auto *chip = llvm::find_if(
      chips, [&](const ChipFacts *facts) { return facts->name == name; });
  return chip == chips.end() ? nullptr : *chip;
}

std::string mlir::lowp_gpu::listChips(MLIRContext *context) {
  auto chips =
      llvm::to_vector(context->getOrLoadDialect<LowpGPUDialect>()->getChips());
  llvm::sort(chips, [](const ChipFacts *a, const ChipFacts *b) {
    return a->architecture < b->architecture;
  });
  return llvm::join(
      llvm::map_range(chips,
                      [](const ChipFacts *facts) { return facts->name; }),
      ", ");
}

std::string mlir::lowp_gpu::listChipTargets(MLIRContext *context) {
  SmallVector<StringRef> names;
  for (const auto &target : getTargets(context))
    for (const ChipFacts *facts : target->getChips())
      names.push_back(facts->name);
  return llvm::join(names, " ");
}

LogicalResult
ChipTarget::setPart(Attribute attribute,
                    function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<PartDescription> description =
      readPartOfChip(attribute, facts->name, emitError);
  if (failed(description))
    return failure();
  part = std::make_shared<const PartModel>(makePartModel(
      *description, getParts(attribute.getContext()), target->getGemmCosts()));
  return success();
}

/// The attribute `name` of `op` or of what is around it, null if none has it.
static Attribute findAround(Operation *op, StringRef name) {
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    if (Attribute found = parent->getAttr(name))
      return found;
  return {};
}

/// Completes `chip` by what modules around `op` ask for besides.
static FailureOr<ChipTarget> withWishes(Operation *op, ChipTarget chip) {
  Attribute part = findAround(op, LowpGPUDialect::getPartAttrName());
  if (part && failed(chip.setPart(part, [&] { return op->emitError(); })))
    return failure();
  chip.batchInvariant =
      bool(findAround(op, LowpGPUDialect::getBatchInvariantAttrName()));
  return chip;
}

FailureOr<TargetChoices> mlir::lowp_gpu::findTargetChoices(KernelOp kernel) {
  FailureOr<ChipTarget> chip = findChipTarget(kernel);
  if (failed(chip))
    return failure();
  return chip->target->readChoices(kernel.getConfig().getTarget());
}

FailureOr<ChipTarget> mlir::lowp_gpu::findChipTarget(Operation *op) {
  StringRef chip = findChipName(op);
  if (std::optional<ChipTarget> found =
          lookupChipTarget(op->getContext(), chip))
    return withWishes(op, *found);
  // The operation may be the module, which would be printed.
  InFlightDiagnostic diagnostic = emitError(op->getLoc());
  if (chip.empty())
    diagnostic << "expected the chip to compile for in the module attribute \""
               << LowpGPUDialect::getChipAttrName()
               << "\", which --lowp-attach-chip=chip=... writes";
  else
    diagnostic << "expected a chip with gemm kernels, got \"" << chip << "\"";
  diagnostic << "; known chips: " << listChipTargets(op->getContext());
  return failure();
}
