//===- EmitDequantize.cpp - A dequantize in the kernel of a fusion --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The element of `type` at `place` of a row of bytes, of which `bytes` has the
/// one with its lowest bit and, where elements reach beyond a byte, that with
/// its highest bit.
static Value buildUnpacked(ImplicitLocOpBuilder &b, ValueRange bytes,
                           Value place, FloatType type) {
  Type i32 = b.getI32Type();
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value word = arith::ExtUIOp::create(b, i32, bytes.front());
  if (bytes.size() > 1)
    word = arith::OrIOp::create(
        b, word,
        arith::ShLIOp::create(b, arith::ExtUIOp::create(b, i32, bytes.back()),
                              constant(8)));
  Value bit = arith::MulIOp::create(
      b, arith::IndexCastOp::create(b, i32, place), constant(type.getWidth()));
  Value offset = arith::AndIOp::create(b, bit, constant(7));
  Value code = arith::TruncIOp::create(b, b.getIntegerType(type.getWidth()),
                                       arith::ShRUIOp::create(b, word, offset));
  return arith::BitcastOp::create(b, type, code);
}

Value FusionEmitter::emitUnpacked(Value data, AffineMap places,
                                  FloatType type) {
  int64_t tile[] = {tileM, tileN}, width = type.getWidth();
  AffineExpr place = places.getResults().back();
  auto load = [&](AffineExpr bit) {
    SmallVector<AffineExpr> indices(places.getResults());
    indices.back() = bit.floorDiv(8);
    return loadEntries(data, tile,
                       AffineMap::get(places.getNumDims(), /*symbolCount=*/0,
                                      indices, b.getContext()));
  };
  SmallVector<Value> inputs = {load(place * width)};
  if (8 % width != 0)
    inputs.push_back(load(place * width + (width - 1)));
  size_t numBytes = inputs.size();
  for (int dim = 0; dim < int(places.getNumDims()); ++dim)
    inputs.push_back(place.isFunctionOfDim(dim)
                         ? emitPosition(dim, tile)
                         : arith::ConstantIndexOp::create(b, 0).getResult());
  return emitMap(
      b, inputs, TypeRange{type}, [&](OpBuilder &builder, ValueRange args) {
        ImplicitLocOpBuilder inner(b.getLoc(), builder);
        Value at = affine::expandAffineExpr(inner, inner.getLoc(), place,
                                            args.drop_front(numBytes),
                                            /*symbolValues=*/{});
        return SmallVector<Value>{
            buildUnpacked(inner, args.take_front(numBytes), at, type)};
      })[0];
}

Value FusionEmitter::emitElements(MakeScaledOp made, Value matrix) {
  ScaledType type = made.getType();
  int64_t tile[] = {tileM, tileN};
  if (isPlainData(type))
    return broadcastTo(get(made.getData()), tile);
  AffineMap places = toSpace(matrix, type.getDataStorageMap());
  if (type.isPacked())
    return emitUnpacked(made.getData(), places,
                        cast<FloatType>(type.getElementType()));
  return loadEntries(made.getData(), tile, places);
}

Value FusionEmitter::emitDecodeFactors(MakeScaledOp made, Value matrix) {
  ScaledType type = made.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  BlockShape block = recipe.getBlockShape();
  AffineMap map =
      type.getScaleLayout().getStorageMap().compose(getBlockMap(b, block));
  SmallVector<Value> stored = {
      loadEntries(made.getScales(), countBlocks(space.getBlock(matrix, block)),
                  toSpace(matrix, map))};
  if (Value global = made.getGlobalScale())
    stored.push_back(get(global));
  return emitMap(
      b, stored, b.getF32Type(), [&](OpBuilder &builder, ValueRange args) {
        return SmallVector<Value>{recipe.buildDecodeFactor(
            builder, b.getLoc(), args[0], args.size() > 1 ? args[1] : Value(),
            type.getConvention())};
      })[0];
}

void FusionEmitter::emitDequantize(DequantizeOp op) {
  auto made = op.getInput().getDefiningOp<MakeScaledOp>();
  Value elements = emitElements(made, op.getResult());
  Value factors =
      broadcastTo(emitDecodeFactors(made, op.getResult()), {tileM, tileN});
  Type element = op.getType().getElementType();
  values[op.getResult()] =
      emitMap(b, {elements, factors}, element,
              [&](OpBuilder &builder, ValueRange args) {
                Location loc = b.getLoc();
                Value value = arith::MulFOp::create(
                    builder, loc, toF32(builder, loc, args[0]), args[1]);
                if (!element.isF32())
                  value = arith::TruncFOp::create(builder, loc, element, value);
                return SmallVector<Value>{value};
              })[0];
}
