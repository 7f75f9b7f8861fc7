//===- GroupMask.cpp - Masks that keep one group --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupMask.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// `bound <= row`, or `row < bound`.
struct RowBound {
  bool isLower;
  Element bound;
  AffineExpr row;
};
} // namespace

/// A comparison of the index of a loop with an element of a tensor.
static std::optional<RowBound> matchBound(const Element &element) {
  using arith::CmpIPredicate;
  auto compare = element.value.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return std::nullopt;
  Element lhs = traceOperand(element, 0), rhs = traceOperand(element, 1);
  AffineExpr left = getPosition(lhs), right = getPosition(rhs);
  CmpIPredicate predicate = compare.getPredicate();
  if (right && predicate == CmpIPredicate::sle)
    return RowBound{/*isLower=*/true, lhs, right};
  if (right && predicate == CmpIPredicate::sgt)
    return RowBound{/*isLower=*/false, lhs, right};
  if (left && predicate == CmpIPredicate::sge)
    return RowBound{/*isLower=*/true, rhs, left};
  if (left && predicate == CmpIPredicate::slt)
    return RowBound{/*isLower=*/false, rhs, left};
  return std::nullopt;
}

/// Whether a slice of a vector is that of `size` elements from `offset` on.
template <typename SliceOp>
static bool isSlice(SliceOp slice, int64_t offset, int64_t size) {
  return slice.getStaticOffsets() == ArrayRef<int64_t>{offset} &&
         slice.getStaticSizes() == ArrayRef<int64_t>{size} &&
         slice.getStaticStrides() == ArrayRef<int64_t>{1};
}

/// Whether the first element of `tensor` is 0, whatever the others are.
static bool startsWithZero(Value tensor) {
  auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>();
  return isZero(tensor) ||
         (insert && isSlice(insert, 0, 1) && isZero(insert.getSource()));
}

/// What comes after a 0 in `tensor`, a vector of `count` elements; null if it
/// is something else.
static Value getBehindZero(Value tensor, int64_t count) {
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>()) {
    ValueRange parts = concat.getInputs();
    bool isZeroFirst =
        parts.size() == 2 && isZero(parts[0]) &&
        cast<RankedTensorType>(parts[0].getType()).getDimSize(0) == 1;
    return isZeroFirst ? Value(parts[1]) : Value();
  }
  auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>();
  if (!insert || !isSlice(insert, 1, count - 1) ||
      !startsWithZero(insert.getDest()))
    return {};
  return insert.getSource();
}

/// Whether `begin` is 0 for the first group, and the end of the one before for
/// each other.
static bool isBegin(const Element &begin, const Element &end) {
  auto type = dyn_cast<RankedTensorType>(begin.value.getType());
  if (!type || type.getRank() != 1 || type.isDynamicDim(0))
    return false;
  int64_t count = type.getDimSize(0);
  Value ends = getBehindZero(begin.value, count);
  auto slice = ends ? ends.getDefiningOp<tensor::ExtractSliceOp>()
                    : tensor::ExtractSliceOp();
  if (!slice || slice.getSourceType().getRank() != 1 ||
      slice.getSourceType().getDimSize(0) != count ||
      !isSlice(slice, 0, count - 1))
    return false;
  return traceElement({slice.getSource(), begin.map}) == end;
}

/// Whether both bounds hold for the rows of one group.
static bool isGroup(const RowBound &lower, const RowBound &upper) {
  return lower.isLower && !upper.isLower && lower.row == upper.row &&
         isa<RankedTensorType>(upper.bound.value.getType()) &&
         upper.bound.map.getNumResults() == 1 &&
         isBegin(lower.bound, upper.bound);
}

std::optional<GroupMask> mlir::lowp::matchGroupMask(const Element &operand) {
  Element element = traceElement(operand);
  if (!element.value.getDefiningOp<arith::SelectOp>() ||
      !matchPattern(traceOperand(element, 2).value, m_PosZeroFloat()))
    return std::nullopt;
  Element kept = getReadOperand(element, 1), mask = traceOperand(element, 0);
  if (!kept.value || !mask.value.getDefiningOp<arith::AndIOp>())
    return std::nullopt;
  std::optional<RowBound> lower = matchBound(traceOperand(mask, 0));
  std::optional<RowBound> upper = matchBound(traceOperand(mask, 1));
  if (!lower || !upper)
    return std::nullopt;
  if (!lower->isLower)
    std::swap(lower, upper);
  if (!isGroup(*lower, *upper))
    return std::nullopt;
  const Element &end = upper->bound;
  return GroupMask{end.value, end.map.getResult(0), upper->row, kept};
}
