//===- ScaleRows.h - Products with factors of rows --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_SCALEROWS_H
#define LOWP_LIB_GRAPH_REDUCTIONS_SCALEROWS_H

#include "Factors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lowp {

using ElementFunction = function_ref<Value(OpBuilder &, Value, Value)>;

/// What `compute` makes of two elements, widened to f32, for each of `shape`.
Value buildElementwise(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> shape, const MappedTensor &first,
                       const MappedTensor &second, ElementFunction compute);

/// The same with one operation.
template <typename Arith>
Value buildElementwise(
    OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
    const MappedTensor &first, const MappedTensor &second,
    arith::FastMathFlags flags = arith::FastMathFlags::none) {
  auto compute = [&](OpBuilder &b, Value lhs, Value rhs) -> Value {
    return Arith::create(b, loc, lhs, rhs, flags);
  };
  return buildElementwise(builder, loc, shape, first, second, compute);
}

/// `tensor`, indexed by dimensions of `shape`, times factors of rows. A term
/// of a sum that is alike along a row is multiplied once per row, and the other
/// one by itself; a factor that divides is left out instead.
MappedTensor scaleRows(OpBuilder &builder, Location loc, MappedTensor tensor,
                       ArrayRef<Factor> factors, ArrayRef<int64_t> shape);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_SCALEROWS_H
