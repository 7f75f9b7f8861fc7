//===- ChipOptions.cpp - The chip that recipes are chosen for -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipOptions.h"

#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The chip that a module is compiled for, empty if it does not say.
static StringRef getChip(ModuleOp module) {
  auto text =
      module->getAttrOfType<StringAttr>(LowpGPUDialect::getChipAttrName());
  return text ? text.getValue() : "";
}

LogicalResult
mlir::lowp_gpu::findRecipeChip(ModuleOp module, const ChipOptions &options,
                               bool isNeeded,
                               std::optional<ChipTarget> &target) {
  auto emitError = [&] { return mlir::emitError(module.getLoc()); };
  std::string chip(options.chip), asked(options.part);
  takePartForChip(module.getContext(), chip, asked);
  FailureOr<Attribute> part =
      makePartAttr(module.getContext(), asked, options.partFile, emitError);
  if (failed(part))
    return failure();
  StringRef name = chip;
  if (name.empty())
    name = getChipOfPart(*part);
  if (name.empty())
    name = getChip(module);
  if (name.empty() && *part && failed(readPartOfChip(*part, name, emitError)))
    return failure();
  target = lookupChipTarget(module.getContext(), name);
  if (!target && !isNeeded)
    return success();
  if (!target)
    return emitError()
           << "expected a chip with gemm kernels to choose recipes for, by "
              "option 'chip', 'part' or 'part-file' or the module attribute '"
           << LowpGPUDialect::getChipAttrName() << "', got '" << name
           << "'; known chips: " << listChipTargets(module.getContext());
  target->batchInvariant =
      module->hasAttr(LowpGPUDialect::getBatchInvariantAttrName());
  if (!*part)
    part = module->getAttr(LowpGPUDialect::getPartAttrName());
  return *part ? target->setPart(*part, emitError) : success();
}
