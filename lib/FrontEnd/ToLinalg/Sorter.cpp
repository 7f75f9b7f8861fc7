//===- Sorter.cpp - Elements along a dimension in order -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place of an element is the number of those before it. All are counted at
// once, and equal elements stay in their order, as torch and JAX have it.
//
//===----------------------------------------------------------------------===//

#include "Sorter.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

Sorter::Sorter(ImplicitLocOpBuilder &b, const ElementOrder &order, Value keys,
               int64_t dimension, OpFoldResult count)
    : b(b), order(order), keys(keys), dimension(dimension),
      rank(cast<RankedTensorType>(keys.getType()).getRank()),
      sizes(tensor::getMixedSizes(b, b.getLoc(), keys)) {
  sizes[dimension] = count;
  places = buildPlaces();
}

Value Sorter::getSources() {
  if (!sources)
    sources = buildSources();
  return sources;
}

std::pair<Value, Value> Sorter::select(Value tensor, IntegerType element) {
  auto fill = [&](Type type) { return buildZeros(b, b.getLoc(), sizes, type); };
  Value inits[] = {fill(getElementTypeOrSelf(tensor.getType())), fill(element)};
  AffineMap all = getMap(/*isOverAll=*/true), one = getMap(/*isOverAll=*/false);
  AffineMap maps[] = {all, all, one, one};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.push_back(utils::IteratorType::reduction);
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    Value isHere = buildIsHere(b, loc, elements[1]);
    Value number = arith::IndexCastOp::create(
        b, loc, element, linalg::IndexOp::create(b, loc, rank));
    Value results[] = {
        arith::SelectOp::create(b, loc, isHere, elements[0], elements[2]),
        arith::SelectOp::create(b, loc, isHere, number, elements[3])};
    linalg::YieldOp::create(b, loc, results);
  };
  auto found = linalg::GenericOp::create(b, TypeRange(ValueRange(inits)),
                                         ValueRange{tensor, places}, inits,
                                         maps, loops, body);
  return {found.getResult(0), found.getResult(1)};
}

Value Sorter::gather(Value tensor) {
  return buildElementwise(
      getElementTypeOrSelf(tensor.getType()),
      [&](OpBuilder &b, Location loc, Value source) -> Value {
        SmallVector<Value> position;
        for (int64_t dim = 0; dim < rank; ++dim)
          position.push_back(linalg::IndexOp::create(b, loc, dim));
        position[dimension] =
            arith::IndexCastOp::create(b, loc, b.getIndexType(), source);
        return tensor::ExtractOp::create(b, loc, tensor, position);
      });
}

Value Sorter::getSources(IntegerType element) {
  return buildElementwise(
      element, [&](OpBuilder &b, Location loc, Value source) -> Value {
        if (element == source.getType())
          return source;
        if (element.getWidth() < source.getType().getIntOrFloatBitWidth())
          return arith::TruncIOp::create(b, loc, element, source);
        return arith::ExtUIOp::create(b, loc, element, source);
      });
}

AffineMap Sorter::getMap(bool isOverAll) {
  SmallVector<AffineExpr> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(
        b.getAffineDimExpr(isOverAll && dim == dimension ? rank : dim));
  return AffineMap::get(rank + 1, 0, dims, b.getContext());
}

Value Sorter::buildCounts(ArrayRef<OpFoldResult> sizes) {
  return buildZeros(b, b.getLoc(), sizes, b.getI32Type());
}

Value Sorter::buildSum(ValueRange inputs, ArrayRef<AffineMap> inputMaps,
                       Value init, Term term) {
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(getMap(/*isOverAll=*/false));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    return arith::AddIOp::create(b, elements.back(),
                                 term(b, b.getLoc(), elements));
  };
  return buildGeneric(b, b.getLoc(), inputs, init, maps, body);
}

Value Sorter::buildPlaces() {
  AffineMap maps[] = {getMap(/*isOverAll=*/false), getMap(/*isOverAll=*/true)};
  auto term = [&](OpBuilder &b, Location loc, ValueRange elements) -> Value {
    Value here = linalg::IndexOp::create(b, loc, dimension);
    Value there = linalg::IndexOp::create(b, loc, rank);
    Value isEarlier =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, there, here);
    Value isBefore = arith::SelectOp::create(
        b, loc, isEarlier,
        order.buildIsNotAfter(b, loc, elements[1], elements[0]),
        order.buildIsBefore(b, loc, elements[1], elements[0]));
    return arith::ExtUIOp::create(b, loc, b.getI32Type(), isBefore);
  };
  return buildSum({keys, keys}, maps,
                  buildCounts(tensor::getMixedSizes(b, b.getLoc(), keys)),
                  term);
}

static Value buildDimensionConstant(OpBuilder &b, Location loc, int64_t loop) {
  return arith::IndexCastOp::create(b, loc, b.getI32Type(),
                                    linalg::IndexOp::create(b, loc, loop));
}

Value Sorter::buildIsHere(OpBuilder &b, Location loc, Value place) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, place,
                               buildDimensionConstant(b, loc, dimension));
}

Value Sorter::buildSources() {
  auto term = [&](OpBuilder &b, Location loc, ValueRange elements) -> Value {
    Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
    return arith::SelectOp::create(b, loc,
                                   buildIsHere(b, loc, elements.front()),
                                   buildDimensionConstant(b, loc, rank), zero);
  };
  return buildSum(places, getMap(/*isOverAll=*/true), buildCounts(sizes), term);
}

Value Sorter::buildElementwise(Type element, Body build) {
  return buildElements(b, b.getLoc(), sizes, element, getSources(),
                       b.getMultiDimIdentityMap(rank),
                       [&](ImplicitLocOpBuilder &b, ValueRange elements) {
                         return build(b, b.getLoc(), elements.front());
                       });
}
