//===- OperandOrder.h - In which order kernels read operands ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_OPERANDORDER_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_OPERANDORDER_H

#include "lowp/Graph/Analysis/MappedTensor.h"

namespace mlir::lowp_gpu {

/// `operand` with K, the last dimension of its map, as the last of the tensor:
/// itself or a transposed copy, which a remark at `loc` tells; `name` is what
/// the gemm calls the operand.
lowp::MappedTensor makeKMajor(OpBuilder &builder, Location loc,
                              const lowp::MappedTensor &operand,
                              StringRef name);

/// The same for a matrix of groups of K, whose map has a row's dimension and
/// then that of K, with rows last: groups begin anywhere, and kernels read from
/// there what is whole rows of memory. What it is a transposed copy of is read,
/// if there is one.
lowp::MappedTensor readRowsLast(OpBuilder &builder, Location loc,
                                const lowp::MappedTensor &matrix,
                                StringRef name);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_OPERANDORDER_H
