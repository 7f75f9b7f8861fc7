//===- EmitGather.cpp - Rows at computed numbers in a kernel --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Fusion/RowGather.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// A copy of a part of a body: what computes one value, from arguments of its
/// own.
struct BodyPart {
  /// Each of `known` is one more argument.
  BodyPart(linalg::LinalgOp op, Value wanted, ArrayRef<RowRead> known);

  Block block;
  Value result;
};
} // namespace

BodyPart::BodyPart(linalg::LinalgOp op, Value wanted, ArrayRef<RowRead> known) {
  IRMapping mapping;
  for (BlockArgument argument : op.getBlock()->getArguments())
    mapping.map(argument,
                block.addArgument(argument.getType(), argument.getLoc()));
  for (const RowRead &read : known)
    mapping.map(read.element, block.addArgument(read.element.getType(),
                                                read.element.getLoc()));
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToEnd(&block);
  SmallVector<Operation *> clones;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (isa<tensor::ExtractOp>(inner))
      continue;
    bool isKnown = llvm::all_of(inner.getOperands(), [&](Value operand) {
      return mapping.contains(operand) ||
             operand.getParentBlock() != op.getBlock();
    });
    if (isKnown)
      clones.push_back(builder.clone(inner, mapping));
  }
  result = mapping.lookupOrDefault(wanted);
  for (Operation *clone : llvm::reverse(clones))
    if (clone->use_empty() && clone != result.getDefiningOp())
      clone->erase();
  lowp_gpu::YieldOp::create(builder, op.getLoc(), result);
}

Value FusionEmitter::emitPart(linalg::LinalgOp op, Value wanted,
                              ArrayRef<RowRead> known,
                              ArrayRef<int64_t> shape) {
  BodyPart part(op, wanted, known);
  ValueRange arguments = part.block.getArguments();
  SmallVector<Value> inputs = getInputs(op, arguments.drop_back(known.size()));
  for (auto [read, argument] :
       llvm::zip_equal(known, arguments.take_back(known.size())))
    inputs.push_back(argument.use_empty() ? emitAnyScalar(argument.getType())
                                          : read.value);
  return emitBody(op, part.block, inputs, {part.result}, shape).front();
}

Value FusionEmitter::emitRowIndices(linalg::LinalgOp op, Value number,
                                    ArrayRef<RowRead> known, Value buffer) {
  Value numbers = emitPart(op, number, known, {tileM, 1});
  // A kernel must not read beyond the matrix, whatever the numbers are; seen as
  // an unsigned number a negative one is too large.
  OpBuilder outside(b.getInsertionBlock()->getParentOp());
  Location loc = b.getLoc();
  Value last = arith::SubIOp::create(
      outside, loc, memref::DimOp::create(outside, loc, buffer, 0),
      arith::ConstantIndexOp::create(outside, loc, 1));
  return emitMap(b, {numbers, last}, b.getIndexType(),
                 [&](OpBuilder &builder, ValueRange args) {
                   return SmallVector<Value>{
                       arith::MinUIOp::create(builder, loc, args[0], args[1])};
                 })[0];
}

AffineMap FusionEmitter::getRowReadMap(tensor::ExtractOp read,
                                       bool isAlongRow) {
  unsigned dims = countMapDims();
  SmallVector<AffineExpr> indices = {b.getAffineConstantExpr(0)};
  for (Value index : read.getIndices().drop_front())
    indices.push_back(
        isAlongRow ? b.getAffineDimExpr(dims - 1)
                   : b.getAffineConstantExpr(*getConstantIntValue(index)));
  return AffineMap::get(dims, 0, indices, b.getContext());
}

Value FusionEmitter::emitRowRead(linalg::LinalgOp op, tensor::ExtractOp read,
                                 bool isAlongRow, ArrayRef<RowRead> known) {
  auto argument = dyn_cast<BlockArgument>(read.getTensor());
  if (!argument)
    return get(read.getTensor());
  Value buffer = call.getInputs()[argument.getArgNumber()];
  Value numbers = emitRowIndices(op, read.getIndices().front(), known, buffer);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  auto type = VectorType::get({tileM, isAlongRow ? tileN : 1}, element);
  return CTALoadOp::create(b, type, buffer, batch, row, column, rows, columns,
                           getRowDigits(), numbers,
                           getRowReadMap(read, isAlongRow),
                           isAlignedBuffer(buffer), overhangs[0], overhangs[1],
                           /*entries=*/false);
}

void FusionEmitter::emitGather(linalg::LinalgOp op, const RowGather &gather) {
  SmallVector<RowRead> known;
  for (tensor::ExtractOp read : gather.reads)
    known.push_back(
        {read, emitRowRead(op, read, gather.isAlongRow(read), known)});
  Operation *yield = op.getBlock()->getTerminator();
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), yield->getOperands()))
    values[result] = emitPart(op, value, known, {tileM, tileN});
}
