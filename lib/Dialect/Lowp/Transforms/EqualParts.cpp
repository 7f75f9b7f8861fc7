//===- EqualParts.cpp - Concats whose parts have one size -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualParts.h"

#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// The one number that `value` has for all its elements, if it is known.
static TypedAttr getSplat(Value value) {
  SplatElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return cast<TypedAttr>(elements.getSplatValue<Attribute>());
  auto fill = value.getDefiningOp<linalg::FillOp>();
  TypedAttr number;
  if (fill && matchPattern(fill.getInputs().front(), m_Constant(&number)))
    return number;
  return {};
}

namespace {

/// Each part is an operation of its own: more are rows of a table rather than
/// parts of a vector.
static constexpr int64_t kMostParts = 4;

/// Tensors of one size that are put beside each other, into an empty tensor or
/// into one of equal numbers, as gradients of slices are: a concat.
struct InsertToConcat : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> dim = findDim(op);
    if (!dim || feedsInsert(op))
      return rewriter.notifyMatchFailure(op, "not the last of some parts");
    RankedTensorType part = op.getSourceType();
    SmallVector<Value> parts(op.getType().getDimSize(*dim) /
                             part.getDimSize(*dim));
    Value base = collectParts(op, *dim, parts);
    bool isWhole = llvm::all_of(parts, [](Value value) { return value; });
    TypedAttr splat = getSplat(base);
    if (!isWhole && (!splat || !isReadByElements(op)))
      return rewriter.notifyMatchFailure(op, "the other parts are not known");
    for (Value &value : parts)
      if (!value)
        value = arith::ConstantOp::create(rewriter, op.getLoc(),
                                          DenseElementsAttr::get(part, splat));
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), *dim,
                                                  parts);
    return success();
  }

private:
  static bool feedsInsert(tensor::InsertSliceOp op) {
    return llvm::any_of(op->getUsers(), [&](Operation *user) {
      auto insert = dyn_cast<tensor::InsertSliceOp>(user);
      return insert && insert.getDest() == op.getResult() && findDim(insert);
    });
  }

  /// Puts what `op` and those before it insert into `parts`, and returns the
  /// tensor that the first one inserts into.
  static Value collectParts(tensor::InsertSliceOp op, int64_t dim,
                            MutableArrayRef<Value> parts) {
    RankedTensorType part = op.getSourceType();
    Value base = op.getResult();
    for (auto insert = op;
         insert && insert.getSourceType() == part && findDim(insert) == dim;
         insert = base.getDefiningOp<tensor::InsertSliceOp>()) {
      Value &value = parts[insert.getStaticOffset(dim) / part.getDimSize(dim)];
      // The last one stays.
      if (!value)
        value = insert.getSource();
      base = insert.getDest();
    }
    return base;
  }

  /// The dimension along which the destination has several parts of the size of
  /// the source, which is one of them.
  static std::optional<int64_t> findDim(tensor::InsertSliceOp op) {
    RankedTensorType source = op.getSourceType(), whole = op.getType();
    if (!source.hasStaticShape() || !whole.hasStaticShape() ||
        source.getRank() != whole.getRank() || !op.getOffsets().empty() ||
        !op.hasUnitStride() || source.getNumElements() == 0)
      return std::nullopt;
    std::optional<int64_t> found;
    for (int64_t dim = 0; dim < whole.getRank(); ++dim) {
      int64_t size = source.getDimSize(dim);
      if (size == whole.getDimSize(dim))
        continue;
      if (found || whole.getDimSize(dim) % size != 0 ||
          whole.getDimSize(dim) / size > kMostParts ||
          op.getStaticOffset(dim) % size != 0)
        return std::nullopt;
      found = dim;
    }
    return found;
  }
};

/// A concat of a concat and others that are multiples of its parts: one concat
/// of equal parts, as where an embedding turns some of a head's elements.
struct FlattenConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    std::optional<int64_t> size;
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<tensor::ConcatOp>();
      if (!inner || inner.getDim() != op.getDim() || !inner->hasOneUse() ||
          !getPartSize(inner)) {
        parts.push_back(input);
        continue;
      }
      if (size && *size != getPartSize(inner))
        return rewriter.notifyMatchFailure(op, "concats of other parts");
      size = getPartSize(inner);
      llvm::append_range(parts, inner.getInputs());
    }
    if (!size || !divide(op, parts, *size, rewriter))
      return rewriter.notifyMatchFailure(op, "no concat of equal parts");
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(),
                                                  parts);
    return success();
  }

private:
  /// Divides `parts` into slices of `size`, unless they would be too many.
  static bool divide(tensor::ConcatOp op, SmallVectorImpl<Value> &parts,
                     int64_t size, PatternRewriter &rewriter) {
    int64_t whole = op.getResultType().getDimSize(op.getDim());
    if (!op.getResultType().hasStaticShape() || whole % size != 0 ||
        whole / size > 2 * kMostParts || !llvm::all_of(parts, [&](Value part) {
          return cast<RankedTensorType>(part.getType())
                         .getDimSize(op.getDim()) %
                     size ==
                 0;
        }))
      return false;
    SmallVector<Value> divided;
    for (Value part : parts) {
      auto type = cast<RankedTensorType>(part.getType());
      for (int64_t at = 0; at < type.getDimSize(op.getDim()); at += size)
        divided.push_back(slice(part, op.getDim(), at, size, rewriter));
    }
    parts.assign(divided.begin(), divided.end());
    return true;
  }

  static Value slice(Value part, uint64_t dim, int64_t offset, int64_t size,
                     PatternRewriter &rewriter) {
    auto type = cast<RankedTensorType>(part.getType());
    if (type.getDimSize(dim) == size)
      return part;
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
    offsets[dim] = rewriter.getIndexAttr(offset);
    sizes[dim] = rewriter.getIndexAttr(size);
    return tensor::ExtractSliceOp::create(rewriter, part.getLoc(), part,
                                          offsets, sizes, strides);
  }
};

} // namespace

void mlir::lowp::populateInsertToConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<InsertToConcat>(patterns.getContext());
}

void mlir::lowp::populateFlattenConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<FlattenConcat>(patterns.getContext());
}
