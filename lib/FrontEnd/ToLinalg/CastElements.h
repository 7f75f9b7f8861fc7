//===- CastElements.h - Casts of tensors, element by element ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_CASTELEMENTS_H
#define LOWP_LIB_FRONTEND_TOLINALG_CASTELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

/// `tensor` in `element`, which `CastOp` makes of each of its elements.
template <typename CastOp>
Value castElements(OpBuilder &builder, Location loc, Value tensor,
                   Type element) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor), element);
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  AffineMap map = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), tensor, empty, {map, map}, loops,
             [&](OpBuilder &inner, Location own, ValueRange arguments) {
               Value result = CastOp::create(inner, own, element, arguments[0]);
               linalg::YieldOp::create(inner, own, result);
             })
      .getResult(0);
}

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_CASTELEMENTS_H
