//===- SizeChecks.h - Sizes that fill whole groups --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SIZECHECKS_H
#define LOWP_DIALECT_LOWP_IR_SIZECHECKS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Where sizes of `type` are known only at run time, asserts that a matrix of
/// `sizes` fills whole tiles of the data layout and whole groups of packed
/// elements.
void buildCheckOfSizes(OpBuilder &builder, Location loc, ScaledType type,
                       ArrayRef<OpFoldResult> sizes);

/// The same for `bytes`, a tensor of packed elements of `type`.
void buildCheckOfBytes(OpBuilder &builder, Location loc, ScaledType type,
                       Value bytes);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_SIZECHECKS_H
