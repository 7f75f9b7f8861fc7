//===- Payload.cpp - The scalar computation of a linalg op ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Payload.h"

#include "KernelLaunch.h"
#include "Reads.h"
#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/ReductionParts.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `offset` elements of `type` are a multiple of the alignment.
static bool startsAtMultiple(MemRefType type, int64_t offset) {
  return offset == 0 ||
         (!ShapedType::isDynamic(offset) &&
          offset * countElementBytes(type) % kBufferAlignment == 0);
}

bool mlir::lowp::isAlignedBuffer(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
      !startsAtMultiple(type, offset))
    return false;
  // All views of a buffer count their offset from its start.
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<memref::ViewOp>(view))
      return false;
    buffer = view.getViewSource();
  }
  if (buffer.getDefiningOp<memref::AllocOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
         cast<MemRefType>(argument.getType()).getRank() >= 2;
}

/// The elements of a buffer of `type`, or what divides their count.
static int64_t countKnown(MemRefType type) {
  int64_t count = 1;
  for (int64_t extent : type.getShape())
    count *= ShapedType::isDynamic(extent) ? 1 : extent;
  return count;
}

/// The alignment of `buffer`, which starts at a multiple of kBufferAlignment,
/// as LLVM may know it: where loads leave gaps, it fills those up to the
/// alignment, and would read what is after a buffer whose size is no multiple
/// of that.
static int64_t getUsableAlignment(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = countElementBytes(type);
  auto toBytes = [&](int64_t count) {
    return ShapedType::isDynamic(count) ? bytes : count * bytes;
  };
  if (type.getLayout().isIdentity() || type.getRank() == 0)
    return llvm::MinAlign(kBufferAlignment, bytes * countKnown(type));
  int64_t alignment =
      llvm::MinAlign(kBufferAlignment, toBytes(type.getShape().back()));
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  for (int64_t stride : ArrayRef(strides).drop_back())
    alignment = llvm::MinAlign(alignment, toBytes(stride));
  // Gaps after the last element are the buffer's, up to its end.
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return llvm::MinAlign(alignment,
                        bytes * countKnown(cast<MemRefType>(buffer.getType())));
}

Payload::Payload(OpBuilder &builder, linalg::LinalgOp op,
                 ArrayRef<Value> initial)
    : op(op), loc(op.getLoc()), initial(initial) {
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  // Views that the body makes stay in it.
  for (auto load : op.getBlock()->getOps<memref::LoadOp>())
    if (load.getMemRef().getParentBlock() != op.getBlock())
      used.insert(load.getMemRef());
  for (Value buffer : used)
    if (isAlignedBuffer(buffer))
      buffers.map(buffer,
                  memref::AssumeAlignmentOp::create(
                      builder, loc, buffer, getUsableAlignment(buffer)));
}

Value Payload::getBuffer(OpOperand *operand) {
  return buffers.lookupOrDefault(operand->get());
}

SmallVector<Value> Payload::getIndices(OpBuilder &builder, OpOperand *operand,
                                       ValueRange ivs) {
  SmallVector<OpFoldResult> indices =
      affine::makeComposedFoldedMultiResultAffineApply(
          builder, loc, op.getMatchingIndexingMap(operand),
          getAsOpFoldResult(ivs));
  return getValueOrCreateConstantIndexOp(builder, loc, indices);
}

Value Payload::loadElement(OpBuilder &builder, OpOperand *operand,
                           ValueRange ivs) {
  if (op.isScalar(operand))
    return operand->get();
  return memref::LoadOp::create(builder, loc, getBuffer(operand),
                                getIndices(builder, operand, ivs));
}

SmallVector<Value> Payload::loadOutputs(OpBuilder &builder, ValueRange ivs) {
  if (!initial.empty())
    return initial;
  SmallVector<Value> values;
  for (OpOperand &init : op.getDpsInitsMutable())
    values.push_back(loadElement(builder, &init, ivs));
  return values;
}

void Payload::storeOutputs(OpBuilder &builder, ValueRange ivs,
                           ValueRange values) {
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), values))
    if (!dependsOnReductions(op, init))
      memref::StoreOp::create(builder, loc, value, getBuffer(&init),
                              getIndices(builder, &init, ivs));
}

SmallVector<Value> Payload::loadOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                           ValueRange outputs) {
  SmallVector<Value> values(outputs);
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable()))
    if (dependsOnReductions(op, init))
      values[number] = loadElement(builder, &init, ivs);
  return values;
}

SmallVector<Value> Payload::storeOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                            ValueRange values,
                                            ValueRange outputs) {
  SmallVector<Value> carried(values);
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (!dependsOnReductions(op, init))
      continue;
    memref::StoreOp::create(builder, loc, values[number], getBuffer(&init),
                            getIndices(builder, &init, ivs));
    carried[number] = outputs[number];
  }
  return carried;
}

IRMapping Payload::enterBody(OpBuilder &builder, ValueRange ivs) {
  IRMapping mapping = buffers;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (!argument.use_empty())
      mapping.map(argument, loadElement(builder, input, ivs));
  }
  for (auto index : op.getBlock()->getOps<linalg::IndexOp>())
    mapping.map(index.getResult(), ivs[index.getDim()]);
  return mapping;
}

Value Payload::emitValue(OpBuilder &builder, ValueRange ivs, Value value) {
  IRMapping mapping = enterBody(builder, ivs);
  return cloneValue(builder, value, op.getBlock(), mapping);
}

SmallVector<Value> Payload::emit(OpBuilder &builder, ValueRange ivs,
                                 ValueRange outputs) {
  IRMapping mapping = enterBody(builder, ivs);
  mapping.map(op.getRegionOutputArgs(), outputs);
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isa<linalg::IndexOp>(inner))
      builder.clone(inner, mapping);
  return llvm::map_to_vector(
      op.getBlock()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
