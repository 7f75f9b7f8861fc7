//===- WidenOp.cpp - The same values in a wider format --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"
#include "lowp/Support/FloatFormat.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::lowp;

int64_t WidenOp::getColumnsPerBlock() {
  if (std::optional<uint64_t> spread = getSpread())
    return static_cast<int64_t>(*spread);
  return getType().getRecipe().getBlockShape().columns;
}

/// The columns of the result: as many as the input has, or whole blocks of
/// them; none if that overflows.
static std::optional<int64_t> getResultColumns(int64_t columns,
                                               int64_t blockColumns,
                                               std::optional<int64_t> spread) {
  if (!spread || ShapedType::isDynamic(columns))
    return columns;
  int64_t blocks = llvm::divideCeil(columns, *spread);
  return llvm::checkedMul(blocks, blockColumns);
}

ScaledType WidenOp::getResultType(ScaledType input, Type elementType,
                                  RecipeAttrInterface recipe,
                                  std::optional<int64_t> spread) {
  SmallVector<int64_t> shape(input.getShape());
  std::optional<int64_t> columns =
      getResultColumns(shape.back(), recipe.getBlockShape().columns, spread);
  if (!columns)
    return {};
  shape.back() = *columns;
  if (!ScaledType::isAddressable(shape))
    return {};
  return ScaledType::get(shape, elementType, recipe)
      .withGroups(input.getGroups());
}

/// Whether the scales of the result are those of the input, for finer blocks.
static bool keepsScales(WidenOp op) {
  ScaledType type = op.getType(), input = op.getInput().getType();
  RecipeAttrInterface recipe = type.getRecipe();
  return type.getConvention() == input.getConvention() &&
         withBlock(input.getRecipe(), recipe.getBlockShape()) == recipe;
}

/// widen-C2: a block of the result is a part of a row, its scale a factor or
/// that of the block of the input around it.
static LogicalResult verifyScales(WidenOp op) {
  ScaledType type = op.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  BlockShape block = recipe.getBlockShape();
  bool isFactor = recipe.getScaleType().isF32() &&
                  recipe.getScaleLevels() == 1 &&
                  type.getConvention() == ScaleConvention::Decode;
  bool isKept = keepsScales(op);
  if (block.rows == 1 && block.columns != BlockShape::kWhole &&
      (isFactor || isKept))
    return success();
  return op.emitOpError()
         << "expected a result with a decoding f32 scale per block of a row, "
            "such as #lowp.block<1x32>, or with scales like those of the "
            "input, got "
         << type << " of " << op.getInput().getType();
}

/// widen-C3.
static LogicalResult verifyElements(WidenOp op) {
  Type from = op.getInput().getType().getElementType();
  Type to = op.getType().getElementType();
  if (getFloatFormat(to)->contains(*getFloatFormat(from)))
    return success();
  return op.emitOpError() << "expected an element type that has all values of "
                          << from << ", got " << to;
}

/// widen-C4: each block of the result lies in one block of the input.
static LogicalResult verifyBlocks(WidenOp op) {
  int64_t source = op.getInput().getType().getRecipe().getBlockShape().columns;
  int64_t capacity = op.getType().getRecipe().getBlockShape().columns;
  int64_t taken = op.getColumnsPerBlock();
  bool isWithin = taken >= 1 && taken <= capacity;
  if (isWithin && (source == BlockShape::kWhole || source % taken == 0))
    return success();
  return op.emitOpError()
         << "expected blocks of the result that lie in one block of the input "
            "each, got "
         << taken << " columns of blocks of " << capacity << " for "
         << op.getInput().getType().getRecipe()
         << "; 'spread' says how many columns a block takes";
}

/// Whether blocks lie along columns as they would without groups.
static bool beginsWithBlocks(WidenOp op) {
  ScaledType type = op.getInput().getType();
  GroupsAttr groups = type.getGroups();
  return !op.getSpread() && groups.getAxis() == 1 &&
         groups.keepsPlaces(type.getRecipe().getBlockShape().columns);
}

/// widen-C1.
static LogicalResult verifyGroups(WidenOp op) {
  ScaledType input = op.getInput().getType(), type = op.getType();
  if (input.getGroups() && !beginsWithBlocks(op))
    return op.emitOpError()
           << "expected a matrix without groups, or with blocks of groups of "
              "columns that have a 'start', got "
           << input << "; relayout it without groups first";
  if (type.isBatch() == input.isBatch() &&
      type.getGroups() == input.getGroups())
    return success();
  return op.emitOpError() << "expected a "
                          << (input.isBatch() ? "batch" : "matrix")
                          << (input.getGroups()
                                  ? " with the groups of the input"
                                  : " without groups")
                          << " as result, got " << type;
}

LogicalResult WidenOp::verify() {
  if (failed(verifyGroups(*this)))
    return failure();
  if (failed(verifyScales(*this)) || failed(verifyElements(*this)) ||
      failed(verifyBlocks(*this)))
    return failure();
  // widen-C5.
  std::optional<int64_t> spread;
  if (getSpread())
    spread = getColumnsPerBlock();
  ScaledType expected =
      getResultType(getInput().getType(), getType().getElementType(),
                    getType().getRecipe(), spread);
  if (!expected)
    return emitOpError() << "expected a result of at most 2^48 elements, got "
                         << getInput().getType() << " with 'spread " << *spread
                         << "' for " << getType().getRecipe();
  if (expected.getShape() == getType().getShape())
    return success();
  return emitOpError() << "expected a result with the sizes of " << expected
                       << ", got " << getType();
}

bool WidenOp::canWrite(OpResult result, Type type) {
  auto given = cast<ScaledType>(result.getType());
  return cast<ScaledType>(type)
             .withScaleLayout(given.getScaleLayout())
             .withPacking(given.getPacking()) == given;
}

/// Narrow elements are read best where they lie close together: chips have no
/// buffers of elements of less than a byte.
LayoutDemand WidenOp::getLayoutDemand(OpOperand &operand,
                                      const lowp_gpu::KernelTarget &) {
  ScaledType type = getInput().getType();
  if (type.getElementType().getIntOrFloatBitWidth() >= 8 || type.isPacked() ||
      !ScaledType::fillsPackedGroups(type.getDataLayout(),
                                     type.getElementType()))
    return LayoutDemand::any();
  ScaledType packed = type.withPacking(Packing::Dense);
  // Packed rows of unknown length are whole groups of elements, which a call
  // need not give.
  for (auto [dim, size] : llvm::enumerate(type.getMatrixShape()))
    if (ShapedType::isDynamic(size) &&
        packed.getDataAlignment(dim) != type.getDataAlignment(dim))
      return LayoutDemand::any();
  return LayoutDemand::prefer(packed);
}

OpFoldResult WidenOp::reifyScaledDim(OpBuilder &builder, Location loc,
                                     unsigned dim) {
  OpFoldResult size = getScaledDim(builder, loc, getInput(), dim);
  bool isColumn = dim + 1 == getType().getShape().size();
  if (!isColumn || !getSpread())
    return size;
  int64_t capacity = getType().getRecipe().getBlockShape().columns;
  AffineExpr columns = builder.getAffineDimExpr(0);
  return affine::makeComposedFoldedAffineApply(
      builder, loc,
      AffineMap::get(/*dimCount=*/1, /*symbolCount=*/0,
                     columns.ceilDiv(getColumnsPerBlock()) * capacity),
      {size});
}
