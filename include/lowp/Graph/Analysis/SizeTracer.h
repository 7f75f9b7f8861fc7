//===- SizeTracer.h - What dynamic sizes come from --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_SIZETRACER_H
#define LOWP_GRAPH_ANALYSIS_SIZETRACER_H

#include "lowp/Graph/Analysis/SizeFormula.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::lowp {

/// Sizes of the tensors, scaled values and buffers of a function, in those of
/// its arguments: `argument0.1` is dimension 1 of the first, and `argument2` an
/// integer. Arguments are numbered as the caller sees them: a scaled value is
/// several tensors. Names that the function's assertions say are equal are one
/// name.
class SizeTracer {
public:
  /// mayBuild: whether operations may be asked to give the sizes of their
  /// results as further operations, which stay in the function.
  explicit SizeTracer(func::FuncOp func, bool mayBuild = false);
  /// Whatever nothing is known of has a name of its own, which tells readers
  /// nothing.
  SizeTracer() = default;

  SizeFormula getSize(Value shaped, int64_t dim);
  SizeFormula getNumElements(Value shaped);
  SizeFormula getBytes(Value shaped);
  SizeFormula getIndex(OpFoldResult index);

  /// Arguments of another function stand for `values`, such as the operands of
  /// its only call.
  void bind(Block::BlockArgListType arguments, ValueRange values);

  /// The size is known from elsewhere; from now on also where it is used.
  void learnSize(Value shaped, int64_t dim, SizeFormula size) {
    known.sizes[{shaped, dim}] = std::move(size);
  }

  /// `a` and `b` are equal. The later of two names is replaced.
  void learn(SizeFormula a, SizeFormula b);

private:
  /// What has been traced: each is asked for many times.
  struct Known {
    DenseMap<Value, SizeFormula> indices;
    DenseMap<std::pair<Value, int64_t>, SizeFormula> sizes;
  };

  SizeFormula lookUp(SizeFormula size) const;
  SizeFormula getArgument(Value value, unsigned part,
                          std::optional<int64_t> dim) const;
  SizeFormula computeSize(Value shaped, int64_t dim);
  SizeFormula computeSizeOfResult(OpResult result, int64_t dim);
  SizeFormula computeCarried(scf::ForOp loop, unsigned number, int64_t dim);
  SizeFormula reify(OpResult result, int64_t dim);
  SizeFormula computeIndex(Value index);
  SizeFormula computeCast(Operation *op);
  SizeFormula computeSelect(arith::SelectOp op);
  SizeFormula computeAffine(AffineExpr expr, ValueRange operands,
                            unsigned numDims);

  /// The block whose arguments are the function's.
  Block *entry = nullptr;
  bool mayBuild = false;
  /// The first tensor of each argument.
  SmallVector<unsigned> firsts;
  llvm::StringMap<SizeFormula> equals;
  DenseMap<Value, Value> bound;
  Known known;
  unsigned depth = 0;
};

/// The size of dimension `dim` of `tensor`, or the value of `size`, in those of
/// which nothing is known: formulas of one function that are equal mean equal
/// sizes.
SizeFormula traceSize(Value tensor, int64_t dim);
SizeFormula traceSize(OpFoldResult size);

/// The tensors that a value of `type` is to the caller; nothing for a type that
/// is neither a ranked tensor nor scaled.
SmallVector<RankedTensorType, 3> getTensors(Type type);

/// Bytes of one element, stored in whole bytes.
int64_t getElementBytes(Type element);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_SIZETRACER_H
