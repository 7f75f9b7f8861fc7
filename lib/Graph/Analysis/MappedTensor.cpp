//===- MappedTensor.cpp - Tensors through views and copies ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/MappedTensor.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isReshape(Operation *op) {
  return isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

TypedAttr mlir::lowp::getUniformElement(Value tensor) {
  SplatElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>());
  Operation *op = tensor.getDefiningOp();
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    TypedAttr number;
    matchPattern(fill.getInputs().front(), m_Constant(&number));
    return number;
  }
  if (isReshape(op) ||
      isa_and_present<tensor::CastOp, tensor::ExtractSliceOp,
                      linalg::BroadcastOp, linalg::TransposeOp>(op))
    return getUniformElement(op->getOperand(0));
  return {};
}

SetVector<Operation *>
mlir::lowp::listReaders(Value value, function_ref<bool(Operation *)> followed) {
  SetVector<Operation *> readers(value.user_begin(), value.user_end());
  for (size_t next = 0; next < readers.size(); ++next)
    if (Operation *op = readers[next]; isReshape(op) || followed(op))
      readers.insert(op->user_begin(), op->user_end());
  return readers;
}

SmallVector<Value> mlir::lowp::listReshapes(Value value) {
  SmallVector<Value> all = {skipViews(value)};
  for (Operation *reader : listReaders(all.front()))
    if (isReshape(reader))
      all.push_back(reader->getResult(0));
  return all;
}

SmallVector<Operation *> mlir::lowp::skipOwnReshapes(Value &value) {
  SmallVector<Operation *> reshapes;
  for (; value.hasOneUse() && isReshape(value.getDefiningOp());
       value = reshapes.back()->getOperand(0))
    reshapes.push_back(value.getDefiningOp());
  return reshapes;
}

bool mlir::lowp::changesUnitDims(Operation *op) {
  if (!isReshape(op) || op->getNumOperands() != 1)
    return false;
  auto wide = cast<ShapedType>(op->getOperand(0).getType());
  auto narrow = cast<ShapedType>(op->getResult(0).getType());
  if (isa<tensor::ExpandShapeOp>(op))
    std::swap(wide, narrow);
  return isRankReducedType(wide, narrow) == SliceVerificationResult::Success;
}

Value mlir::lowp::transpose(OpBuilder &builder, Location loc, Value tensor,
                            ArrayRef<int64_t> order) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  applyPermutationToVector(sizes, order);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                        getElementTypeOrSelf(tensor));
  return linalg::TransposeOp::create(builder, loc, tensor, empty, order)
      ->getResult(0);
}

MappedTensor MappedTensor::of(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return {tensor, AffineMap::getMultiDimIdentityMap(rank, tensor.getContext())};
}

static AffineMap getMap(AffineMap like, ArrayRef<AffineExpr> results) {
  return AffineMap::get(like.getNumDims(), 0, results, like.getContext());
}

//===----------------------------------------------------------------------===//
// From a tensor to what it is made from
//===----------------------------------------------------------------------===//

LogicalResult mlir::lowp::appendDigits(AffineExpr index,
                                       ArrayRef<int64_t> sizes,
                                       SmallVectorImpl<AffineExpr> &digits) {
  AffineExpr zero = getAffineConstantExpr(0, index.getContext());
  for (; sizes.size() > 1 && sizes.front() == 1; sizes = sizes.drop_front())
    digits.push_back(zero);
  int64_t below = 1;
  for (int64_t size : sizes.drop_front()) {
    if (ShapedType::isDynamic(size))
      return failure();
    below *= size;
  }
  bool isFirst = true;
  for (auto [position, size] : llvm::enumerate(sizes)) {
    if (position > 0)
      below /= std::max<int64_t>(size, 1);
    if (size == 1) {
      digits.push_back(zero);
      continue;
    }
    AffineExpr digit = index.floorDiv(below);
    // The index is less than the product of all sizes.
    digits.push_back(isFirst ? digit : digit % size);
    isFirst = false;
  }
  return success();
}

static std::optional<MappedTensor>
lookThroughCollapse(tensor::CollapseShapeOp op, AffineMap map) {
  SmallVector<AffineExpr> indices;
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  for (auto [group, index] :
       llvm::zip_equal(op.getReassociationIndices(), map.getResults())) {
    ArrayRef<int64_t> sizes = shape.slice(group.front(), group.size());
    if (llvm::is_contained(sizes, 0) ||
        failed(appendDigits(index, sizes, indices)))
      return std::nullopt;
  }
  // The only element of a tensor without dimensions is in no group.
  indices.resize(shape.size(), getAffineConstantExpr(0, map.getContext()));
  return MappedTensor{op.getSrc(), getMap(map, indices)};
}

static std::optional<MappedTensor> lookThroughExpand(tensor::ExpandShapeOp op,
                                                     AffineMap map) {
  SmallVector<AffineExpr> indices;
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    AffineExpr index = getAffineConstantExpr(0, map.getContext());
    bool isFirst = true;
    for (int64_t dim : group) {
      if (shape[dim] == 1)
        continue;
      if (!isFirst && ShapedType::isDynamic(shape[dim]))
        return std::nullopt;
      index = (isFirst ? index : index * shape[dim]) + map.getResult(dim);
      isFirst = false;
    }
    indices.push_back(index);
  }
  return MappedTensor{op.getSrc(), getMap(map, indices)};
}

std::optional<MappedTensor>
mlir::lowp::lookThroughOne(const MappedTensor &tensor) {
  Operation *op = tensor.value.getDefiningOp();
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
    return lookThroughCollapse(collapse, tensor.map);
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return lookThroughExpand(expand, tensor.map);
  if (auto cast = dyn_cast_or_null<tensor::CastOp>(op)) {
    if (isa<RankedTensorType>(cast.getSource().getType()))
      return MappedTensor{cast.getSource(), tensor.map};
    return std::nullopt;
  }
  linalg::LinalgOp copy = getCopy(tensor.value, Through::Widening);
  if (!copy)
    return std::nullopt;
  AffineMap source = copy.getIndexingMapsArray()[0];
  if (!source.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  return MappedTensor{copy.getDpsInputs()[0], source.compose(tensor.map)};
}

SmallVector<MappedTensor> mlir::lowp::listSources(const MappedTensor &tensor) {
  SmallVector<MappedTensor> sources = {tensor};
  while (std::optional<MappedTensor> source = lookThroughOne(sources.back()))
    sources.push_back(*source);
  return sources;
}

SmallVector<MappedTensor> mlir::lowp::listOrders(const MappedTensor &tensor) {
  SmallVector<MappedTensor> orders = {tensor};
  while (AffineMap source = getTransposeMap(orders.back().value))
    orders.push_back({orders.back().value.getDefiningOp()->getOperand(0),
                      source.compose(orders.back().map)});
  return orders;
}

/// The transpose of a slice that is the same as `slice` of a transpose; null if
/// it is something else.
static Value transposeSlice(tensor::ExtractSliceOp slice) {
  AffineMap permutation = getTransposeMap(slice.getSource());
  if (!permutation || permutation.isIdentity() ||
      slice.getType().getRank() != slice.getSourceType().getRank())
    return {};
  OpBuilder builder(slice);
  Location loc = slice.getLoc();
  SmallVector<int64_t> order = llvm::map_to_vector(
      permutation.getResults(), [](AffineExpr index) -> int64_t {
        return cast<AffineDimExpr>(index).getPosition();
      });
  Value part = tensor::ExtractSliceOp::create(
      builder, loc, slice.getSource().getDefiningOp()->getOperand(0),
      applyPermutation(slice.getMixedOffsets(), order),
      applyPermutation(slice.getMixedSizes(), order),
      applyPermutation(slice.getMixedStrides(), order));
  return transpose(builder, loc, part, invertPermutationVector(order));
}

Value mlir::lowp::sliceBeforeTransposes(Value tensor) {
  Value origin = listSources(MappedTensor::of(tensor)).back().value;
  auto slice = origin.getDefiningOp<tensor::ExtractSliceOp>();
  Value transposed = slice ? transposeSlice(slice) : Value();
  if (!transposed)
    return tensor;
  slice.replaceAllUsesWith(transposed);
  slice.erase();
  return tensor == origin ? transposed : tensor;
}

Type mlir::lowp::get16BitOrigin(Value tensor) {
  for (const MappedTensor &source : listSources(MappedTensor::of(tensor)))
    if (Type element = getElementTypeOrSelf(source.value);
        isa<BFloat16Type, Float16Type>(element))
      return element;
  return {};
}

//===----------------------------------------------------------------------===//
// From a tensor to what is made from it
//===----------------------------------------------------------------------===//

static bool isConstant(AffineExpr index) {
  return isa<AffineConstantExpr>(index);
}

static std::optional<MappedTensor>
followExpand(tensor::ExpandShapeOp op, AffineMap map, Through through) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  SmallVector<AffineExpr> indices;
  for (auto [group, index] :
       llvm::zip_equal(op.getReassociationIndices(), map.getResults())) {
    ArrayRef<int64_t> sizes = shape.slice(group.front(), group.size());
    int64_t large = sizes.size() - llvm::count(sizes, 1);
    if (large > 1 &&
        (!any(through & Through::Splits) || llvm::is_contained(sizes, 0) ||
         failed(appendDigits(index, sizes, indices))))
      return std::nullopt;
    if (large > 1)
      continue;
    AffineExpr zero = getAffineConstantExpr(0, map.getContext());
    SmallVector<AffineExpr> own(sizes.size(), zero);
    const int64_t *place =
        llvm::find_if(sizes, [](int64_t size) { return size != 1; });
    own[place == sizes.end() ? 0 : place - sizes.begin()] = index;
    indices.append(own);
  }
  return MappedTensor{op.getResult(), getMap(map, indices)};
}

static std::optional<MappedTensor> followCollapse(tensor::CollapseShapeOp op,
                                                  AffineMap map) {
  SmallVector<AffineExpr> indices;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    AffineExpr index = map.getResult(group.front());
    for (int64_t dim : ArrayRef(group).drop_front()) {
      AffineExpr next = map.getResult(dim);
      if (!isConstant(index) && !isConstant(next))
        return std::nullopt;
      index = isConstant(index) ? next : index;
    }
    indices.push_back(index);
  }
  return MappedTensor{op.getResult(), getMap(map, indices)};
}

static std::optional<MappedTensor> followCopy(linalg::LinalgOp op,
                                              AffineMap map) {
  AffineMap source = op.getIndexingMapsArray()[0];
  if (!source.isPermutation())
    return std::nullopt;
  AffineMap inverse = inversePermutation(source);
  return MappedTensor{op->getResult(0), inverse.compose(map)};
}

std::optional<MappedTensor> mlir::lowp::followView(const MappedTensor &tensor,
                                                   Operation *user,
                                                   Through through) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user))
    return followExpand(expand, tensor.map, through);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(user))
    return followCollapse(collapse, tensor.map);
  return std::nullopt;
}

std::optional<MappedTensor> mlir::lowp::followOne(const MappedTensor &tensor,
                                                  Through through) {
  if (!tensor.value.hasOneUse())
    return std::nullopt;
  Operation *user = *tensor.value.user_begin();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
    return followView(tensor, user, through);
  linalg::LinalgOp copy = getOnlyCopy(tensor.value, through);
  return copy ? followCopy(copy, tensor.map) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

/// Groups of dimensions, each with one that `map` indexes by no constant.
static SmallVector<ReassociationIndices> groupUnitDims(AffineMap map) {
  SmallVector<ReassociationIndices> groups;
  // The only element of a tensor is in no group.
  if (llvm::all_of(map.getResults(), isConstant))
    return groups;
  bool hasLarge = true;
  for (auto [dim, index] : llvm::enumerate(map.getResults())) {
    bool isUnit = isConstant(index);
    // Units at the front belong to the first that is large.
    if (groups.empty() || (!isUnit && hasLarge)) {
      groups.emplace_back();
      hasLarge = false;
    }
    groups.back().push_back(dim);
    hasLarge |= !isUnit;
  }
  return groups;
}

MappedTensor mlir::lowp::dropUnitDims(OpBuilder &builder,
                                      const MappedTensor &tensor) {
  SmallVector<ReassociationIndices> groups = groupUnitDims(tensor.map);
  if (groups.size() == tensor.map.getNumResults())
    return tensor;
  SmallVector<AffineExpr> indices;
  for (AffineExpr index : tensor.map.getResults())
    if (!isConstant(index))
      indices.push_back(index);
  Value dropped = tensor::CollapseShapeOp::create(
      builder, tensor.value.getLoc(), tensor.value, groups);
  return {dropped, getMap(tensor.map, indices)};
}

SmallVector<ReassociationIndices>
mlir::lowp::groupDropped(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices open;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    open.push_back(dim);
    if (dropped.test(dim))
      continue;
    groups.push_back(std::move(open));
    open.clear();
  }
  if (!groups.empty())
    llvm::append_range(groups.back(), open);
  return groups;
}

Value mlir::lowp::dropUnread(OpBuilder &builder, Value tensor, AffineMap map) {
  auto type = cast<RankedTensorType>(tensor.getType());
  llvm::SmallBitVector unread(map.getNumDims());
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    unread[dim] = type.getDimSize(dim) == 1 && !map.isFunctionOfDim(dim);
  if (unread.none())
    return tensor;
  return tensor::CollapseShapeOp::create(builder, tensor.getLoc(), tensor,
                                         groupDropped(unread));
}

Value mlir::lowp::addUnitDims(OpBuilder &builder, Value tensor,
                              RankedTensorType type, AffineMap map) {
  Location loc = tensor.getLoc();
  SmallVector<ReassociationIndices> groups = groupUnitDims(map);
  auto source = cast<RankedTensorType>(tensor.getType());
  // As static as the source is: a cast does the rest.
  SmallVector<int64_t> sizes(type.getRank(), 1);
  unsigned next = 0;
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (!isConstant(index))
      sizes[dim] = source.getDimSize(next++);
  if (groups.size() != map.getNumResults())
    tensor = tensor::ExpandShapeOp::create(builder, loc, type.clone(sizes),
                                           tensor, groups);
  return builder.createOrFold<tensor::CastOp>(loc, type, tensor);
}

void mlir::lowp::eraseChain(Operation *op, Operation *last) {
  if (op != last)
    eraseChain(*op->user_begin(), last);
  op->erase();
}
