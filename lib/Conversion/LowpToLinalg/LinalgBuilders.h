//===- LinalgBuilders.h - Short forms of linalg and tensor ops --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

inline Value buildIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// A value of tensor type `type`: it may be more or less static than `value`.
inline Value castTensor(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

/// Replaces `op` by `values`, which may be more or less static than its
/// results.
inline LogicalResult replaceWithCasts(PatternRewriter &rewriter, Operation *op,
                                      ArrayRef<Value> values) {
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip_equal(values, op->getResultTypes()))
    results.push_back(castTensor(rewriter, op->getLoc(), value, type));
  rewriter.replaceOp(op, results);
  return success();
}

/// Casts between float types of different width; the same type is no cast.
inline Value castFloat(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (value.getType() == type)
    return value;
  bool widens =
      value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth();
  return widens ? buildExtF(builder, loc, type, value)
                : buildTruncF(builder, loc, type, value);
}

/// Entry `index` of `table`, integers, as an index.
inline Value lookUp(OpBuilder &builder, Location loc, Value table,
                    Value index) {
  Value entry = tensor::ExtractOp::create(builder, loc, table, index);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    entry);
}

/// `value` where `condition` holds, else 0.
inline Value orZero(OpBuilder &builder, Location loc, Value condition,
                    Value value) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::SelectOp::create(builder, loc, condition, value, zero);
}

/// The indices of the first `count` loops around.
inline SmallVector<Value> getLoopIndices(OpBuilder &builder, Location loc,
                                         unsigned count) {
  SmallVector<Value> indices;
  for (unsigned dim = 0; dim < count; ++dim)
    indices.push_back(linalg::IndexOp::create(builder, loc, dim));
  return indices;
}

/// What `build` gives where `condition` holds, a null value always; elsewhere
/// `otherwise` gives.
inline Value buildWhere(OpBuilder &builder, Location loc, Value condition,
                        function_ref<Value(OpBuilder &, Location)> build,
                        function_ref<Value(OpBuilder &, Location)> otherwise) {
  if (!condition)
    return build(builder, loc);
  auto yield = [](function_ref<Value(OpBuilder &, Location)> build) {
    return [build](OpBuilder &b, Location loc) {
      scf::YieldOp::create(b, loc, build(b, loc));
    };
  };
  return scf::IfOp::create(builder, loc, condition, yield(build),
                           yield(otherwise))
      .getResult(0);
}

/// The f64 `sum` and, if there is one, `accumulator`, rounded once.
inline Value buildRounded(OpBuilder &builder, Location loc, Value sum,
                          Value accumulator, Type elementType) {
  SmallVector<Value> inputs = {sum};
  if (accumulator)
    inputs.push_back(accumulator);
  auto round = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    Value result = args[0];
    if (accumulator)
      result = arith::AddFOp::create(
          b, result, castFloat(b, loc, args[1], b.getF64Type()));
    return castFloat(b, loc, result, elementType);
  };
  return mapElements(builder, loc, inputs, elementType, round);
}

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
