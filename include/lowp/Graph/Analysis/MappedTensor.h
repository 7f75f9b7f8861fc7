//===- MappedTensor.h - Tensors through views and copies --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_MAPPEDTENSOR_H
#define LOWP_GRAPH_ANALYSIS_MAPPEDTENSOR_H

#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// A tensor, and the loops or dimensions of something else that index it: a
/// constant 0 for a dimension of size 1.
struct MappedTensor {
  Value value;
  AffineMap map;

  /// `tensor`, indexed by its own dimensions.
  static MappedTensor of(Value tensor);

  bool operator==(const MappedTensor &other) const {
    return value == other.value && map == other.map;
  }
};

/// Whether `op` shows what it is given in another shape.
bool isReshape(Operation *op);

/// What `value` is a reshape of, or shows by an operation of `Others`; itself
/// if it is neither.
template <typename... Others>
Value skipViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op) && !(isa<Others>(op) || ...))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What `tensor` is a `View` of, a collapse_shape or an expand_shape along
/// `groups`; null if it is no such view.
template <typename View>
Value getViewed(Value tensor, ArrayRef<ReassociationIndices> groups) {
  auto view = tensor.getDefiningOp<View>();
  return view && view.getReassociationIndices() == groups ? view.getSrc()
                                                          : Value();
}

/// The one constant that all elements of `tensor` are, where its producer
/// tells, through views and copies that repeat or transpose; else null.
TypedAttr getUniformElement(Value tensor);

/// The operations that read `value` or what one of them makes of it that is a
/// reshape, or is `followed`.
SetVector<Operation *>
listReaders(Value value, function_ref<bool(Operation *)> followed = isReshape);

/// What `value` is a reshape of, and all reshapes of that.
SmallVector<Value> listReshapes(Value value);

/// The reshapes that `value` alone shows, the last first, which it skips.
SmallVector<Operation *> skipOwnReshapes(Value &value);

/// Whether `op` is a reshape that adds or drops dimensions of size 1 and does
/// nothing else.
bool changesUnitDims(Operation *op);

/// `tensor` with its dimension `order[i]` as i.
Value transpose(OpBuilder &builder, Location loc, Value tensor,
                ArrayRef<int64_t> order);

/// What `tensor` is made from by one view (reshape, cast) or one copy that
/// transposes, broadcasts or widens: the same elements, maybe narrower. Nothing
/// if something else computes it.
std::optional<MappedTensor> lookThroughOne(const MappedTensor &tensor);

/// `tensor`, what it is made from so, what that is made from, and so on.
SmallVector<MappedTensor> listSources(const MappedTensor &tensor);

/// `tensor`, what it is a copy of in some order, what that is one of, and so
/// on.
SmallVector<MappedTensor> listOrders(const MappedTensor &tensor);

/// Transposes slices instead of slicing what is transposed, where `tensor` is
/// made of these by views and copies: whoever looks through the transpose reads
/// a part of a tensor. Returns what is `tensor` then.
Value sliceBeforeTransposes(Value tensor);

/// The type of 16 bits that `tensor` has, or that it is a wider form of through
/// views and copies; null if there is none.
Type get16BitOrigin(Value tensor);

/// What `user` makes of `tensor` by one view that adds or drops dimensions of
/// size 1 or, if it is to be looked `through`, divides one into several.
/// Nothing if it does something else.
std::optional<MappedTensor> followView(const MappedTensor &tensor,
                                       Operation *user,
                                       Through through = Through::Nothing);

/// What the only user of `tensor` makes of it by one such view, or by one copy
/// that transposes and casts as `through` has it. Nothing if the only user does
/// something else, or there are several.
std::optional<MappedTensor> followOne(const MappedTensor &tensor,
                                      Through through);

/// Appends the digits of `index` in a number system of `sizes`, the first of
/// which may be unknown; 0 where a size is 1. Fails where others are unknown.
LogicalResult appendDigits(AffineExpr index, ArrayRef<int64_t> sizes,
                           SmallVectorImpl<AffineExpr> &digits);

/// `tensor` without dimensions indexed by a constant.
MappedTensor dropUnitDims(OpBuilder &builder, const MappedTensor &tensor);

/// Groups of dimensions, one for each that is not `dropped`, as a reshape has
/// them that drops those of size 1.
SmallVector<ReassociationIndices>
groupDropped(const llvm::SmallBitVector &dropped);

/// `tensor` without dimensions of size 1 that `map` of its dimensions does not
/// read.
Value dropUnread(OpBuilder &builder, Value tensor, AffineMap map);

/// `tensor`, of the dimensions of `type` that `map` does not index by a
/// constant, as a value of `type`.
Value addUnitDims(OpBuilder &builder, Value tensor, RankedTensorType type,
                  AffineMap map);

/// Erases `op` and what is made of it, by its only user each, up to `last`,
/// which nobody reads any more.
void eraseChain(Operation *op, Operation *last);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_MAPPEDTENSOR_H
