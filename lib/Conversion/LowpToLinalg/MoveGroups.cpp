//===- MoveGroups.cpp - Data of groups to where others begin --------------
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveGroups.h"

#include "DataStorage.h"
#include "GroupedDim.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

/// Elements along the groups that one entry of the stored data has.
static int64_t countInEntry(ScaledType type) {
  if (!type.isPacked() || type.getOrder()[1] != type.getGroups().getAxis())
    return 1;
  return 8 / type.getElementType().getIntOrFloatBitWidth();
}

static int64_t getExtent(ScaledType type) {
  return type.getRecipe().getBlockShape().extent(type.getGroups().getAxis());
}

GroupsAttr mlir::lowp::getPlacesOfMoved(ScaledType from, ScaledType to) {
  GroupsAttr groups = to.getGroups();
  int64_t extent = getExtent(to);
  int64_t alignment = extent == BlockShape::kWhole ? groups.getAlignment()
                                                   : groups.getStart() / extent;
  return GroupsAttr::get(groups.getContext(), groups.getCount(),
                         groups.getAxis(), alignment,
                         from.getGroups().getStart(), /*separate=*/false);
}

bool mlir::lowp::movesBytes(ScaledType from, ScaledType to) {
  int64_t bits = from.getElementType().getIntOrFloatBitWidth();
  auto lies = [](ScaledType type) {
    return type.isPacked() && type.hasIdentityDataLayout() &&
           type.getGroups().getStart() % countInEntry(type) == 0;
  };
  return 8 % bits == 0 && from.getOrder() == to.getOrder() && lies(from) &&
         lies(to);
}

namespace {

/// Builds the entries of a matrix of which groups have been moved.
class GroupMover {
public:
  GroupMover(OpBuilder &builder, Location loc, Value data, ScaledType from,
             ScaledType to, ArrayRef<OpFoldResult> sizes, Value ends)
      : data(data), from(from), to(to), axis(to.getGroups().getAxis()),
        inEntry(movesBytes(from, to) ? countInEntry(to) : 1),
        extent(getExtent(to) == BlockShape::kWhole ? to.getGroups().getStart()
                                                   : getExtent(to)),
        size(sizes[axis]), groups(GroupedDim::build(builder, loc, extent, size,
                                                    getPlaces(), ends)) {}

  /// The entry in hand of the result, in the order of `to`.
  Value buildEntry(ImplicitLocOpBuilder b) const;

private:
  /// Places of blocks, or of as many elements as groups begin at multiples of.
  GroupsAttr getPlaces() const {
    GroupsAttr places = getPlacesOfMoved(from, to);
    return getExtent(to) == BlockShape::kWhole
               ? GroupsAttr::get(places.getContext(), places.getCount(),
                                 places.getAxis(), /*alignment=*/1,
                                 places.getStart(), /*separate=*/false)
               : places;
  }
  Value convert(ImplicitLocOpBuilder &b, Value entry) const;

  Value data;
  ScaledType from, to;
  unsigned axis;
  int64_t inEntry, extent;
  OpFoldResult size;
  GroupedDim groups;
};

} // namespace

/// Elements may be stored in another way.
Value GroupMover::convert(ImplicitLocOpBuilder &b, Value entry) const {
  if (from.getPacking() == to.getPacking())
    return entry;
  Value element = fromUnpackedElement(b, b.getLoc(), from, entry);
  return toUnpackedElement(b, b.getLoc(), to, element);
}

Value GroupMover::buildEntry(ImplicitLocOpBuilder b) const {
  auto index = [&](int64_t value) { return buildIndex(b, b.getLoc(), value); };
  SmallVector<Value> place =
      applyPermutationMap<Value>(inversePermutation(getDataMap(to)),
                                 ArrayRef(getLoopIndices(b, b.getLoc(), 2)));
  Value first = arith::MulIOp::create(b, place[axis], index(inEntry));
  auto [source, isThere] = groups.getElement(
      b, b.getLoc(), arith::DivUIOp::create(b, first, index(extent)),
      arith::RemUIOp::create(b, first, index(extent)));
  Value last = arith::SubIOp::create(
      b, getValueOrCreateConstantIndexOp(b, b.getLoc(), size), index(1));
  Value read = arith::MinUIOp::create(b, source, last);
  place[axis] = arith::DivUIOp::create(b, read, index(inEntry));
  Value entry = tensor::ExtractOp::create(
      b, data, applyPermutationMap<Value>(getDataMap(from), place));
  entry = convert(b, entry);
  return orZero(b, b.getLoc(), isThere, entry);
}

/// Entries of a matrix of `sizes` in the order of `type`, uninitialised.
static Value buildEmptyEntries(OpBuilder &builder, Location loc,
                               ScaledType type, ArrayRef<OpFoldResult> sizes,
                               bool areBytes) {
  if (!areBytes)
    return buildEmptyData(builder, loc, type, sizes);
  SmallVector<OpFoldResult> stored =
      applyPermutationMap<OpFoldResult>(getDataMap(type), sizes);
  int64_t perByte = 8 / type.getElementType().getIntOrFloatBitWidth();
  AffineExpr bytes = builder.getAffineDimExpr(0).ceilDiv(perByte);
  stored.back() = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, bytes), stored.back());
  return tensor::EmptyOp::create(builder, loc, stored, builder.getI8Type());
}

Value mlir::lowp::moveGroups(OpBuilder &builder, Location loc, Value data,
                             ScaledType from, ScaledType to,
                             ArrayRef<OpFoldResult> sizes,
                             ArrayRef<OpFoldResult> newSizes, Value ends) {
  GroupMover mover(builder, loc, data, from, to, sizes, ends);
  Value init =
      buildEmptyEntries(builder, loc, to, newSizes, movesBytes(from, to));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) {
    return mover.buildEntry(b);
  };
  return buildGeneric(builder, loc, {}, init,
                      {builder.getMultiDimIdentityMap(2)}, body);
}
