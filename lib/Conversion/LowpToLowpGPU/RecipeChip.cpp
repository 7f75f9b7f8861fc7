//===- RecipeChip.cpp - The chip that recipes are chosen for --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeChip.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Kernel/GemmKernel.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// A string that the module carries, empty if it does not.
static StringRef getText(ModuleOp module, StringRef attribute) {
  auto text = module->getAttrOfType<StringAttr>(attribute);
  return text ? text.getValue() : "";
}

static LogicalResult choosePart(ModuleOp module, StringRef name,
                                ChipTarget &target) {
  if (name.empty())
    return success();
  const PartFacts *found = lookupPart(name);
  if (!found || found->chip != target.facts->name)
    return module.emitError()
           << "expected a part with " << target.facts->name << " ("
           << listParts(target.facts->name) << "), got '" << name << "'";
  target.part = found;
  return success();
}

LogicalResult
mlir::lowp_gpu::findRecipeChip(ModuleOp module, StringRef chip, StringRef part,
                               bool isNeeded,
                               std::optional<ChipTarget> &target) {
  const PartFacts *known = lookupPart(part);
  StringRef name = chip;
  if (name.empty() && known)
    name = known->chip;
  if (name.empty())
    name = getText(module, LowpGPUDialect::getChipAttrName());
  target = lookupChipTarget(module.getContext(), name);
  if (!target && !isNeeded)
    return success();
  if (!target)
    return module.emitError()
           << "expected a chip with gemm kernels to choose recipes for, by "
              "option 'chip' or 'part' or the module attribute '"
           << LowpGPUDialect::getChipAttrName() << "', got '" << name
           << "'; known chips: " << listChipTargets(module.getContext());
  if (part.empty())
    part = getText(module, LowpGPUDialect::getPartAttrName());
  return choosePart(module, part, *target);
}
