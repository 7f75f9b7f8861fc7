//===- Payload.cpp - The scalar computation of a linalg op ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Payload.h"

#include "KernelLaunch.h"
#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Graph/Analysis/ReductionParts.h"
#include "lowp/Support/ElementBytes.h"

#include "mlir/Analysis/SliceAnalysis.h"
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
  if (offset == 0)
    return true;
  return !ShapedType::isDynamic(offset) &&
         type.getElementType().isIntOrFloat() &&
         offset * type.getElementTypeBitWidth() % (8 * kBufferAlignment) == 0;
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
  Type element = type.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  int64_t bytes = bytesOfBits(bits);
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

Value Payload::getBuffer(OpOperand *operand) const {
  return buffers.lookupOrDefault(operand->get());
}

SmallVector<Value> Payload::getIndices(OpBuilder &builder, OpOperand *operand,
                                       ValueRange ivs) const {
  auto linalgOp = op;
  SmallVector<OpFoldResult> indices =
      affine::makeComposedFoldedMultiResultAffineApply(
          builder, loc, linalgOp.getMatchingIndexingMap(operand),
          getAsOpFoldResult(ivs));
  return getValueOrCreateConstantIndexOp(builder, loc, indices);
}

Value Payload::loadElement(OpBuilder &builder, OpOperand *operand,
                           ValueRange ivs) const {
  auto linalgOp = op;
  if (linalgOp.isScalar(operand))
    return operand->get();
  return memref::LoadOp::create(builder, loc, getBuffer(operand),
                                getIndices(builder, operand, ivs));
}

SmallVector<Value> Payload::loadOutputs(OpBuilder &builder,
                                        ValueRange ivs) const {
  if (!initial.empty())
    return initial;
  auto linalgOp = op;
  SmallVector<Value> values;
  for (OpOperand &init : linalgOp.getDpsInitsMutable())
    values.push_back(loadElement(builder, &init, ivs));
  return values;
}

void Payload::storeOutputs(OpBuilder &builder, ValueRange ivs,
                           ValueRange values) const {
  auto linalgOp = op;
  for (auto [init, value] :
       llvm::zip_equal(linalgOp.getDpsInitsMutable(), values))
    if (!dependsOnReductions(op, init))
      memref::StoreOp::create(builder, loc, value, getBuffer(&init),
                              getIndices(builder, &init, ivs));
}

SmallVector<Value> Payload::loadOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                           ValueRange outputs) const {
  auto linalgOp = op;
  SmallVector<Value> values(outputs);
  for (auto [number, init] : llvm::enumerate(linalgOp.getDpsInitsMutable()))
    if (dependsOnReductions(op, init))
      values[number] = loadElement(builder, &init, ivs);
  return values;
}

SmallVector<Value> Payload::storeOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                            ValueRange values,
                                            ValueRange outputs) const {
  auto linalgOp = op;
  SmallVector<Value> carried(values);
  for (auto [number, init] : llvm::enumerate(linalgOp.getDpsInitsMutable())) {
    if (!dependsOnReductions(op, init))
      continue;
    memref::StoreOp::create(builder, loc, values[number], getBuffer(&init),
                            getIndices(builder, &init, ivs));
    carried[number] = outputs[number];
  }
  return carried;
}

void Payload::emitOp(OpBuilder &builder, Operation &op, ValueRange ivs,
                     IRMapping &mapping) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    mapping.map(index.getResult(), ivs[index.getDim()]);
  else
    builder.clone(op, mapping);
}

Value Payload::emitValue(OpBuilder &builder, ValueRange ivs,
                         Value value) const {
  auto linalgOp = op;
  Block *body = linalgOp.getBlock();
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *maker) { return maker->getBlock() == body; };
  (void)getBackwardSlice(value, &slice, options);
  IRMapping mapping = buffers;
  for (OpOperand *input : linalgOp.getDpsInputOperands()) {
    BlockArgument argument = linalgOp.getMatchingBlockArgument(input);
    if (argument == value || llvm::any_of(argument.getUsers(), [&](auto *user) {
          return slice.contains(user);
        }))
      mapping.map(argument, loadElement(builder, input, ivs));
  }
  for (Operation *inner : slice)
    emitOp(builder, *inner, ivs, mapping);
  return mapping.lookupOrDefault(value);
}

SmallVector<Value> Payload::emit(OpBuilder &builder, ValueRange ivs,
                                 ValueRange outputs) const {
  auto linalgOp = op;
  Block *body = linalgOp.getBlock();
  IRMapping mapping = buffers;
  for (OpOperand *input : linalgOp.getDpsInputOperands()) {
    BlockArgument argument = linalgOp.getMatchingBlockArgument(input);
    if (!argument.use_empty())
      mapping.map(argument, loadElement(builder, input, ivs));
  }
  for (auto [argument, value] :
       llvm::zip_equal(linalgOp.getRegionOutputArgs(), outputs))
    mapping.map(argument, value);

  for (Operation &inner : body->without_terminator())
    emitOp(builder, inner, ivs, mapping);
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
