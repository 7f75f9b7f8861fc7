//===- IndexColumns.cpp - Indices in one dimension ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexColumns.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::lowp;

OpFoldResult mlir::lowp::findSize(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return IntegerAttr::get(IndexType::get(type.getContext()),
                            type.getDimSize(dim));
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>())
    return findSize(insert.getDest(), dim);
  auto op = tensor.getDefiningOp<DestinationStyleOpInterface>();
  return op ? findSize(op.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim)
            : OpFoldResult();
}

/// A column that `op` inserts, or null; `number` is that of one in the source.
static Value findInserted(tensor::InsertSliceOp op, int64_t &number) {
  std::optional<int64_t> first = getConstantIntValue(op.getMixedOffsets()[1]);
  std::optional<int64_t> count = getConstantIntValue(op.getMixedSizes()[1]);
  bool isOfColumns = op.hasUnitStride() && op.getDroppedDims().none() &&
                     first && count &&
                     getConstantIntValue(op.getMixedOffsets()[0]) == 0 &&
                     isEqualConstantIntOrValue(op.getMixedSizes()[0],
                                               findSize(op.getDest(), 0));
  if (!isOfColumns)
    return {};
  if (number < *first || number >= *first + *count)
    return op.getDest();
  number -= *first;
  return op.getSource();
}

/// The part of a row of matrices that holds a column.
static Value findPart(tensor::ConcatOp op, int64_t &number) {
  if (op.getDim() != 1)
    return {};
  for (Value part : op.getInputs()) {
    int64_t count = cast<RankedTensorType>(part.getType()).getDimSize(1);
    if (ShapedType::isDynamic(count))
      return {};
    if (number < count)
      return part;
    number -= count;
  }
  return {};
}

/// The matrix that column `number` of `matrix` is one of already.
static std::pair<Value, int64_t> findSource(Value matrix, int64_t number) {
  while (true) {
    Value source;
    if (auto insert = matrix.getDefiningOp<tensor::InsertSliceOp>())
      source = findInserted(insert, number);
    else if (auto concat = matrix.getDefiningOp<tensor::ConcatOp>())
      source = findPart(concat, number);
    if (!source)
      return {matrix, number};
    matrix = source;
  }
}

SmallVector<Value> mlir::lowp::splitColumns(ImplicitLocOpBuilder &b,
                                            Value matrix) {
  SmallVector<Value> columns;
  int64_t count = cast<RankedTensorType>(matrix.getType()).getDimSize(1);
  for (int64_t column = 0; column < count; ++column) {
    auto [source, number] = findSource(matrix, column);
    auto type = cast<RankedTensorType>(source.getType());
    if (type.getDimSize(1) != 1) {
      OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
      OpFoldResult at[] = {zero, b.getIndexAttr(number)};
      OpFoldResult sizes[] = {tensor::getMixedSize(b, b.getLoc(), source, 0),
                              one};
      OpFoldResult ones[] = {one, one};
      source = tensor::ExtractSliceOp::create(b, source, at, sizes, ones);
    }
    columns.push_back(
        tensor::CollapseShapeOp::create(b, source, ReassociationIndices{0, 1}));
  }
  return columns;
}
