//===- Contraction.h - Matmuls among linalg operations ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_CONTRACTION_H
#define LOWP_DIALECT_LOWP_TRANSFORMS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether `op` adds up products of two float tensors, each product of one
/// element of both: `out + ext(a) * ext(b)`, where elements may be widened to
/// those of the result. Upstream's test would let any function of an element
/// pass.
bool isSumOfProducts(linalg::LinalgOp op);

/// Whether `tensor` is filled with positive zero.
bool isZeroFilled(Value tensor);

/// A tensor, and which of some dimensions each of its own is.
struct MappedTensor {
  Value value;
  AffineMap map;
};

/// What `tensor` reads through transposes, permuting and widening generics: the
/// same elements, maybe narrower.
MappedTensor lookThroughCopies(MappedTensor tensor);

/// The operation that only rounds the elements of `value`, where nothing else
/// uses it; null if there is none.
linalg::LinalgOp findRounding(Value value);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_CONTRACTION_H
