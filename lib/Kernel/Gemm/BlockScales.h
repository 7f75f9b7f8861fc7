//===- BlockScales.h - Scales by which partial sums are promoted *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_GEMM_BLOCKSCALES_H
#define LOWP_LIB_KERNEL_GEMM_BLOCKSCALES_H

#include "lowp/Kernel/Gemm/KernelParts.h"

namespace mlir::lowp_gpu {

/// The scales of one K block, by which its partial sums are promoted. Where
/// scales are finer than the block, these come in as many slices.
class BlockScales {
public:
  /// Reads the scales of blocks of columns, which `tileStage` has for all of K;
  /// `rowOffset` is that of scales of rows, or null.
  BlockScales(ImplicitLocOpBuilder &builder, const KernelParts &parts,
              Value block, Value tileStage, Value rowOffset);

  /// Takes the scales of rows and columns of the block from `stage`.
  void setStage(Value stage) { this->stage = stage; }
  /// Whether scales of columns are read during promotion, so that their stage
  /// is needed longer.
  bool areReadWhilePromoting() const {
    return parts.spec.problem.rhs.granularity ==
           lowp::ScaleGranularity::Block1D;
  }
  /// Reads the scales of rows where they change.
  void readRows(int64_t slice);
  /// Adds the scaled partial sums of an N subtile to `sum`.
  Value promote(Value partial, Value sum, int64_t slice, int64_t nSubtile);

private:
  void readColumnScales(Value block, Value tileStage);
  Value viewScales(StringRef field, const lowp::GemmOperand &operand,
                   int64_t slice);
  Value viewColumnScales(int64_t slice, int64_t nSubtile);
  ArrayRef<Value> getColumnScales(int64_t nSubtile) const;
  int64_t getNumSlices() const { return parts.spec.getPromotionsPerStage(); }

  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  Value rowOffset;
  Value stage;
  Value rows;
  SmallVector<Value> columnScales;
};

/// Adds the partial sums of a K block in tensor memory, scaled, to those of
/// each N subtile in `carried`. Takes scales of the block from their pipeline.
SmallVector<Value> promoteTensorSums(ImplicitLocOpBuilder &builder,
                                     const KernelParts &parts,
                                     BlockScales &scales, ValueRange carried);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_GEMM_BLOCKSCALES_H
