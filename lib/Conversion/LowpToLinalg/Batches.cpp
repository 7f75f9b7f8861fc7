//===- Batches.cpp - One matrix of a batch after the other ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batches.h"

#include "LinalgBuilders.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Where entry `index` of a tensor's first dimension lies.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  Slice(OpBuilder &builder, Location loc, Value tensor, Value index)
      : sizes(tensor::getMixedSizes(builder, loc, tensor)) {
    offsets.assign(sizes.size(), builder.getIndexAttr(0));
    strides.assign(sizes.size(), builder.getIndexAttr(1));
    offsets.front() = index;
    sizes.front() = builder.getIndexAttr(1);
  }
};
} // namespace

/// Whether a matrix of `batch` has no elements for sure. MLIR refuses slices of
/// them: no offset lies in a dimension of size 0.
static bool hasEmptyMatrices(Value batch) {
  auto type = cast<RankedTensorType>(batch.getType());
  return llvm::is_contained(type.getShape().drop_front(), 0);
}

Value mlir::lowp::buildSlice(OpBuilder &builder, Location loc, Value tensor,
                             Value index) {
  Slice slice(builder, loc, tensor, index);
  auto type = cast<RankedTensorType>(tensor.getType());
  auto sliceType = RankedTensorType::get(type.getShape().drop_front(),
                                         type.getElementType());
  if (hasEmptyMatrices(tensor))
    return tensor::EmptyOp::create(
        builder, loc, ArrayRef<OpFoldResult>(slice.sizes).drop_front(),
        type.getElementType());
  return tensor::ExtractSliceOp::create(builder, loc, sliceType, tensor,
                                        slice.offsets, slice.sizes,
                                        slice.strides);
}

Value mlir::lowp::buildMatrix(OpBuilder &builder, Location loc,
                              ScaledType batch, ValueRange parts, Value index) {
  SmallVector<Value> slices;
  for (Value part : parts)
    slices.push_back(buildSlice(builder, loc, part, index));
  return MakeScaledOp::create(builder, loc, batch.getMatrixType(), slices);
}

/// Writes `matrix` to place `index` of `batch`: by a linalg copy into the slice
/// there, because buffers that are copied as such need a runtime library.
static Value buildInsert(OpBuilder &builder, Location loc, Value matrix,
                         Value batch, Value index) {
  if (hasEmptyMatrices(batch))
    return batch;
  Value slot = buildSlice(builder, loc, batch, index);
  Value copied =
      linalg::CopyOp::create(builder, loc, matrix, slot).getResult(0);
  Slice slice(builder, loc, batch, index);
  return tensor::InsertSliceOp::create(
      builder, loc, copied, batch, slice.offsets, slice.sizes, slice.strides);
}

SmallVector<Value> mlir::lowp::buildMatrixLoop(OpBuilder &builder, Location loc,
                                               ValueRange inits,
                                               MatrixBuilder build) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = getValueOrCreateConstantIndexOp(
      builder, loc, tensor::getMixedSize(builder, loc, inits.front(), 0));
  auto body = [&](OpBuilder &b, Location loc, Value index, ValueRange args) {
    SmallVector<Value> filled;
    SmallVector<Value> matrices = build(b, loc, index);
    for (auto [matrix, batch] : llvm::zip_equal(matrices, args))
      filled.push_back(buildInsert(b, loc, matrix, batch, index));
    scf::YieldOp::create(b, loc, filled);
  };
  auto loop = scf::ForOp::create(builder, loc, zero, count, one, inits, body);
  return llvm::to_vector_of<Value>(loop.getResults());
}
