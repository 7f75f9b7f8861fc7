//===- EmptySums.cpp - Gemms that add up nothing --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptySums.h"

#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static bool isEmpty(Value buffer) {
  return llvm::is_contained(cast<ShapedType>(buffer.getType()).getShape(), 0);
}

/// An operand without elements has no rows, which leaves no sums, or no K; a
/// right one may also have no group.
bool lowp_gpu::addsNothing(GemmOp gemm) {
  return isEmpty(gemm.getInit()) || isEmpty(gemm.getLhsData()) ||
         (!gemm.getGroups() && isEmpty(gemm.getRhsData()));
}

/// The map from the dimensions of the destination to (batch,) m and n.
static AffineMap invertDestination(GemmOp gemm) {
  AffineMap map = gemm.getDestinationMap();
  MLIRContext *context = gemm.getContext();
  SmallVector<AffineExpr> places(map.getNumDims(),
                                 getAffineConstantExpr(0, context));
  for (auto [dim, index] : llvm::enumerate(*matchGemmIndices(map)))
    places[index.dim] =
        places[index.dim] + getAffineDimExpr(dim, context) * index.divisor;
  return AffineMap::get(map.getNumResults(), 0, places, context);
}

/// Zeros of the type of `destination` everywhere.
static void fillWithZeros(ImplicitLocOpBuilder &builder, Value destination) {
  Type element = cast<MemRefType>(destination.getType()).getElementType();
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(element));
  linalg::FillOp::create(builder, zero, destination);
}

void lowp_gpu::buildEmptySum(ImplicitLocOpBuilder &builder, GemmOp gemm) {
  if (gemm.getAccumulate() || isEmpty(gemm.getInit()))
    return;
  if (!gemm.hasEpilogue())
    return fillWithZeros(builder, gemm.getInit());
  AffineMap places = invertDestination(gemm);
  SmallVector<AffineMap> maps;
  for (AffineMap map : gemm.getEpilogueMaps())
    maps.push_back(map.compose(places));
  unsigned rank = places.getNumDims();
  maps.append(gemm.getInits().size(), builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, gemm.getInputs(), gemm.getInits(), maps, loops,
      [&](OpBuilder &body, Location loc, ValueRange elements) {
        SmallVector<Value> arguments{
            arith::ConstantOp::create(body, loc, body.getF32FloatAttr(0))};
        llvm::append_range(arguments,
                           elements.take_front(gemm.getInputs().size()));
        linalg::YieldOp::create(
            body, loc, cloneEpilogue(body, gemm.getEpilogueBody(), arguments));
      });
}
