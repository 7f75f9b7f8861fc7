//===- ScaleMatrices.cpp - Scales in the order of the matrix --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleMatrices.h"

#include "LinalgBuilders.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"

using namespace mlir;
using namespace mlir::lowp;

/// The scales that `build` makes of each entry of `amax`.
static ScaleMatrices buildScaleMatrices(
    OpBuilder &builder, Location loc, Value amax, Type storedType,
    function_ref<BlockScale(OpBuilder &, Location, Value)> build) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, amax);
  Value encodeInit =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getF32Type());
  Value storedInit = tensor::EmptyOp::create(builder, loc, sizes, storedType);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    BlockScale scale = build(b, loc, args[0]);
    linalg::YieldOp::create(b, loc, {scale.encode, scale.stored});
  };
  SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> loops(sizes.size(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange{encodeInit.getType(), storedInit.getType()}, amax,
      ValueRange{encodeInit, storedInit}, maps, loops, body);
  return {generic.getResult(0), generic.getResult(1)};
}

ScaleMatrices ScaleMaker::buildOfBlocks(
    OpBuilder &builder, Location loc, Value amax,
    function_ref<Value(OpBuilder &, Location)> getGlobal) const {
  auto build = [&](OpBuilder &b, Location loc, Value amax) {
    return recipe.buildScale(b, loc, amax, getGlobal(b, loc),
                             *getFloatFormat(elementType), numerics,
                             convention);
  };
  return buildScaleMatrices(builder, loc, amax, recipe.getScaleType(), build);
}

ScaleMatrices ScaleMaker::buildOfMatrices(OpBuilder &builder, Location loc,
                                          Value amax) const {
  auto build = [&](OpBuilder &b, Location loc, Value amax) {
    return recipe.buildGlobalScale(b, loc, amax, *getFloatFormat(elementType),
                                   numerics, convention);
  };
  return buildScaleMatrices(builder, loc, amax, builder.getF32Type(), build);
}

Value mlir::lowp::buildMatrixNumbers(OpBuilder &builder, Location loc,
                                     Value blocks) {
  SmallVector<ReassociationIndices> dims = {{0, 1}};
  if (cast<RankedTensorType>(blocks.getType()).getRank() == 3)
    dims = {{0}, {1, 2}};
  return tensor::CollapseShapeOp::create(builder, loc, blocks, dims);
}
