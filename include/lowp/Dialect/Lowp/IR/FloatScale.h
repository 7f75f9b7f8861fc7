//===- FloatScale.h - The formula of fp8 recipes with f32 scales *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by every recipe whose scales are f32; a recipe outside this dialect
// may use it as well.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_FLOATSCALE_H
#define LOWP_DIALECT_LOWP_IR_FLOATSCALE_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Builds the scale of a block from its largest magnitude: `amax` is f32 or a
/// vector of f32, one block per lane. docs/Specification.md, section
/// "Numerics", has the formula, special values included.
BlockScale buildFloatScale(OpBuilder &builder, Location loc, Value amax,
                           const FloatFormat &format, NumericsAttr numerics,
                           ScaleConvention convention);

/// Builds the factor that turns data into values from a stored f32 scale (or a
/// vector of them).
Value buildFloatScaleDecode(OpBuilder &builder, Location loc, Value stored,
                            ScaleConvention convention);

/// Succeeds when `numerics` say nothing that f32 scales could not follow; else
/// emits why not. `recipe` is for the diagnostic.
LogicalResult
verifyFloatScaleNumerics(llvm::function_ref<InFlightDiagnostic()> emitError,
                         Attribute recipe, NumericsAttr numerics);

/// The facts of a float type, or null when lowp knows none. It knows them for
/// the element type of every `ScaledType`.
const FloatFormat *getFloatFormat(Type type);

/// The types that `getFloatFormat` knows, for diagnostics.
llvm::StringRef describeFloatFormats();

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_FLOATSCALE_H
