//===- GroupedRecipes.cpp - Recipes of grouped matmuls --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedRecipes.h"

#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// Why `op` does not get `recipe`; empty if it does.
static StringRef findReason(GroupedMatmulOp op, Attribute recipe,
                            bool isAllowed) {
  if (!isAllowed)
    return "kept by name";
  if (!isa<MatmulRecipeAttr>(recipe))
    return "a family has several recipes, and nothing tells which of them is "
           "for a grouped matmul; the attribute 'lowp.recipe' does";
  if (*getGrouping(op.getLhs().getType(), op.getRhs().getType()) == Grouping::K)
    return "groups of K, at whose borders blocks would begin anew";
  return "";
}

void mlir::lowp_gpu::forceOnGroups(ModuleOp module, Attribute recipe,
                                   function_ref<bool(Operation *)> isAllowed) {
  auto options = [](StringRef name) {
    return remark::RemarkOpts::name(name).category("lowp-select-recipes");
  };
  StringRef name = LowpDialect::getRecipeAttrName();
  module.walk([&](GroupedMatmulOp op) {
    if (op->hasAttr(name) || isInExternalFunction(op))
      return;
    StringRef reason = findReason(op, recipe, isAllowed(op));
    if (!reason.empty()) {
      remark::missed(op.getLoc(), options("no-recipe"))
          << remark::add("{0}", reason);
      return;
    }
    op->setDiscardableAttr(name, recipe);
    remark::passed(op.getLoc(), options("recipe-chosen"))
        << remark::add("{0}", recipe);
  });
}
