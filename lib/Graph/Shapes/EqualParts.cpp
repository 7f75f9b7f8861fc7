//===- EqualParts.cpp - Tensors made of parts of one size -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualParts.h"

#include "lowp/Graph/Analysis/ConcatParts.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

static RankedTensorType getTensorType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Groups of dimension `dim` and the one after it, which become one, and of
/// others, which stay.
static SmallVector<ReassociationIndices> joinNext(int64_t rank, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t from = 0; from < rank; ++from) {
    if (from == dim + 1)
      groups.back().push_back(from);
    else
      groups.push_back({from});
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The parts of each lane of `lanes`, which is read as one dimension with the
/// one before it.
static std::optional<EqualParts> matchLanes(tensor::ConcatOp lanes) {
  EqualParts parts;
  parts.dim = lanes.getDim() - 1;
  parts.lanes = lanes.getInputs().size();
  parts.size = getTensorType(lanes.getInputs().front()).getDimSize(parts.dim);
  SmallVector<tensor::ConcatOp> blocks;
  for (Value lane : lanes.getInputs())
    if (auto concat = lane.getDefiningOp<tensor::ConcatOp>();
        concat && int64_t(concat.getDim()) == parts.dim && getPartSize(concat))
      blocks.push_back(concat);
  if (blocks.empty()) {
    parts.values = llvm::to_vector(lanes.getInputs());
    return parts;
  }
  size_t count = blocks.front().getInputs().size();
  if (int64_t(blocks.size()) != parts.lanes ||
      !llvm::all_of(blocks, [&](tensor::ConcatOp concat) {
        return concat.getInputs().size() == count;
      }))
    return std::nullopt;
  parts.size = *getPartSize(blocks.front());
  for (size_t block = 0; block < count; ++block)
    for (tensor::ConcatOp concat : blocks)
      parts.values.push_back(concat.getInputs()[block]);
  return parts;
}

/// The lanes of `tensor`, of `dim` and the one after it, if a copy repeats
/// each element along the latter: they are all what it copies.
static std::optional<EqualParts> matchRepeated(Value tensor, int64_t dim) {
  linalg::LinalgOp copy = getCopy(tensor);
  int64_t lanes = getTensorType(tensor).getDimSize(dim + 1);
  if (!copy || lanes > kMostParts || lanes < 2)
    return std::nullopt;
  AffineMap all = copy.getIndexingMapsArray()[1];
  if (copy.getIndexingMapsArray()[0] != all.dropResult(dim + 1))
    return std::nullopt;
  Value source = copy.getDpsInputs()[0];
  return EqualParts{dim, getTensorType(source).getDimSize(dim), lanes,
                    SmallVector<Value>(lanes, source)};
}

// One part is the whole: who divides by it would divide for ever.
std::optional<EqualParts> mlir::lowp::matchParts(Value tensor) {
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>()) {
    std::optional<int64_t> size = getPartSize(concat);
    if (!size || concat.getInputs().size() < 2)
      return std::nullopt;
    return EqualParts{int64_t(concat.getDim()), *size, 1,
                      llvm::to_vector(concat.getInputs())};
  }
  // Scalars have no dimensions, either.
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  int64_t dim = -1;
  Value divided;
  while (type && !divided && ++dim < type.getRank())
    divided = getViewed<tensor::CollapseShapeOp>(
        tensor, joinNext(type.getRank() + 1, dim));
  if (!divided || !getTensorType(divided).hasStaticShape())
    return std::nullopt;
  auto lanes = divided.getDefiningOp<tensor::ConcatOp>();
  if (!lanes)
    return matchRepeated(divided, dim);
  if (int64_t(lanes.getDim()) != dim + 1 || getPartSize(lanes) != 1 ||
      lanes.getInputs().size() < 2 || !lanes->hasOneUse())
    return std::nullopt;
  return matchLanes(lanes);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value mlir::lowp::getPart(OpBuilder &builder, RankedTensorType type,
                          const EqualParts &parts, int64_t number) {
  Value part = parts.values[number];
  int64_t rank = getTensorType(part).getRank();
  if (rank == type.getRank())
    return part;
  return builder.createOrFold<tensor::CollapseShapeOp>(
      part.getLoc(), part, joinNext(rank, parts.dim));
}

Value mlir::lowp::buildParts(OpBuilder &builder, Location loc,
                             RankedTensorType type, const EqualParts &parts) {
  int64_t dim = parts.dim;
  if (parts.values.size() == 1)
    return parts.values.front();
  if (parts.lanes == 1)
    return tensor::ConcatOp::create(builder, loc, type, dim, parts.values);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = parts.size;
  shape.insert(shape.begin() + dim + 1, 1);
  SmallVector<ReassociationIndices> groups = joinNext(shape.size(), dim);
  SmallVector<SmallVector<Value>> lanes(parts.lanes);
  for (auto [number, part] : llvm::enumerate(parts.values))
    lanes[number % parts.lanes].push_back(tensor::ExpandShapeOp::create(
        builder, loc, type.clone(shape), part, groups));
  SmallVector<Value> joined;
  for (ArrayRef<Value> blocks : lanes)
    joined.push_back(blocks.size() == 1
                         ? blocks.front()
                         : tensor::ConcatOp::create(builder, loc, dim, blocks));
  auto whole = tensor::ConcatOp::create(builder, loc, dim + 1, joined);
  return tensor::CollapseShapeOp::create(builder, loc, type, whole, groups);
}

Value mlir::lowp::sliceAlong(OpBuilder &builder, Value tensor, int64_t dim,
                             int64_t offset, int64_t count, int64_t stride) {
  RankedTensorType type = getTensorType(tensor);
  if (type.getDimSize(dim) == count)
    return tensor;
  Location loc = tensor.getLoc();
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  offsets[dim] = builder.getIndexAttr(offset);
  sizes[dim] = builder.getIndexAttr(count);
  strides[dim] = builder.getIndexAttr(stride);
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}
