//===- RowViews.cpp - Where rows of a tensor begin ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowViews.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::lowp;

bool lowp_gpu::hasWholeRows(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t size = type.getShape().back();
  return !ShapedType::isDynamic(size) &&
         size % AlignedEmptyOp::getAlignment(type.getElementType()) == 0;
}

Value lowp_gpu::getReshaped(Operation *op) {
  if (isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                      tensor::ExpandShapeOp>(op))
    return op->getOperand(0);
  return {};
}

bool lowp_gpu::isMisalignedPart(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (Value source = getReshaped(op))
    return isMisalignedPart(source);
  auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op);
  if (!slice)
    return false;
  int64_t alignment =
      AlignedEmptyOp::getAlignment(slice.getType().getElementType());
  std::optional<int64_t> offset =
      getConstantIntValue(slice.getMixedOffsets().back());
  bool isAligned =
      hasWholeRows(slice.getSource()) && offset && *offset % alignment == 0 &&
      !slice.getDroppedDims().test(slice.getSourceType().getRank() - 1) &&
      isOneInteger(slice.getMixedStrides().back());
  return !isAligned || isMisalignedPart(slice.getSource());
}

/// What a loop that carries `tensor` begins with; null without such a loop.
static OpOperand *findLoopInit(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto loop =
        dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    return loop ? loop.getTiedLoopInit(argument) : nullptr;
  }
  auto loop = tensor.getDefiningOp<LoopLikeOpInterface>();
  // Results of scf.while are what its condition passes on.
  if (!loop || loop.getInits().size() != loop->getNumResults())
    return nullptr;
  return loop.getTiedLoopInit(cast<OpResult>(tensor));
}

bool lowp_gpu::isPart(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (Value source = getReshaped(op))
    return isPart(source);
  if (OpOperand *init = findLoopInit(tensor))
    return isPart(init->get());
  return isa_and_present<tensor::ExtractSliceOp>(op);
}

/// Whether reshaping between the shapes `few` and `many` adds or drops
/// dimensions of size 1 only, none of them after the last of `few`.
static bool keepsRows(ArrayRef<int64_t> few, ArrayRef<int64_t> many,
                      ArrayRef<ReassociationIndices> groups) {
  if (few.empty() || groups.empty())
    return false;
  // A group with two large sizes is contiguous only without gaps.
  for (const ReassociationIndices &group : groups)
    if (llvm::count_if(group, [&](int64_t dim) { return many[dim] != 1; }) > 1)
      return false;
  return groups.back().size() == 1;
}

Value lowp_gpu::getSourceOfRows(Operation *op) {
  if (auto cast = dyn_cast_or_null<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType()) &&
                   isa<RankedTensorType>(cast.getType())
               ? cast.getSource()
               : Value();
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
    return keepsRows(collapse.getResultType().getShape(),
                     collapse.getSrcType().getShape(),
                     collapse.getReassociationIndices())
               ? collapse.getSrc()
               : Value();
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return keepsRows(expand.getSrcType().getShape(),
                     expand.getResultType().getShape(),
                     expand.getReassociationIndices())
               ? expand.getSrc()
               : Value();
  return {};
}

OpOperand *lowp_gpu::findDestination(Value tensor) {
  while (Value source = getSourceOfRows(tensor.getDefiningOp()))
    tensor = source;
  auto op = tensor.getDefiningOp<DestinationStyleOpInterface>();
  if (!op)
    return nullptr;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(tensor));
  Operation *producer = init->get().getDefiningOp();
  if (isa_and_present<tensor::EmptyOp, AlignedEmptyOp>(producer))
    return init;
  // Others that read the elements before, such as the next iteration of a loop,
  // would have them in another buffer.
  bool isOwn = producer && producer->getBlock() == op->getBlock() &&
               init->get().hasOneUse();
  return isOwn ? findDestination(init->get()) : nullptr;
}
