//===- Unquantized.cpp - The program without quantization -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// `tensor` with each element cast to `elementType`.
static Value castElements(OpBuilder &builder, Location loc, Value tensor,
                          FloatType elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  unsigned rank = type.getRank();
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor), elementType);
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), tensor, empty, maps, loops,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               Value value = arguments.front();
               bool widens = cast<FloatType>(value.getType()).getWidth() <
                             elementType.getWidth();
               if (widens)
                 value = arith::ExtFOp::create(nested, loc, elementType, value);
               else if (value.getType() != elementType)
                 value =
                     arith::TruncFOp::create(nested, loc, elementType, value);
               linalg::YieldOp::create(nested, loc, value);
             })
      .getResult(0);
}

/// Replaces a matmul by one on f64, with its result rounded once.
static void widen(linalg::LinalgOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FloatType f64 = builder.getF64Type();
  SmallVector<Value> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(castElements(builder, loc, input->get(), f64));
  Value init = castElements(builder, loc, op.getDpsInitOperand(0)->get(), f64);
  auto product = linalg::GenericOp::create(
      builder, loc, init.getType(), inputs, init, op.getIndexingMapsArray(),
      op.getIteratorTypesArray(),
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        Value term =
            arith::MulFOp::create(nested, loc, arguments[0], arguments[1]);
        Value sum = arith::AddFOp::create(nested, loc, arguments[2], term);
        linalg::YieldOp::create(nested, loc, sum);
      });
  Type resultType = op->getResult(0).getType();
  Value result =
      castElements(builder, loc, product.getResult(0),
                   cast<FloatType>(getElementTypeOrSelf(resultType)));
  if (result.getType() != resultType)
    result = tensor::CastOp::create(builder, loc, resultType, result);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

void run::makeUnquantized(ModuleOp module) {
  SmallVector<linalg::LinalgOp> matmuls;
  module.walk([&](linalg::LinalgOp op) {
    op->removeAttr(lowp::LowpDialect::getRecipeAttrName());
    if (linalg::isaContractionOpInterface(op) && op->getNumResults() == 1 &&
        op.getNumDpsInputs() == 2)
      matmuls.push_back(op);
  });
  for (linalg::LinalgOp op : matmuls)
    widen(op);
}
