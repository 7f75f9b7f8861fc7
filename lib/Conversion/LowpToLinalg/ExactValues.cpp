//===- ExactValues.cpp - Scaled values in f64 -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactValues.h"

#include "Batches.h"
#include "ScaledParts.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

static Value buildMatrixValues(OpBuilder &builder, Location loc, Value matrix,
                               Value ends) {
  FloatType f64 = builder.getF64Type();
  return buildDequantized(
      builder, loc, ScaledParts::split(builder, loc, matrix), ends, f64, f64);
}

static Value buildBatchValues(OpBuilder &builder, Location loc, Value batch) {
  auto type = cast<ScaledType>(batch.getType());
  auto split = SplitScaledOp::create(builder, loc, batch);
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim : {0, 1, 2})
    sizes.push_back(getScaledDim(builder, loc, batch, dim));
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getF64Type());
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    Value matrix = buildMatrix(b, loc, type, split.getResults(), index);
    return SmallVector<Value>{buildMatrixValues(b, loc, matrix, /*ends=*/{})};
  };
  return buildMatrixLoop(builder, loc, init, build).front();
}

Value mlir::lowp::buildExactValues(OpBuilder &builder, Location loc,
                                   Value scaled, Value ends) {
  if (cast<ScaledType>(scaled.getType()).isBatch())
    return buildBatchValues(builder, loc, scaled);
  return buildMatrixValues(builder, loc, scaled, ends);
}
