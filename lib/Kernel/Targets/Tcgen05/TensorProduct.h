//===- TensorProduct.h - The forms of tcgen05.mma ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_TCGEN05_TENSORPRODUCT_H
#define LOWP_LIB_KERNEL_TARGETS_TCGEN05_TENSORPRODUCT_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

#include <optional>

namespace mlir::lowp_gpu {

/// A product that the tensor core has for elements of two types.
class TensorProduct {
public:
  /// The product without scales, or nothing.
  static std::optional<TensorProduct> get(Type lhs, Type rhs);
  /// The product with scales of `scaleK` elements of K each, or nothing.
  static std::optional<TensorProduct> getScaled(Type lhs, Type rhs, Type scale,
                                                int64_t scaleK);

  /// The name of the instruction after `tcgen05.mma` and its group of CTAs.
  StringRef getKind() const { return kind; }
  /// Scales of a row that one instruction takes, 0 without any.
  int64_t countScales() const { return scales; }
  /// Whether elements of 4 bits are read from a byte each.
  bool readsSpread() const { return areSpread; }

  /// The word that describes the product of tiles, which each of `ctas` has, to
  /// the tensor core. Scales begin in byte `scaleByte` of words of four.
  uint32_t describe(TileType lhs, TileType rhs, int64_t ctas,
                    int64_t scaleByte) const;

private:
  StringLiteral kind = "";
  uint32_t lhsCode = 0, rhsCode = 0;
  int64_t scales = 0;
  bool hasPowersOfTwo = false;
  bool areSpread = false;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_TCGEN05_TENSORPRODUCT_H
