//===- FactorLayouts.cpp - Layouts of scales that are factors of sums -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/FactorLayouts.h"
#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Targets/Common/AtomLayouts.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// How many scales TMA copies at least.
static int64_t countTransferred(RecipeAttrInterface recipe) {
  int64_t bits = recipe.getScaleType().getIntOrFloatBitWidth();
  return std::max<int64_t>(8 * kCopyAlignment / bits, 1);
}

/// Whether kernels read such scales where `layout` puts them. Blocks along K
/// are copied with the rows of a block side by side; others are one vector or
/// one matrix as the formula writes it.
static bool readsScales(RecipeAttrInterface recipe,
                        ScaleGranularity granularity,
                        ScaleLayoutAttrInterface layout) {
  AffineMap map = layout.getStorageMap();
  AffineMap shape = layout.getStorageShapeMap();
  AffineMap swapped = AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0},
                                                   layout.getContext());
  switch (granularity) {
  case ScaleGranularity::None:
    return true;
  case ScaleGranularity::PerTensor:
  case ScaleGranularity::PerRow:
    return map.isIdentity() || map == swapped;
  case ScaleGranularity::Block1D:
    return map == swapped && shape.getNumResults() == 2 &&
           shape.getResult(1).isMultipleOf(countTransferred(recipe));
  case ScaleGranularity::Block2D:
    return map.isIdentity() && shape.isIdentity();
  }
  return false;
}

static ScaleLayoutAttrInterface
chooseScaleLayout(RecipeAttrInterface recipe, ScaleGranularity granularity) {
  MLIRContext *context = recipe.getContext();
  if (granularity == ScaleGranularity::Block1D)
    return MNMajorAttr::get(context, countTransferred(recipe),
                            /*transposed=*/false);
  return CompactAttr::get(context, /*transposed=*/false);
}

OperandLayout mlir::lowp_gpu::getFactorReadLayout(RecipeAttrInterface recipe,
                                                  const OperandLayout &layout) {
  OperandLayout read = layout;
  // Most chips multiply fp8 K-major alone.
  read.order = {0, 1};
  if (!layout.data.getStorageMap().isIdentity())
    read.data = IdentityAttr::get(recipe.getContext());
  // Which blocks kernels read at all is no question of layouts.
  std::optional<ScaleGranularity> granularity =
      classifyScales(recipe.getBlockShape());
  if (granularity && !readsScales(recipe, *granularity, layout.scales))
    read.scales = chooseScaleLayout(recipe, *granularity);
  return read;
}

OperandLayout mlir::lowp_gpu::getScaledReadLayout(const KernelTarget &target,
                                                  Type element,
                                                  RecipeAttrInterface recipe,
                                                  const OperandLayout &layout) {
  ScaledFormat format{element, recipe.getScaleType(), recipe.getBlockShape()};
  return target.getScaledMmaAtom(format, format)
             ? getAtomReadLayout(element, layout)
             : getFactorReadLayout(recipe, layout);
}
