//===- WarpProduct.h - One mma.sync -----------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_WARPPRODUCT_H
#define LOWP_KERNEL_TARGETS_MMASYNC_WARPPRODUCT_H

#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include <string>

namespace mlir::lowp_gpu {

/// The scale operands of an instruction: a word of four scales of a row of
/// either operand, and the first of those that belong to it.
struct ScaleOperands {
  Value lhs;
  Value rhs;
  int64_t first;
};

/// The instruction by which a warp multiplies 16 rows by 8 columns, 32 bytes of
/// K.
class WarpProduct {
public:
  /// For elements without scales that it takes; nothing if there is none.
  static std::optional<WarpProduct> get(Type lhs, Type rhs);
  /// For fp8 without scales, by the instruction that takes some: all are one.
  static std::optional<WarpProduct> getUnitScaled(Type lhs, Type rhs);
  /// For elements whose scales are of type `scale`, one for `scaleK` elements
  /// of K.
  static std::optional<WarpProduct> getScaled(Type lhs, Type rhs, Type scale,
                                              int64_t scaleK);

  /// Scales of a row that one instruction takes; 0 without.
  int64_t countScales() const { return scales; }

  /// The four sums of `sums` and the product of four registers of the lhs and
  /// two of the rhs.
  SmallVector<Value> emit(DeviceBuilder &builder, ArrayRef<Value> lhs,
                          ArrayRef<Value> rhs, ArrayRef<Value> sums,
                          const ScaleOperands *scales) const;

private:
  SmallVector<Value> emitPlain(DeviceBuilder &builder, ArrayRef<Value> lhs,
                               ArrayRef<Value> rhs, ArrayRef<Value> sums) const;
  SmallVector<Value> emitScaled(DeviceBuilder &builder, ArrayRef<Value> lhs,
                                ArrayRef<Value> rhs, ArrayRef<Value> sums,
                                const ScaleOperands &scales) const;

  /// The intrinsic of products without scales, and whether its operands are
  /// pairs of f16.
  std::string intrinsic;
  bool isF16 = false;
  /// The instruction of products with scales.
  NVVM::MMATypes lhsType = NVVM::MMATypes::e4m3;
  NVVM::MMATypes rhsType = NVVM::MMATypes::e4m3;
  NVVM::MMABlockScaleKind kind = NVVM::MMABlockScaleKind::MXF8F6F4;
  NVVM::BlockScaleFormat format = NVVM::BlockScaleFormat::UE8M0;
  int64_t scales = 0;
  int64_t k = 0;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_WARPPRODUCT_H
