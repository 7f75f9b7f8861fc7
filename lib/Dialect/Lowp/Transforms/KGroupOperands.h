//===- KGroupOperands.h - Operands whose K is in groups ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_KGROUPOPERANDS_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_KGROUPOPERANDS_H

#include "lowp/Graph/Analysis/MappedTensor.h"

namespace mlir::lowp {

/// `matrix`, whose map has a row's dimension and then that of K, with rows
/// last: groups of K begin anywhere, and kernels read from there what is whole
/// rows of memory. That is what it is a transposed copy of, if there is one, or
/// a transposed copy at `loc`, which a remark tells; `name` is what the gemm
/// calls the operand.
MappedTensor readRowsLast(OpBuilder &builder, Location loc,
                          const MappedTensor &matrix, StringRef name);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_KGROUPOPERANDS_H
