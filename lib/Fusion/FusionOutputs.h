//===- FusionOutputs.h - Destinations of a fusion ------------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONOUTPUTS_H
#define LOWP_LIB_FUSION_FUSIONOUTPUTS_H

#include "lowp/Fusion/IterationSpace.h"

namespace mlir::lowp {

/// A destination of `type`, of `sizes`. What the type leaves open stays open,
/// even where the size is known: the region of the fusion yields this type.
Value buildOutput(OpBuilder &builder, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes);

/// The sizes of `value`, of a fusion of `space`, by its `inputs`: what it
/// computes is not there yet where its destinations are made.
SmallVector<OpFoldResult> getSizesByInputs(OpBuilder &builder, Value value,
                                           const IterationSpace &space,
                                           ValueRange inputs);

/// The destination of part `number`, data or scales, of a matrix of `type` and
/// `sizes`.
Value buildPartOutput(OpBuilder &builder, Location loc, ScaledType type,
                      unsigned number, ArrayRef<OpFoldResult> sizes);

/// The destination of an amax whose input has `sizes`.
Value buildAmaxOutput(OpBuilder &builder, AmaxOp op,
                      ArrayRef<OpFoldResult> sizes);

/// Asserts that the scales that `op`, of the fusion of `ops`, reads from
/// outside have an entry per block, where types do not tell: no kernel would
/// notice.
void checkGivenScales(OpBuilder &builder, QuantizeOp op,
                      ArrayRef<Operation *> ops, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONOUTPUTS_H
