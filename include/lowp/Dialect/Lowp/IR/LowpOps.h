//===- LowpOps.h - Operations of the lowp dialect ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPOPS_H
#define LOWP_DIALECT_LOWP_IR_LOWPOPS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/LayoutPropagationInterface.h"
#include "lowp/Interfaces/ReifyScaledOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpOps.h.inc"

namespace mlir::lowp {

/// The size of logical dimension `dim` of `scaled`, a value of type
/// `ScaledType`: an attribute when static, else what the operation says that
/// makes the value (`ReifyScaledOpInterface`). For an argument, or what another
/// operation gives, it is read off the data tensor.
OpFoldResult getScaledDim(OpBuilder &builder, Location loc, Value scaled,
                          unsigned dim);

/// The number of rows (dimension 0) or columns of a matrix of `type`: an
/// attribute when static, else whole tiles of the data layout, where
/// `getStoredSize` gives a size of the tensor of elements.
OpFoldResult getSizeInTiles(OpBuilder &builder, Location loc, ScaledType type,
                            unsigned dim,
                            function_ref<OpFoldResult(unsigned)> getStoredSize);

/// The size of dimension `dim` of tensor `number` of a value of `type`, in the
/// order of `getStorageTypes`: an attribute when static, else computed from the
/// sizes of the matrix or batch, which `getSize` gives. Null where it does not
/// follow from those.
OpFoldResult reifyStoredSize(OpBuilder &builder, Location loc, ScaledType type,
                             unsigned number, unsigned dim,
                             function_ref<OpFoldResult(unsigned)> getSize);

/// How many blocks of `extent` elements a dimension of `size` has; 1 for
/// `BlockShape::kWhole`.
OpFoldResult reifyBlockCount(OpBuilder &builder, Location loc,
                             OpFoldResult size, int64_t extent);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_LOWPOPS_H
