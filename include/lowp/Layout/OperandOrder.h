//===- OperandOrder.h - Operands with K contiguous --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LAYOUT_OPERANDORDER_H
#define LOWP_LAYOUT_OPERANDORDER_H

#include "lowp/Graph/Analysis/MappedTensor.h"

namespace mlir::lowp_gpu {

/// Whether K, the last dimension of the map of `operand`, is the last of the
/// tensor.
bool isKMajor(const lowp::MappedTensor &operand);

/// `operand` if it is K-major, else a transposed copy, which a remark at `loc`
/// tells; `name` is what the gemm calls the operand.
lowp::MappedTensor makeKMajor(OpBuilder &builder, Location loc,
                              const lowp::MappedTensor &operand,
                              StringRef name);

} // namespace mlir::lowp_gpu

#endif // LOWP_LAYOUT_OPERANDORDER_H
