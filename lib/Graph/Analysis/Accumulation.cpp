//===- Accumulation.cpp - What products are added to ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/Accumulation.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

linalg::FillOp mlir::lowp::getFillOfCall(Value tensor) {
  if (getUniformElement(tensor))
    return {};
  Value origin = listSources(MappedTensor::of(tensor)).back().value;
  return origin.getDefiningOp<linalg::FillOp>();
}

bool mlir::lowp::isSummedInPlace(Value accumulator) {
  if (!getElementTypeOrSelf(accumulator).isF32() ||
      getUniformElement(accumulator))
    return false;
  linalg::LinalgOp copy =
      getCopy(skipViews<tensor::CastOp>(accumulator), Through::Widening);
  if (!copy || getFillOfCall(accumulator))
    return true;
  bool widens = !getElementTypeOrSelf(copy.getDpsInputs()[0]).isF32();
  return !widens && copy.getIndexingMapsArray()[0].isPermutation();
}

Value mlir::lowp::widenFill(OpBuilder &builder, linalg::FillOp fill,
                            Value like) {
  Location loc = fill.getLoc();
  Type f32 = builder.getF32Type();
  Value number = convertScalarToDtype(builder, loc, fill.value(), f32,
                                      /*isUnsignedCast=*/false);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), f32);
  return linalg::FillOp::create(builder, loc, number, empty).getResult(0);
}

Value mlir::lowp::addAccumulator(OpBuilder &builder, Location loc,
                                 Value product, Value accumulator) {
  Type element = getElementTypeOrSelf(accumulator);
  TypedAttr splat = getUniformElement(accumulator);
  SmallVector<Value> inputs{product};
  if (!splat)
    inputs.push_back(accumulator);
  auto add = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Value other = splat ? arith::ConstantOp::create(b, loc, splat).getResult()
                        : elements[1];
    other = convertScalarToDtype(b, loc, other, b.getF32Type(),
                                 /*isUnsignedCast=*/false);
    Value sum = arith::AddFOp::create(b, loc, elements[0], other);
    return convertScalarToDtype(b, loc, sum, element,
                                /*isUnsignedCast=*/false);
  };
  Value sum = mapElements(builder, loc, inputs, element, add);
  return builder.createOrFold<tensor::CastOp>(loc, accumulator.getType(), sum);
}
