//===- MXScale.h - The formulas of e8m0 scales ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by every recipe whose scales are powers of two in the format e8m0.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_MXSCALE_H
#define LOWP_DIALECT_LOWP_IR_MXSCALE_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// A unit attribute on the operation of buildMXScale whose result is the code
/// of an f32, rounded up.
inline constexpr llvm::StringLiteral kMXRoundUpAttrName = "lowp.mx_round_up";

/// Builds the e8m0 scale of a block from its largest magnitude: `amax` is f32
/// or a vector of f32, one block per lane. docs/Specification.md, section
/// "Numerics", has the formulas, special values included.
BlockScale buildMXScale(OpBuilder &builder, Location loc, Value amax,
                        const FloatFormat &format, NumericsAttr numerics,
                        ScaleConvention convention);

/// The f32 whose code `op` computes, rounded up to a power of two, or null: an
/// instruction of a chip may stand for `op`. What the code of a negative number
/// is, of infinity or of NaN, does not count.
Value matchMXRoundUp(Operation *op);

/// Builds the f32 factor that turns data into values from a stored e8m0 scale
/// (or a vector of them). Exact: code 0 is 2^-127, code 255 NaN.
Value buildMXScaleDecode(OpBuilder &builder, Location loc, Value stored,
                         ScaleConvention convention);

/// Succeeds when `numerics` say how a scale becomes a power of two; else emits
/// what is missing. `recipe` is for the diagnostic.
LogicalResult
verifyMXScaleNumerics(llvm::function_ref<InFlightDiagnostic()> emitError,
                      Attribute recipe, NumericsAttr numerics);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_MXSCALE_H
