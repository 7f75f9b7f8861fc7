//===- ScaleOps.cpp - The steps by which scales are made ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// How many dimensions of a tensor count the matrices of a batch.
static int64_t countBatchDims(ShapedType type) { return type.getRank() - 2; }

/// The shape of a tensor of one entry per matrix, given one of blocks.
static SmallVector<int64_t> getMatrixNumbersShape(ShapedType blocks) {
  SmallVector<int64_t> shape(
      blocks.getShape().take_front(countBatchDims(blocks)));
  shape.push_back(1);
  return shape;
}

//===----------------------------------------------------------------------===//
// AmaxOp
//===----------------------------------------------------------------------===//

BlockShape AmaxOp::getBlockShape() {
  if (RecipeAttrInterface recipe = getRecipeAttr())
    return recipe.getBlockShape();
  return {BlockShape::kWhole, BlockShape::kWhole};
}

RankedTensorType AmaxOp::getResultType(ArrayRef<int64_t> shape,
                                       RecipeAttrInterface recipe,
                                       MLIRContext *context) {
  BlockShape block = {BlockShape::kWhole, BlockShape::kWhole};
  if (recipe)
    block = recipe.getBlockShape();
  SmallVector<int64_t> counts(shape.drop_back(2));
  for (auto [dim, size] : llvm::enumerate(shape.take_back(2)))
    counts.push_back(block.count(dim, size));
  return RankedTensorType::get(counts, Float32Type::get(context));
}

LogicalResult AmaxOp::verify() {
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  // amax-C1.
  if (failed(verifyCompatibleShapes(
          getOperation(), "the blocks of the input",
          getResultType(shape, getRecipeAttr(), getContext()).getShape(),
          "the result", getType().getShape())))
    return failure();
  // amax-C2.
  return verifyAddressable(getOperation(), "the input", shape);
}

OpFoldResult mlir::lowp::reifyBlockCount(OpBuilder &builder, Location loc,
                                         OpFoldResult size, int64_t extent) {
  if (extent == BlockShape::kWhole)
    return builder.getIndexAttr(1);
  if (extent == 1)
    return size;
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return builder.getIndexAttr(llvm::divideCeil(*known, extent));
  Value divisor = arith::ConstantIndexOp::create(builder, loc, extent);
  return arith::CeilDivUIOp::create(builder, loc, cast<Value>(size), divisor)
      .getResult();
}

LogicalResult AmaxOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  BlockShape block = getBlockShape();
  int64_t batchDims = countBatchDims(getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < getType().getRank(); ++dim) {
    int64_t extent = dim < batchDims ? 1 : block.extent(dim - batchDims);
    OpFoldResult size =
        tensor::getMixedSize(builder, getLoc(), getInput(), dim);
    sizes.push_back(reifyBlockCount(builder, getLoc(), size, extent));
  }
  shapes.push_back(reifyAs(builder, getLoc(), getType(), sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// What both kinds of scales share
//===----------------------------------------------------------------------===//

/// The recipe takes elements of this type, whose format lowp knows, and the
/// numerics.
template <typename Op>
static LogicalResult verifyFormula(Op op) {
  RecipeAttrInterface recipe = op.getRecipe();
  // compute_scale-C1, compute_global_scale-C1.
  if (!recipe.isLegalElementType(op.getElementType()) ||
      !getFloatFormat(op.getElementType()))
    return op.emitOpError()
           << "expected element type " << recipe.describeLegalElementTypes()
           << " for recipe " << recipe << ", got " << op.getElementType();
  // compute_scale-C2, compute_global_scale-C2.
  return recipe.verifyNumerics([&] { return op.emitOpError(); },
                               op.getNumerics());
}

//===----------------------------------------------------------------------===//
// ComputeGlobalScaleOp
//===----------------------------------------------------------------------===//

LogicalResult ComputeGlobalScaleOp::verify() {
  RecipeAttrInterface recipe = getRecipe();
  if (failed(verifyFormula(*this)))
    return failure();
  // compute_global_scale-C3.
  if (recipe.getScaleLevels() < 2)
    return emitOpError() << "expected a recipe of two levels, such as "
                            "#lowp.nvfp4<1x16>, got "
                         << recipe;
  // compute_global_scale-C4.
  auto f32 = Float32Type::get(getContext());
  SmallVector<int64_t> numbers =
      getMatrixNumbersShape(cast<ShapedType>(getAmax().getType()));
  SmallVector<int64_t> entries(numbers);
  entries.push_back(1);
  auto numbersType = RankedTensorType::get(numbers, f32);
  return failure(failed(verifyAgreeingType(*this, "an amax per matrix",
                                           RankedTensorType::get(entries, f32),
                                           getAmax().getType())) ||
                 failed(verifyAgreeingType(*this, "factors", numbersType,
                                           getFactor().getType())) ||
                 failed(verifyAgreeingType(*this, "scales", numbersType,
                                           getScale().getType())));
}

LogicalResult
ComputeGlobalScaleOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, getLoc(), getAmax());
  sizes.pop_back();
  sizes.back() = builder.getIndexAttr(1);
  for (Type type : getResultTypes())
    shapes.push_back(reifyAs(builder, getLoc(), cast<ShapedType>(type), sizes));
  return success();
}

/// Numerics whose matrix has the scale 1 leave nothing to compute.
LogicalResult ComputeGlobalScaleOp::canonicalize(ComputeGlobalScaleOp op,
                                                 PatternRewriter &rewriter) {
  if (op.getNumerics().getMatrixScale() != MatrixScale::Unit)
    return rewriter.notifyMatchFailure(op, "the scale follows from amax");
  SmallVector<Value> ones;
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "unknown number of matrices");
    ones.push_back(arith::ConstantOp::create(
        rewriter, op.getLoc(),
        DenseElementsAttr::get(type, rewriter.getF32FloatAttr(1.0))));
  }
  rewriter.replaceOp(op, ones);
  return success();
}

//===----------------------------------------------------------------------===//
// ComputeScaleOp
//===----------------------------------------------------------------------===//

/// compute_scale-C3 and compute_scale-C4.
static LogicalResult verifyTensors(ComputeScaleOp op) {
  auto amax = cast<RankedTensorType>(op.getAmax().getType());
  RecipeAttrInterface recipe = op.getRecipe();
  auto scales = RankedTensorType::get(amax.getShape(), recipe.getScaleType());
  if (failed(verifyAgreeingType(op, "encode factors", amax,
                                op.getEncode().getType())) ||
      failed(
          verifyAgreeingType(op, "scales", scales, op.getScales().getType())))
    return failure();
  Value global = op.getGlobalFactor();
  bool hasTwoLevels = recipe.getScaleLevels() > 1;
  if (hasTwoLevels != bool(global))
    return op.emitOpError()
           << (hasTwoLevels ? "expected the 'global' factor that a recipe of "
                              "two levels takes, got none for "
                            : "expected no 'global' factor for a recipe of one "
                              "level, got one for ")
           << recipe;
  if (!global)
    return success();
  return verifyAgreeingType(
      op, "a global factor",
      RankedTensorType::get(getMatrixNumbersShape(amax),
                            Float32Type::get(op.getContext())),
      global.getType());
}

LogicalResult ComputeScaleOp::verify() {
  if (failed(verifyFormula(*this)) || failed(verifyTensors(*this)))
    return failure();
  // compute_scale-C5.
  return verifyAddressable(getOperation(), "amax",
                           cast<ShapedType>(getAmax().getType()).getShape());
}

LogicalResult
ComputeScaleOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, getLoc(), getAmax());
  for (Type type : getResultTypes())
    shapes.push_back(reifyAs(builder, getLoc(), cast<ShapedType>(type), sizes));
  return success();
}
