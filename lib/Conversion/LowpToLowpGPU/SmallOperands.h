//===- SmallOperands.h - Operands narrower than their partner ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_SMALLOPERANDS_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_SMALLOPERANDS_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::lowp_gpu {

/// Whether elements of `tensor` are of fp8, fp6 or fp4: numbers of bf16 and of
/// f16, all of them.
bool hasSmallElements(Value tensor);

/// Operands whose small elements are widened before kernels, once for all
/// matmuls that read them.
class SmallOperands {
public:
  /// `tensor`, the operand `name` of a matmul at `loc`, with elements of
  /// `element`, of 16 bits. Tells the bytes.
  Value widen(Location loc, Value tensor, Type element, StringRef name);

private:
  llvm::DenseMap<std::pair<Value, Type>, Value> known;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_SMALLOPERANDS_H
