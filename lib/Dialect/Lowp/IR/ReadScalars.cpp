//===- ReadScalars.cpp - Scalars that tensors hold ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ReadScalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::computesScalar(Operation *op) {
  if (isa<tensor::ExtractOp>(op))
    return true;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// Adds the ops by which `value`, a number, follows from elements of tensors,
/// operands first; false where it does not.
static bool addReads(Value value, llvm::SetVector<Operation *> &reads) {
  Operation *op = value.getDefiningOp();
  if (!op || !computesScalar(op))
    return false;
  bool isRead = isa<tensor::ExtractOp>(op);
  if (!isRead)
    for (Value operand : op->getOperands())
      isRead |= addReads(operand, reads);
  if (isRead)
    reads.insert(op);
  return isRead;
}

bool mlir::lowp::isReadFromTensor(Value value) {
  llvm::SetVector<Operation *> reads;
  return addReads(value, reads);
}

Value mlir::lowp::rereadScalar(OpBuilder &builder, Value value) {
  llvm::SetVector<Operation *> reads;
  if (!addReads(value, reads))
    return value;
  IRMapping mapping;
  for (Operation *op : reads)
    builder.clone(*op, mapping);
  return mapping.lookup(value);
}
