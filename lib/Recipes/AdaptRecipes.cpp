//===- AdaptRecipes.cpp - Scales that the chip multiplies -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdaptRecipes.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Gives `op` a recipe that `target` multiplies in place of its own, and tells
/// of it.
static void adapt(Operation *op, const ChipTarget &target) {
  StringRef name = LowpDialect::getRecipeAttrName();
  auto own = op->getAttrOfType<MatmulRecipeAttr>(name);
  if (!own)
    return;
  MatmulRecipeAttr adapted = takePowersOfTwo(own, *target.target);
  if (adapted == own)
    return;
  op->setDiscardableAttr(name, adapted);
  remark::passed(
      op->getLoc(),
      remark::RemarkOpts::name("recipe-adapted").category("lowp-adapt-recipes"))
      << remark::add("{0}: {1} has no product for scales of f32 that change "
                     "along K; they are powers of two: {2}",
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
