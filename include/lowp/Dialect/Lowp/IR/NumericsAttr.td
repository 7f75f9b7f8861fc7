//===- NumericsAttr.td - How scales are computed -----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_NUMERICSATTR
#define LOWP_DIALECT_LOWP_IR_NUMERICSATTR

include "lowp/Dialect/Lowp/IR/LowpAttrBase.td"

def Lowp_NumericsAttr : Lowp_Attr<"Numerics", "numerics"> {
  let summary = "how a scale follows from a block's largest magnitude";
  let description = [{
    Every choice in which libraries differ, by name (docs/Specification.md has
    the formulas):

    - `eps`: amax is raised to at least this value (0: not at all);
    - `division`: `f64` divides in double precision and rounds once to f32,
      `f32` divides in single precision, `reciprocal` multiplies with the f32
      reciprocal of the divisor;
    - `power_of_two`: the encode factor is rounded down to a power of two;
    - `degenerate`: `unit` gives blocks whose amax is zero, infinite or NaN
      the scale 1, `propagate` follows the formula, `saturate` gives an
      infinite amax a finite scale of e8m0;
    - `saturation`: `saturate` clamps data to the largest finite value before
      the cast, `overflow` lets the cast make infinity or NaN of them.

    These need not be said:

    - `scale_rounding`: how scales of format e8m0 become powers of two (`none`
      for recipes whose scales have another format);
    - `rounding`: data are rounded to `nearest` even or `stochastic`ally;
    - `quotient`: what is divided, `encode`: max / amax, or `decode`: amax /
      max; the other factor is the reciprocal;
    - `largest_factor`: under `degenerate = unit`, the type (f32, bf16, f16 or
      that of the `input`) whose largest value an infinite factor becomes;
    - `small_scales`: whether scales below the smallest normal one stay
      (`exact`), count as that (`normal`), or as 1 (`unit`);
    - `matrix_scale`: whether a recipe of two levels has the scale of the
      matrix from its `amax` or takes 1 for it (`unit`).

    Presets name the behaviour they reproduce: `torchao`, `torchao_rowwise`
    (the same with powers of two), `transformer_engine`,
    `transformer_engine_stochastic`, `deep_gemm`, `mx_floor`, `mx_ceil`,
    `mx_even` and `mx_rceil`, the same four as torchao has them
    (`torchao_mx_floor` and so on), `deep_gemm_ue8m0` and `torchao_nvfp4`.
    Single parameters of a preset may be changed:
    `#lowp.numerics<torchao, eps = 0.0>`.

    Example: `#lowp.numerics<torchao>` is short for `#lowp.numerics<eps =
    1.0e-12, division = f64, power_of_two = false, degenerate = propagate,
    saturation = saturate>`.
  }];
  let parameters = (ins
    APFloatParameter<"eps, in double precision">:$epsValue,
    "::mlir::lowp::Division":$division,
    "bool":$powerOfTwo,
    "::mlir::lowp::DegenerateAmax":$degenerate,
    "::mlir::lowp::Saturation":$saturation,
    "::mlir::lowp::ScaleRounding":$scaleRounding,
    "::mlir::lowp::Rounding":$rounding,
    "::mlir::lowp::Quotient":$quotient,
    "::mlir::lowp::LargestFactor":$largestFactor,
    "::mlir::lowp::SmallScales":$smallScales,
    "::mlir::lowp::MatrixScale":$matrixScale
  );
  let builders = [
    AttrBuilder<(ins "double":$eps, "::mlir::lowp::Division":$division,
        "bool":$powerOfTwo, "::mlir::lowp::DegenerateAmax":$degenerate,
        "::mlir::lowp::Saturation":$saturation,
        CArg<"::mlir::lowp::ScaleRounding",
             "::mlir::lowp::ScaleRounding::None">:$scaleRounding,
        CArg<"::mlir::lowp::Rounding",
             "::mlir::lowp::Rounding::Nearest">:$rounding,
        CArg<"::mlir::lowp::Quotient",
             "::mlir::lowp::Quotient::Encode">:$quotient,
        CArg<"::mlir::lowp::LargestFactor",
             "::mlir::lowp::LargestFactor::Input">:$largestFactor,
        CArg<"::mlir::lowp::SmallScales",
             "::mlir::lowp::SmallScales::Exact">:$smallScales,
        CArg<"::mlir::lowp::MatrixScale",
             "::mlir::lowp::MatrixScale::Amax">:$matrixScale), [{
      return $_get($_ctxt, ::llvm::APFloat(eps), division, powerOfTwo,
                   degenerate, saturation, scaleRounding, rounding, quotient,
                   largestFactor, smallScales, matrixScale);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    double getEps() const { return getEpsValue().convertToDouble(); }
    /// The attribute of a preset, or null for an unknown name.
    static NumericsAttr getPreset(::mlir::MLIRContext *context,
                                  ::llvm::StringRef name);
    /// The names that `getPreset` knows.
    static ::llvm::ArrayRef<::llvm::StringRef> getPresetNames();
    /// These numerics for an input of this type (f32, bf16 or f16): where
    /// `largest_factor` is `input`, it becomes that type.
    NumericsAttr forInput(::mlir::Type elementType) const;
    /// The largest value of `largest_factor`; that of f32 for `input`.
    double getLargestFactorValue() const;
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_NUMERICSATTR
