//===- RowViews.cpp - Where rows of a tensor begin ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowViews.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
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

/// What branches hand on as `tensor`; nothing if `tensor` is no result of
/// branches.
static SmallVector<Value> findYielded(Value tensor) {
  SmallVector<Value> yielded;
  auto branch = tensor.getDefiningOp<RegionBranchOpInterface>();
  if (branch && !isa<LoopLikeOpInterface>(*branch))
    branch.getPredecessorValues(RegionSuccessor(branch, branch->getResults()),
                                cast<OpResult>(tensor).getResultNumber(),
                                yielded);
  return yielded;
}

/// Whether `lhs` and `rhs` are parts whose buffers have one type.
static bool arePartsAlike(Value lhs, Value rhs) {
  auto one = lhs.getDefiningOp<tensor::ExtractSliceOp>(),
       other = rhs.getDefiningOp<tensor::ExtractSliceOp>();
  return one && other && one.getSource() == other.getSource() &&
         one.getStaticOffsets() == other.getStaticOffsets() &&
         one.getStaticStrides() == other.getStaticStrides();
}

/// Whether rows of what branches hand on may begin elsewhere than at multiples
/// of 16 bytes: the buffers of a part of a tensor and of what lies otherwise
/// have no type in common that tells where rows begin.
static bool isMisalignedChoice(ArrayRef<Value> yielded) {
  auto isAlike = [&](Value value) {
    return arePartsAlike(value, yielded.front());
  };
  return llvm::any_of(yielded, lowp_gpu::isMisalignedPart) ||
         (llvm::any_of(yielded, lowp_gpu::isPart) &&
          !llvm::all_of(yielded, isAlike));
}

bool lowp_gpu::isMisalignedPart(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (Value source = getReshaped(op))
    return isMisalignedPart(source);
  if (SmallVector<Value> yielded = findYielded(tensor); !yielded.empty())
    return isMisalignedChoice(yielded);
  auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op);
  if (!slice)
    return false;
  int64_t alignment =
      AlignedEmptyOp::getAlignment(slice.getType().getElementType());
  std::optional<int64_t> offset =
      getConstantIntValue(slice.getMixedOffsets().back());
  bool isAligned = hasWholeRows(slice.getSource()) && offset &&
                   *offset % alignment == 0 &&
                   !isOneInteger(slice.getMixedSizes().back()) &&
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
  return isa_and_present<tensor::ExtractSliceOp>(op) ||
         llvm::any_of(findYielded(tensor), lowp_gpu::isPart);
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
