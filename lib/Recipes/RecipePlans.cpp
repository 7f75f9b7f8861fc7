//===- RecipePlans.cpp - Recipes by plans of whole functions --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipePlans.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// What `function` is planned to take with recipes and without; null if nobody
/// planned it.
static DenseF64ArrayAttr getPlanned(Operation *function) {
  return function->getAttrOfType<DenseF64ArrayAttr>(
      LowpGPUDialect::getPlannedAttrName());
}

void mlir::lowp_gpu::keepPlannedRecipe(MutableArrayRef<RecipeMatmul> matmuls,
                                       ModuleOp module) {
  Attribute planned =
      module->getAttr(LowpGPUDialect::getPlannedRecipeAttrName());
  if (!planned)
    return;
  for (RecipeMatmul &matmul : matmuls) {
    if (matmul.isFixed)
      continue;
    // The first candidate is no recipe.
    auto others = llvm::make_filter_range(
        ArrayRef(matmul.candidates).drop_front(),
        [&](const auto &each) { return each.recipe != planned; });
    for (const RecipeCandidate &other : others)
      matmul.rejected.push_back(
          {other.recipe, "the program takes less with one recipe"});
    llvm::erase_if(matmul.candidates, [&](const RecipeCandidate &each) {
      return each.recipe && each.recipe != planned;
    });
  }
}

void mlir::lowp_gpu::obeyPlans(MutableArrayRef<RecipeMatmul> matmuls) {
  for (RecipeMatmul &matmul : matmuls) {
    auto function = matmul.form.op->getParentOfType<FunctionOpInterface>();
    auto planned = function ? getPlanned(function) : DenseF64ArrayAttr();
    if (matmul.isFixed || matmul.choice == 0 || !planned ||
        planned[0] < planned[1])
      continue;
    matmul.choice = 0;
    matmul.reason = llvm::formatv("all launches of its function take {0:F1} us "
                                  "with recipes, {1:F1} us without",
                                  planned[0], planned[1]);
  }
}

std::vector<ExplainedFunction> mlir::lowp_gpu::takePlans(ModuleOp module) {
  std::vector<ExplainedFunction> functions;
  module->removeAttr(LowpGPUDialect::getPlannedRecipeAttrName());
  for (auto function : module.getOps<FunctionOpInterface>()) {
    DenseF64ArrayAttr planned = getPlanned(function);
    if (!planned)
      continue;
    if (function.isPublic())
      functions.push_back({function.getName().str(), planned[0], planned[1]});
    function->removeAttr(LowpGPUDialect::getPlannedAttrName());
  }
  return functions;
}
