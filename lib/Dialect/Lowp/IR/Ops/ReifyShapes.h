//===- ReifyShapes.h - Sizes of results as types have them ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_OPS_REIFYSHAPES_H
#define LOWP_LIB_DIALECT_LOWP_IR_OPS_REIFYSHAPES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {

/// `sizes` of a result of `type`: what the type says is an attribute, the rest
/// are values, as ReifyRankedShapedTypeOpInterface demands.
SmallVector<OpFoldResult> reifyAs(OpBuilder &builder, Location loc,
                                  ShapedType type,
                                  ArrayRef<OpFoldResult> sizes);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_OPS_REIFYSHAPES_H
