//===- ReadOffsets.cpp - Slices at places that lie in tensors -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A decode step writes keys and values of a token at a position that is a
// tensor of rank 0, and JAX does so by a slice whose offset it takes out by
// `tensor.extract`. On a GPU that would be a read of device memory by the host.
// A `tensor.extract_slice` with such an offset becomes a `linalg.generic` that
// reads element by element, a `tensor.insert_slice` a unique `lowp.scatter`,
// which writes no more than the slice. Kernels compute the offsets.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

static bool hasReadOffset(OffsetSizeAndStrideOpInterface op) {
  return op.hasUnitStride() &&
         llvm::any_of(op.getMixedOffsets(), [](OpFoldResult offset) {
           auto value = dyn_cast<Value>(offset);
           return value && isReadFromTensor(value);
         });
}

/// A size or an offset in a body, where kernels read what lies in tensors.
static Value getInBody(OpBuilder &b, Location loc, OpFoldResult number) {
  return rereadScalar(b, getValueOrCreateConstantIndexOp(b, loc, number));
}

//===----------------------------------------------------------------------===//
// Slices that are read: gathers
//===----------------------------------------------------------------------===//

static void gather(tensor::ExtractSliceOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(dim))
      sizes.push_back(size);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
    Location loc = b.getLoc();
    SmallVector<Value> place;
    int64_t loop = 0;
    for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets())) {
      Value first = getInBody(b, loc, offset);
      if (dropped.test(dim)) {
        place.push_back(first);
        continue;
      }
      Value index = linalg::IndexOp::create(b, loc, loop++);
      // A whole dimension is known as one.
      place.push_back(isConstantIntValue(offset, 0)
                          ? index
                          : arith::AddIOp::create(b, loc, index, first));
    }
    return tensor::ExtractOp::create(b, op.getSource(), place);
  };
  op.replaceAllUsesWith(buildElements(b, op.getLoc(), sizes,
                                      op.getType().getElementType(),
                                      ValueRange(), {}, body));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Slices that are written: scatters
//===----------------------------------------------------------------------===//

/// The first dimensions of the destination, up to the last of which the slice
/// has a part: after them it has whole rows.
static SmallVector<int64_t> getChosenDims(tensor::InsertSliceOp op) {
  int64_t count = op.getDestType().getRank();
  auto isWhole = [&](int64_t dim) {
    std::optional<int64_t> size = getConstantIntValue(op.getMixedSizes()[dim]);
    return isConstantIntValue(op.getMixedOffsets()[dim], 0) && size &&
           *size == op.getDestType().getDimSize(dim);
  };
  while (count > 0 && isWhole(count - 1))
    --count;
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

/// Groups of `rank` dimensions: the first `count`, and each other one.
static SmallVector<ReassociationIndices> groupFirst(int64_t count,
                                                    int64_t rank) {
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim >= count)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

/// The source with one dimension for the first `numChosen` of the destination.
static Value joinUpdates(ImplicitLocOpBuilder &b, tensor::InsertSliceOp op,
                         int64_t numChosen) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t kept = 0, rank = op.getSourceType().getRank();
  for (int64_t dim = 0; dim < numChosen; ++dim)
    kept += !dropped.test(dim);
  if (kept == 1)
    return op.getSource();
  if (kept > 1)
    return tensor::CollapseShapeOp::create(b, op.getSource(),
                                           groupFirst(kept, rank));
  SmallVector<int64_t> shape = {1};
  llvm::append_range(shape, op.getSourceType().getShape());
  SmallVector<ReassociationIndices> groups;
  if (rank > 0)
    groups = groupFirst(2, rank + 1);
  return tensor::ExpandShapeOp::create(b, op.getSourceType().clone(shape),
                                       op.getSource(), groups);
}

/// The place in `chosen` dimensions of each of the updates, as a number.
static Value buildPositions(ImplicitLocOpBuilder &b, tensor::InsertSliceOp op,
                            ArrayRef<int64_t> chosen, Value updates) {
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(b, b.getLoc(), op.getDest());
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
    Location loc = b.getLoc();
    Value digits = linalg::IndexOp::create(b, loc, 0), number;
    Value stride = arith::ConstantIndexOp::create(b, loc, 1);
    for (int64_t dim : llvm::reverse(chosen)) {
      Value size = getInBody(b, loc, sizes[dim]), digit = digits;
      if (dim > 0) {
        digit = arith::RemUIOp::create(b, loc, digits, size);
        digits = arith::DivUIOp::create(b, loc, digits, size);
      }
      Value at =
          arith::AddIOp::create(b, loc, digit, getInBody(b, loc, offsets[dim]));
      Value term = arith::MulIOp::create(b, loc, at, stride);
      number = number ? arith::AddIOp::create(b, loc, number, term) : term;
      stride = arith::MulIOp::create(b, loc, stride,
                                     getInBody(b, loc, extents[dim]));
    }
    return arith::IndexCastOp::create(b, loc, b.getI64Type(), number);
  };
  return buildElements(b, b.getLoc(),
                       tensor::getMixedSize(b, b.getLoc(), updates, 0),
                       b.getI64Type(), ValueRange(), {}, body);
}

static void scatter(tensor::InsertSliceOp op) {
  if (llvm::is_contained(op.getSourceType().getShape(), 0)) {
    op.replaceAllUsesWith(op.getDest());
    op.erase();
    return;
  }
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<int64_t> chosen = getChosenDims(op);
  Value updates = joinUpdates(b, op, chosen.size());
  auto scatter = ScatterOp::create(
      b, op->getResultTypes(), updates, buildPositions(b, op, chosen, updates),
      /*links=*/Value(), op.getDest(), chosen, /*unique=*/true,
      /*window=*/DenseI64ArrayAttr());
  Type element = op.getDestType().getElementType();
  Block *body = b.createBlock(&scatter.getCombiner(), {}, {element, element},
                              {op.getLoc(), op.getLoc()});
  ScatterYieldOp::create(b, body->getArgument(0));
  op.replaceAllUsesWith(scatter->getResult(0));
  op.erase();
}

void mlir::lowp::readOffsets(Operation *op) {
  SmallVector<tensor::ExtractSliceOp> reads;
  SmallVector<tensor::InsertSliceOp> writes;
  op->walk([&](OffsetSizeAndStrideOpInterface op) {
    if (!hasReadOffset(op))
      return;
    if (auto read = dyn_cast<tensor::ExtractSliceOp>(op.getOperation()))
      reads.push_back(read);
    else if (auto write = dyn_cast<tensor::InsertSliceOp>(op.getOperation()))
      writes.push_back(write);
  });
  for (tensor::ExtractSliceOp op : reads)
    gather(op);
  for (tensor::InsertSliceOp op : writes)
    scatter(op);
}
