//===- EmitGather.cpp - Rows at computed numbers in a kernel --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// A copy of a part of a body: what computes one value, from arguments of its
/// own.
struct BodyPart {
  /// `known`, if not null, is one more argument.
  BodyPart(linalg::LinalgOp op, Value wanted, Value known);

  Block block;
  Value result;
};
} // namespace

BodyPart::BodyPart(linalg::LinalgOp op, Value wanted, Value known) {
  IRMapping mapping;
  for (BlockArgument argument : op.getBlock()->getArguments())
    mapping.map(argument,
                block.addArgument(argument.getType(), argument.getLoc()));
  if (known)
    mapping.map(known, block.addArgument(known.getType(), known.getLoc()));
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

Value FusionEmitter::emitRowNumbers(linalg::LinalgOp op, RowGather gather,
                                    Value buffer) {
  BodyPart part(op, gather.extract.getIndices()[0], /*known=*/{});
  Value number =
      emitBody(op, part.block, getInputs(op, part.block.getArguments()),
               {part.result}, {tileM, 1})
          .front();
  // A kernel must not read beyond the matrix, whatever the numbers are; seen as
  // an unsigned number a negative one is too large.
  OpBuilder outside(b.getInsertionBlock()->getParentOp());
  Location loc = b.getLoc();
  Value last = arith::SubIOp::create(
      outside, loc, memref::DimOp::create(outside, loc, buffer, 0),
      arith::ConstantIndexOp::create(outside, loc, 1));
  return emitMap(b, {number, last}, b.getIndexType(),
                 [&](OpBuilder &builder, ValueRange args) {
                   return SmallVector<Value>{
                       arith::MinUIOp::create(builder, loc, args[0], args[1])};
                 })[0];
}

Value FusionEmitter::emitRowsRead(linalg::LinalgOp op, RowGather gather) {
  auto argument = dyn_cast<BlockArgument>(gather.extract.getTensor());
  if (!argument)
    return get(gather.extract.getTensor());
  Value buffer = call.getInputs()[argument.getArgNumber()];
  Value numbers = emitRowNumbers(op, gather, buffer);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  unsigned dims = std::max<size_t>(domain.sizes.size(), 2);
  auto map = AffineMap::get(
      dims, 0, {b.getAffineConstantExpr(0), b.getAffineDimExpr(dims - 1)},
      b.getContext());
  return CTALoadOp::create(b, VectorType::get({tileM, tileN}, element), buffer,
                           batch, row, column, rows, columns, getRowDigits(),
                           numbers, map, isAlignedBuffer(buffer), overhangs[0],
                           overhangs[1], /*entries=*/false);
}

void FusionEmitter::emitGather(linalg::LinalgOp op, RowGather gather) {
  Value rowsRead = emitRowsRead(op, gather);
  Operation *yield = op.getBlock()->getTerminator();
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), yield->getOperands())) {
    BodyPart part(op, value, gather.extract.getResult());
    SmallVector<Value> inputs = getInputs(op, part.block.getArguments());
    inputs.push_back(rowsRead);
    values[result] =
        emitBody(op, part.block, inputs, {part.result}, {tileM, tileN}).front();
  }
}
