//===- Products.h - What products of two tiles have in common --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_IR_PRODUCTS_H
#define LOWP_LIB_DIALECT_LOWPGPU_IR_PRODUCTS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Checks the operands of a product, wherever its sums are: tiles of one K,
/// both or no scales, a slice of K.
template <typename ProductOp>
LogicalResult verifyProduct(ProductOp op) {
  TileType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  if (lhs.getShape().size() < 2 || rhs.getShape().size() < 2 ||
      lhs.getK() != rhs.getK())
    return op.emitOpError("expected tiles with the same K, got ")
           << lhs << " and " << rhs;
  if (size_t count = op.getScales().size(); count != 0 && count != 2)
    return op.emitOpError("expected no scales, or those of lhs and rhs, got ")
           << count;
  int64_t k = lhs.getK(), slice = op.getSlice(), slices = op.getSlices();
  if (slices >= 1 && k % slices == 0 && slice >= 0 && slice < slices)
    return success();
  return op.emitOpError("expected one of the slices that divide a K of ")
         << k << ", got slice " << slice << " of " << slices;
}

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_IR_PRODUCTS_H
