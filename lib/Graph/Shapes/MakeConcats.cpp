//===- MakeConcats.cpp - Concats of equal parts ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualParts.h"

#include "lowp/Graph/Analysis/ConcatParts.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

// Inserts
//===----------------------------------------------------------------------===//

namespace {
/// Where an insert puts its source: at each `stride`th index of `dim`.
struct Place {
  int64_t dim, offset, count, stride;
};
} // namespace

/// The place of `op`, if it is along one dimension, of neighbours or of one
/// lane of all that is there.
static std::optional<Place> findPlace(tensor::InsertSliceOp op) {
  RankedTensorType source = op.getSourceType(), whole = op.getType();
  if (!source.hasStaticShape() || !whole.hasStaticShape() ||
      source.getRank() != whole.getRank() || !op.getOffsets().empty() ||
      !op.getStrides().empty() || source.getNumElements() == 0)
    return std::nullopt;
  std::optional<Place> found;
  for (int64_t dim = 0; dim < whole.getRank(); ++dim) {
    int64_t count = source.getDimSize(dim);
    if (count == whole.getDimSize(dim))
      continue;
    if (found)
      return std::nullopt;
    found = {dim, op.getStaticOffset(dim), count, op.getStaticStride(dim)};
    if (found->stride > 1 && (found->offset >= found->stride ||
                              count * found->stride != whole.getDimSize(dim)))
      return std::nullopt;
  }
  return found;
}

namespace {
/// Inserts of which each puts something into what the one before made.
struct InsertChain {
  SmallVector<std::pair<tensor::InsertSliceOp, Place>> inserts;
  Value base;

  explicit InsertChain(tensor::InsertSliceOp last) : base(last.getResult()) {
    for (auto op = last; op; op = base.getDefiningOp<tensor::InsertSliceOp>()) {
      std::optional<Place> place = findPlace(op);
      if (!place ||
          (!inserts.empty() && (place->dim != inserts[0].second.dim ||
                                place->stride != inserts[0].second.stride)))
        return;
      inserts.emplace_back(op, *place);
      base = op.getDest();
    }
  }

  /// Parts that all places consist of, without their values; nothing if they
  /// are too many.
  std::optional<EqualParts> findParts() const {
    if (inserts.empty())
      return std::nullopt;
    Place first = inserts[0].second;
    int64_t whole =
        cast<RankedTensorType>(base.getType()).getDimSize(first.dim);
    EqualParts parts{first.dim, first.count, first.stride, {}};
    if (first.stride == 1)
      for (auto [op, place] : inserts)
        parts.size = std::gcd(std::gcd(parts.size, place.count),
                              std::gcd(whole, place.offset));
    // Nothing has no parts.
    if (parts.size == 0 || whole / parts.size > kMostParts)
      return std::nullopt;
    parts.values.resize(whole / parts.size);
    return parts;
  }
};

/// Whether only elementwise ops read `op`, by way of views that leave
/// dimension `dim` as it is.
bool isReadByElements(Operation *op, int64_t dim) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto view = dyn_cast<tensor::CollapseShapeOp>(user);
    std::optional<int64_t> there =
        view ? findUnjoined(view, dim) : std::nullopt;
    return isElementwiseOp(dyn_cast<linalg::LinalgOp>(user)) ||
           (there && isReadByElements(view, *there));
  });
}

bool feedsInsert(tensor::InsertSliceOp op) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(user);
    return insert && insert.getDest() == op.getResult() && findPlace(insert);
  });
}

/// Whether `place` is the one of part `number`, among others.
bool has(const Place &place, const EqualParts &parts, int64_t number) {
  int64_t offset = parts.getOffset(number);
  if (place.stride > 1)
    return offset == place.offset;
  return offset >= place.offset && offset < place.offset + place.count;
}

bool coversAll(const InsertChain &chain, const EqualParts &parts) {
  return llvm::all_of(llvm::seq(parts.values.size()), [&](int64_t number) {
    return llvm::any_of(chain.inserts, [&](auto insert) {
      return has(insert.second, parts, number);
    });
  });
}

/// Takes values from what is inserted; of several the last one stays.
void fill(const InsertChain &chain, EqualParts &parts, OpBuilder &builder) {
  for (auto [number, value] : llvm::enumerate(parts.values))
    for (auto [op, place] : chain.inserts)
      if (!value && has(place, parts, number))
        value = sliceAlong(
            builder, op.getSource(), parts.dim,
            place.stride > 1 ? 0 : parts.getOffset(number) - place.offset,
            parts.size, /*stride=*/1);
}

/// Tensors that are put beside each other, into an empty tensor or into one of
/// equal numbers, as gradients of slices are: a concat.
LogicalResult insertToConcat(tensor::InsertSliceOp op,
                             PatternRewriter &rewriter) {
  InsertChain chain(op);
  std::optional<EqualParts> parts = chain.findParts();
  if (!parts || feedsInsert(op))
    return rewriter.notifyMatchFailure(op, "not the last of some parts");
  TypedAttr splat = getUniformElement(chain.base);
  if (!coversAll(chain, *parts) &&
      (!splat || !isReadByElements(op, parts->dim)))
    return rewriter.notifyMatchFailure(op, "the other parts are not known");
  fill(chain, *parts, rewriter);
  RankedTensorType type = op.getSourceType();
  SmallVector<int64_t> shape(type.getShape());
  shape[parts->dim] = parts->size;
  for (Value &value : parts->values)
    if (!value)
      value = arith::ConstantOp::create(
          rewriter, op.getLoc(),
          DenseElementsAttr::get(type.clone(shape), splat));
  rewriter.replaceOp(op,
                     buildParts(rewriter, op.getLoc(), op.getType(), *parts));
  return success();
}

//===----------------------------------------------------------------------===//
// Concats
//===----------------------------------------------------------------------===//

/// The parts of `input` along the dimension of `op`, or itself as one.
EqualParts matchInput(tensor::ConcatOp op, Value input) {
  auto dim = int64_t(op.getDim());
  if (std::optional<EqualParts> parts = matchParts(input);
      parts && parts->dim == dim && input.hasOneUse())
    return *parts;
  int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(dim);
  return {dim, size, 1, {input}};
}

/// Parts that all of `inner` consist of, without their values.
std::optional<EqualParts> findParts(tensor::ConcatOp op,
                                    ArrayRef<EqualParts> inner) {
  EqualParts parts{int64_t(op.getDim()), 0, 1, {}};
  for (const EqualParts &own : inner)
    parts.lanes = std::max(parts.lanes, own.lanes);
  for (const EqualParts &own : inner) {
    bool hasLanes = own.lanes == parts.lanes;
    if (!hasLanes && (own.values.size() > 1 || own.size % parts.lanes != 0))
      return std::nullopt;
    parts.size =
        std::gcd(parts.size, hasLanes ? own.size : own.size / parts.lanes);
  }
  int64_t whole = op.getResultType().getDimSize(parts.dim);
  if (parts.size == 0 || whole / parts.size > kMostParts)
    return std::nullopt;
  return parts;
}

/// Appends `input`, which consists of `own`, to `parts`.
void divide(Value input, const EqualParts &own, EqualParts &parts,
            OpBuilder &builder) {
  auto type = cast<RankedTensorType>(input.getType());
  int64_t rows = type.getDimSize(parts.dim) / parts.lanes;
  bool hasLanes = own.lanes == parts.lanes;
  for (int64_t row = 0; row < rows; row += parts.size)
    for (int64_t lane = 0; lane < parts.lanes; ++lane) {
      int64_t number = row / own.size * own.lanes + lane;
      parts.values.push_back(
          hasLanes
              ? sliceAlong(builder, getPart(builder, type, own, number),
                           parts.dim, row % own.size, parts.size, 1)
              : sliceAlong(builder, input, parts.dim, row * parts.lanes + lane,
                           parts.size, parts.lanes));
    }
}

/// A concat of parts of several sizes, or of concats: one of equal parts, as
/// where an embedding turns some of a head's elements.
LogicalResult flattenConcat(tensor::ConcatOp op, PatternRewriter &rewriter) {
  if (!op.getResultType().hasStaticShape())
    return rewriter.notifyMatchFailure(op, "unknown sizes");
  SmallVector<EqualParts> inner;
  for (Value input : op.getInputs())
    inner.push_back(matchInput(op, input));
  bool isFlat = llvm::all_of(
      inner, [](const EqualParts &parts) { return parts.values.size() == 1; });
  if (isFlat && getPartSize(op))
    return rewriter.notifyMatchFailure(op, "its parts are equal");
  std::optional<EqualParts> parts = findParts(op, inner);
  if (!parts)
    return rewriter.notifyMatchFailure(op, "no parts of one size, or many");
  for (auto [input, own] : llvm::zip_equal(op.getInputs(), inner))
    divide(input, own, *parts, rewriter);
  rewriter.replaceOp(
      op, buildParts(rewriter, op.getLoc(), op.getResultType(), *parts));
  return success();
}

/// The parts of `input` along another dimension than that of `op`, which
/// alone reads it.
std::optional<EqualParts> matchInner(tensor::ConcatOp op, Value input) {
  std::optional<EqualParts> parts = matchParts(input);
  if (!parts || !input.getDefiningOp<tensor::ConcatOp>() ||
      parts->dim == int64_t(op.getDim()) || !input.hasOneUse() ||
      op.getResultType().isDynamicDim(parts->dim))
    return std::nullopt;
  return parts;
}

/// `input` as a concat of parts like those of `all`.
Value divide(tensor::ConcatOp op, Value input, const EqualParts &all,
             OpBuilder &builder) {
  auto type = cast<RankedTensorType>(input.getType());
  EqualParts own{all.dim, op.getResultType().getDimSize(all.dim), 1, {input}};
  if (std::optional<EqualParts> parts = matchInner(op, input))
    own = *parts;
  if (own.size == all.size)
    return input;
  EqualParts divided{all.dim, all.size, 1, {}};
  for (Value part : own.values)
    for (int64_t offset = 0; offset < own.size; offset += all.size)
      divided.values.push_back(
          sliceAlong(builder, part, all.dim, offset, all.size, /*stride=*/1));
  return buildParts(builder, op.getLoc(), type, divided);
}

/// concat(concat(a, b), c) along two dimensions becomes
/// concat(concat(a, b), concat(c1, c2)) with slices of c: all parts have the
/// dimensions of a then, and one kernel stores them.
LogicalResult divideBesideParts(tensor::ConcatOp op,
                                PatternRewriter &rewriter) {
  SmallVector<EqualParts> inner;
  for (Value input : op.getInputs())
    if (std::optional<EqualParts> parts = matchInner(op, input))
      inner.push_back(*parts);
  if (inner.empty() || !llvm::all_of(inner, [&](const EqualParts &parts) {
        return parts.dim == inner.front().dim;
      }))
    return rewriter.notifyMatchFailure(op, "no parts along one dimension");
  EqualParts all = inner.front();
  for (const EqualParts &parts : inner)
    all.size = std::gcd(all.size, parts.size);
  bool areEqual = llvm::all_of(
      inner, [&](const EqualParts &parts) { return parts.size == all.size; });
  int64_t whole = op.getResultType().getDimSize(all.dim);
  if ((areEqual && inner.size() == op.getInputs().size()) ||
      whole / all.size > kMostParts)
    return rewriter.notifyMatchFailure(op, "its parts are equal, or many");
  SmallVector<Value> divided;
  for (Value input : op.getInputs())
    divided.push_back(divide(op, input, all, rewriter));
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(divided); });
  return success();
}
} // namespace

void mlir::lowp::populateInsertToConcatPatterns(RewritePatternSet &patterns) {
  patterns.add(insertToConcat);
}

void mlir::lowp::populateFlattenConcatPatterns(RewritePatternSet &patterns) {
  patterns.add(flattenConcat).add(divideBesideParts);
}
