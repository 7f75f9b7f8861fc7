//===- ScaledParts.cpp - A scaled matrix as builtin tensors ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledParts.h"

#include "Batches.h"
#include "DataStorage.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/SizeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

ScaledParts ScaledParts::split(OpBuilder &builder, Location loc, Value value) {
  auto split = SplitScaledOp::create(builder, loc, value);
  auto type = cast<ScaledType>(value.getType());
  Value data = split.getData();
  if (type.isPacked()) {
    buildCheckOfBytes(builder, loc, type, data);
    data = buildUnpacked(builder, loc, type, data);
  }
  if (!type.hasIdentityDataLayout())
    data = buildOutOfLayout(builder, loc, type, data);
  return {type, data, split.getScales(), split.getGlobalScale()};
}

std::pair<Value, Value> mlir::lowp::makeOperands(OpBuilder &builder,
                                                 GemmOp gemm) {
  Location loc = gemm.getLoc();
  Value lhs = MakeScaledOp::create(builder, loc, gemm.getLhsScaledType(),
                                   gemm.getLhsData(), gemm.getLhsScales(),
                                   gemm.getLhsGlobalScale());
  Value rhs = MakeScaledOp::create(builder, loc, gemm.getRhsScaledType(),
                                   gemm.getRhsData(), gemm.getRhsScales(),
                                   gemm.getRhsGlobalScale());
  return {lhs, rhs};
}

Value mlir::lowp::joinStored(OpBuilder &builder, Location loc, ScaledType type,
                             Value data, Value scales, Value global) {
  SmallVector<Value> parts = {
      castTensor(builder, loc, data, type.getDataType()),
      castTensor(builder, loc, scales, type.getScaleStorageType())};
  if (global)
    parts.push_back(global);
  return MakeScaledOp::create(builder, loc, type, parts);
}

Value ScaledParts::join(OpBuilder &builder, Location loc) const {
  Value stored = data;
  buildCheckOfSizes(builder, loc, type, getSizes(builder, loc));
  if (!type.hasIdentityDataLayout())
    stored = buildInLayout(builder, loc, type, stored);
  if (type.isPacked())
    stored = buildPacked(builder, loc, type, stored);
  return joinStored(builder, loc, type, stored, scales, globalScale);
}

SmallVector<OpFoldResult> ScaledParts::getSizes(OpBuilder &builder,
                                                Location loc) const {
  SmallVector<OpFoldResult> stored = tensor::getMixedSizes(builder, loc, data);
  return applyPermutationMap<OpFoldResult>(inversePermutation(getDataMap(type)),
                                           stored);
}

Value mlir::lowp::buildDequantized(OpBuilder &builder, Location loc,
                                   const ScaledParts &parts, Value ends,
                                   FloatType computeType, Type elementType) {
  SmallVector<OpFoldResult> sizes = parts.getSizes(builder, loc);
  BlockGrid grid(builder, loc, parts.type, sizes, ends);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    Value row = linalg::IndexOp::create(b, loc, 0);
    Value column = linalg::IndexOp::create(b, loc, 1);
    auto decode = [&](OpBuilder &b, Location loc) -> Value {
      Value factor = buildDecodeFactorAt(b, loc, parts, grid, row, column);
      Value element = fromUnpackedElement(b, loc, parts.type, args[0]);
      Value value =
          arith::MulFOp::create(b, loc, castFloat(b, loc, element, computeType),
                                castFloat(b, loc, factor, computeType));
      return castFloat(b, loc, value, elementType);
    };
    auto nothing = [&](OpBuilder &b, Location loc) -> Value {
      return arith::ConstantOp::create(b, loc,
                                       b.getFloatAttr(elementType, 0.0));
    };
    Value isInGroup = grid.isInGroup(b, loc, {row, column});
    return buildWhere(b, loc, isInGroup, decode, nothing);
  };
  return buildElements(builder, loc, sizes, elementType, parts.data,
                       getDataMap(parts.type), body);
}

//===----------------------------------------------------------------------===//
// Exact values
//===----------------------------------------------------------------------===//

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
