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

/// The sizes of `value`, of a fusion, by `inputs`, which are `known` to its
/// space: what the fusion computes is not there yet where its destinations are
/// made.
SmallVector<OpFoldResult> getSizesByInputs(OpBuilder &builder, Value value,
                                           const IterationSpace &space,
                                           ValueRange known, ValueRange inputs);

/// Destinations of the data and the scales of `op`, whose input has `sizes`.
void addQuantizeOutputs(OpBuilder &builder, QuantizeOp op,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVectorImpl<Value> &outputs);

/// The destination of part `number`, data or scales, of a matrix of `type` and
/// `sizes`.
Value buildPartOutput(OpBuilder &builder, Location loc, ScaledType type,
                      unsigned number, ArrayRef<OpFoldResult> sizes);

/// The destination of an amax whose input has `sizes`.
Value buildAmaxOutput(OpBuilder &builder, AmaxOp op,
                      ArrayRef<OpFoldResult> sizes);

/// Moves the region of `from` to a fusion of `inputs` and `outputs`, without
/// stages.
FusionOp rebuild(OpBuilder &builder, FusionOp from, ValueRange inputs,
                 ValueRange outputs);

/// `fusion`, of `space`, with `values`, tensors of its region, as further
/// results; it replaces `fusion`.
FusionOp addResults(FusionOp fusion, const IterationSpace &space,
                    ArrayRef<Value> values);

/// `fusion` without inputs that its region does not read and results that
/// nobody does; it replaces `fusion`. Null if nothing remained.
FusionOp dropUnused(FusionOp fusion);

/// Asserts that the scales that `op`, of the fusion of `ops`, reads from
/// outside have an entry per block, where types do not tell: no kernel would
/// notice.
void checkGivenScales(OpBuilder &builder, QuantizeOp op,
                      ArrayRef<Operation *> ops, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONOUTPUTS_H
