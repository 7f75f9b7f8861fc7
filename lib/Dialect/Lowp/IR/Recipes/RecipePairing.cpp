//===- RecipePairing.cpp - Which recipes may meet in a matmul -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/RecipePairing.h"

using namespace mlir;
using namespace mlir::lowp;

/// The dimension that a matmul contracts, of either operand.
static constexpr unsigned kContracted = 1;
/// The dimension that survives: M of the left operand, N of the right one.
static constexpr unsigned kFree = 0;

/// Words for a block's extent along the contraction.
static std::string describeContractedExtent(RecipeAttrInterface recipe) {
  int64_t extent = recipe.getBlockShape().extent(kContracted);
  return extent == BlockShape::kWhole ? "the whole of K"
                                      : std::to_string(extent) + " of K";
}

/// A scale that changes with every k cannot be taken out of the sum over k.
static LogicalResult
verifyScaledAlongK(llvm::function_ref<InFlightDiagnostic()> emitError,
                   StringRef side, RecipeAttrInterface recipe) {
  // scaled_matmul-C5.
  if (recipe.getBlockShape().extent(kContracted) != 1)
    return success();
  return emitError() << "expected the scales of the " << side
                     << " operand to reach along the contracted dimension, "
                        "its second, got recipe "
                     << recipe
                     << " with a scale per element of it; transpose the "
                        "operand with lowp.transpose or quantize it along K";
}

/// Whether blocks of one side begin wherever blocks of the other begin, so that
/// partial sums over the smaller ones have one scale from each side.
static bool nestAlongK(BlockShape lhs, BlockShape rhs) {
  int64_t left = lhs.extent(kContracted), right = rhs.extent(kContracted);
  if (left == BlockShape::kWhole || right == BlockShape::kWhole)
    return left == right;
  return left % right == 0 || right % left == 0;
}

/// Whether a scale is shared by several rows but not by the whole of K.
static bool isTile(RecipeAttrInterface recipe) {
  BlockShape block = recipe.getBlockShape();
  return block.extent(kContracted) != BlockShape::kWhole &&
         block.extent(kFree) != 1;
}

LogicalResult mlir::lowp::verifyRecipePairing(
    llvm::function_ref<InFlightDiagnostic()> emitError, RecipeAttrInterface lhs,
    RecipeAttrInterface rhs) {
  if (failed(verifyScaledAlongK(emitError, "left", lhs)) ||
      failed(verifyScaledAlongK(emitError, "right", rhs)))
    return failure();
  // scaled_matmul-C4.
  if (!nestAlongK(lhs.getBlockShape(), rhs.getBlockShape()))
    return emitError() << "expected scales that reach equally far along the "
                          "contracted dimension, or blocks that are a multiple "
                          "of the others', got "
                       << describeContractedExtent(lhs) << " (" << lhs
                       << ") and " << describeContractedExtent(rhs) << " ("
                       << rhs << "); quantize both operands alike along K";
  // scaled_matmul-C6.
  if (isTile(lhs) && isTile(rhs))
    return emitError() << "expected one operand at least with a scale of its "
                          "own per row, got tiles on both ("
                       << lhs << " and " << rhs
                       << "); quantize one of them along K alone";
  return success();
}
