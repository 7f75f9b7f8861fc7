//===- WidenedFormats.cpp - Wider elements with scales of their own -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/WidenedFormats.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Support/FloatFormat.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<Type, 3> mlir::lowp_gpu::listWiderElements(Type type) {
  MLIRContext *context = type.getContext();
  SmallVector<Type, 3> types = {type};
  for (Type wider : {Type(Float8E4M3FNType::get(context)),
                     Type(Float8E5M2Type::get(context))})
    if (wider != type && getFloatFormat(wider)->contains(*getFloatFormat(type)))
      types.push_back(wider);
  return types;
}

static OperandFormat describe(ScaledType type) {
  return {type.getElementType(), type.getRecipe()};
}

/// Whether `target` has products of `lhs` and `rhs` of such a K.
static bool hasProduct(const OperandFormat &lhs, const OperandFormat &rhs,
                       int64_t k, const KernelTarget &target) {
  const MmaAtom *atom =
      target.getScaledMmaAtom(lhs.getScaledFormat(), rhs.getScaledFormat());
  return atom && isLegalSpread(*atom, lhs.element, k) &&
         isLegalSpread(*atom, rhs.element, k);
}

/// `lhs` and `rhs` with blocks that `target` multiplies, or nothing.
static std::optional<std::pair<OperandFormat, OperandFormat>>
findProduct(const OperandFormat &lhs, const OperandFormat &rhs, int64_t k,
            const KernelTarget &target) {
  if (hasProduct(lhs, rhs, k, target))
    return std::pair(lhs, rhs);
  auto recipes = findRefinedRecipes(lhs, rhs, target);
  if (!recipes)
    return std::nullopt;
  return std::pair(OperandFormat{lhs.element, recipes->first},
                   OperandFormat{rhs.element, recipes->second});
}

/// A `lowp.widen` repeats the scales of neither groups nor others than decode.
static bool isWidened(ScaledType type) {
  return !type.isGrouped() && type.getConvention() == ScaleConvention::Decode;
}

bool mlir::lowp_gpu::takesOperands(ScaledType lhs, ScaledType rhs,
                                   const KernelTarget &target) {
  return hasProduct(describe(lhs), describe(rhs), lhs.getShape().back(),
                    target);
}

std::optional<std::pair<OperandFormat, OperandFormat>>
mlir::lowp_gpu::findWidenedFormats(ScaledType lhs, ScaledType rhs,
                                   const KernelTarget &target) {
  OperandFormat left = describe(lhs), right = describe(rhs);
  if (!isWidened(lhs) || !isWidened(rhs) || takesOperands(lhs, rhs, target))
    return std::nullopt;
  for (Type ofLeft : listWiderElements(left.element))
    for (Type ofRight : listWiderElements(right.element))
      if (auto formats =
              findProduct({ofLeft, left.recipe}, {ofRight, right.recipe},
                          lhs.getShape().back(), target))
        return formats;
  return std::nullopt;
}

bool mlir::lowp_gpu::promotesSums(const KernelTarget &target,
                                  MLIRContext *context) {
  Type byte = Float8E4M3FNType::get(context);
  return target.getMmaAtom(byte, byte) &&
         target.getMaxPromotedColumns(/*hasSeveralPromotions=*/true) > 0;
}
