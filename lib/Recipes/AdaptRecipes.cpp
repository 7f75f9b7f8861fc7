//===- AdaptRecipes.cpp - Scales that the chip multiplies -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdaptRecipes.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Contractions/GivenOperand.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

MatmulRecipeAttr mlir::lowp_gpu::adaptRecipe(const MatmulForm &form,
                                             MatmulRecipeAttr recipe,
                                             const KernelTarget &target) {
  bool isGiven = isGivenAs(form.lhs, recipe.getLhs()) ||
                 isGivenAs(form.rhs, recipe.getRhs());
  return isGiven ? recipe : takePowersOfTwo(recipe, target);
}

/// Gives `op` a recipe that `target` multiplies faster than its own, and tells
/// of it.
static void adapt(Operation *op, const ChipTarget &target) {
  StringRef name = LowpDialect::getRecipeAttrName();
  auto own = op->getAttrOfType<MatmulRecipeAttr>(name);
  if (!own || takePowersOfTwo(own, *target.target) == own)
    return;
  std::optional<MatmulForm> form = matchAnyOrder(op);
  MatmulRecipeAttr adapted =
      form ? adaptRecipe(*form, own, *target.target) : own;
  if (adapted == own)
    return;
  op->setDiscardableAttr(name, adapted);
  remark::passed(
      op->getLoc(),
      remark::RemarkOpts::name("recipe-adapted").category("lowp-adapt-recipes"))
      << remark::add("{0}: products of {1} take no scales of f32; they are "
                     "powers of two: {2}",
                     Attribute(own), target.facts->name, Attribute(adapted));
}

LogicalResult mlir::lowp_gpu::adaptRecipes(ModuleOp module,
                                           const ChipOptions &options) {
  std::optional<ChipTarget> target;
  if (failed(findRecipeChip(module, options, /*isNeeded=*/false, target)))
    return failure();
  if (target)
    module.walk([&](Operation *op) { adapt(op, *target); });
  return success();
}
