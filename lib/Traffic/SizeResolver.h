//===- SizeResolver.h - What dynamic sizes come from ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_SIZERESOLVER_H
#define LOWP_LIB_TRAFFIC_SIZERESOLVER_H

#include "lowp/Traffic/SizeFormula.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::lowp {

/// Sizes of the tensors and buffers of a function, in those of its arguments:
/// `argument0.1` is dimension 1 of the first, and `argument2` an integer. Names
/// that the function's assertions say are equal are one name.
class SizeResolver {
public:
  explicit SizeResolver(func::FuncOp func);

  SizeFormula getSize(Value shaped, int64_t dim);
  SizeFormula getNumElements(Value shaped);
  SizeFormula getBytes(Value shaped);
  SizeFormula getIndex(Value index);

  /// Arguments of another function stand for `values`, such as the operands of
  /// its only call.
  void bind(Block::BlockArgListType arguments, ValueRange values);

private:
  void learn(cf::AssertOp op);
  SizeFormula lookUp(const std::string &name);
  SizeFormula computeSize(Value shaped, int64_t dim);
  SizeFormula computeSize(Operation *op, Value shaped, int64_t dim);
  SizeFormula computeIndex(Value index);
  bool isNever(Value condition);

  func::FuncOp func;
  llvm::StringMap<SizeFormula> equals;
  llvm::DenseMap<Value, Value> bound;
  llvm::DenseMap<Value, SizeFormula> indices;
  unsigned depth = 0;
};

/// Bytes of one element, stored in whole bytes.
int64_t getElementBytes(Type element);

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_SIZERESOLVER_H
