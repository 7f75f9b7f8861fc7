//===- ReadNumbers.cpp - Numbers that tensors hold ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/ReadNumbers.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::computesNumber(Operation *op) {
  bool isArithmetic =
      isa<arith::ArithDialect>(op->getDialect()) &&
      llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  return isArithmetic || isa<tensor::ExtractOp>(op);
}

/// The ops that compute `value`, a number, of tensors and other numbers, in
/// their order.
static SetVector<Operation *> getComputation(Value value) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = computesNumber;
  SetVector<Operation *> slice;
  (void)getBackwardSlice(value, &slice, options);
  return slice;
}

bool mlir::lowp::isReadFromTensor(Value value) {
  return llvm::any_of(getComputation(value), llvm::IsaPred<tensor::ExtractOp>);
}

Value mlir::lowp::rereadNumber(OpBuilder &builder, Value value) {
  if (!isReadFromTensor(value))
    return value;
  IRMapping mapping;
  for (Operation *op : getComputation(value))
    builder.clone(*op, mapping);
  return mapping.lookup(value);
}
