//===- NVFP4Scale.h - The formulas of NVFP4's two levels --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// e2m1 data have an e4m3 scale per block and one f32 scale for the matrix.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_NVFP4SCALE_H
#define LOWP_DIALECT_LOWP_IR_NVFP4SCALE_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Builds the f32 scale of the matrix from its largest magnitude.
/// docs/Specification.md, section "Numerics", has the formulas. What blocks
/// need of it, the member `encode`, is its encode factor, or under `quotient =
/// decode` its decode factor.
BlockScale buildGlobalNVFP4Scale(OpBuilder &builder, Location loc, Value amax,
                                 const FloatFormat &format,
                                 NumericsAttr numerics,
                                 ScaleConvention convention);

/// Builds the e4m3 scale of a block from its largest magnitude and `global`,
/// the factor that `buildGlobalNVFP4Scale` returns as `encode`. `convention`
/// concerns the scale of the matrix alone.
BlockScale buildNVFP4Scale(OpBuilder &builder, Location loc, Value amax,
                           Value global, const FloatFormat &format,
                           NumericsAttr numerics, ScaleConvention convention);

/// Builds the f32 factor that turns data into values from both stored scales.
Value buildNVFP4ScaleDecode(OpBuilder &builder, Location loc, Value stored,
                            Value globalStored, ScaleConvention convention);

/// Succeeds when `numerics` say nothing that e4m3 scales could not follow; else
/// emits why not. `recipe` is for the diagnostic.
LogicalResult
verifyNVFP4ScaleNumerics(llvm::function_ref<InFlightDiagnostic()> emitError,
                         Attribute recipe, NumericsAttr numerics);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_NVFP4SCALE_H
