//===- StorageShape.h - Sizes of stored tensors -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_STORAGESHAPE_H
#define LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_STORAGESHAPE_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::lowp {

/// The sizes that `shapeMap`, of a layout, gives for a matrix of the shape
/// `matrix`. A size that depends on a dynamic one is dynamic, and so is one
/// that overflows.
SmallVector<int64_t> evaluateStorageShape(AffineMap shapeMap,
                                          ArrayRef<int64_t> matrix);

/// Rows and columns of the scale matrix of a matrix of the shape `matrix`, with
/// capacity for what `groups`, which may be none, divide it into.
SmallVector<int64_t> countScales(RecipeAttrInterface recipe,
                                 ArrayRef<int64_t> matrix, GroupsAttr groups);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_STORAGESHAPE_H
