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
      `f32` divides in single precision;
    - `power_of_two`: the encode factor is rounded down to a power of two;
    - `degenerate`: `unit` gives blocks whose amax is zero, infinite or NaN
      the scale 1, `propagate` follows the formula;
    - `saturation`: `saturate` clamps data to the largest finite value before
      the cast, `overflow` lets the cast make infinity or NaN of them;
    - `scale_rounding`: how scales of format e8m0 become powers of two (`none`
      for recipes whose scales have another format);
    - `rounding`: data are rounded to `nearest` even or `stochastic`ally.

    Presets name the behaviour they reproduce: `torchao`, `torchao_rowwise`
    (the same with powers of two), `transformer_engine`,
    `transformer_engine_stochastic`, `mx_floor`, `mx_ceil`, `mx_even` and
    `mx_rceil`. Single parameters of a preset may be changed:
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
    "::mlir::lowp::Rounding":$rounding
  );
  let builders = [
    AttrBuilder<(ins "double":$eps, "::mlir::lowp::Division":$division,
        "bool":$powerOfTwo, "::mlir::lowp::DegenerateAmax":$degenerate,
        "::mlir::lowp::Saturation":$saturation,
        CArg<"::mlir::lowp::ScaleRounding",
             "::mlir::lowp::ScaleRounding::None">:$scaleRounding,
        CArg<"::mlir::lowp::Rounding",
             "::mlir::lowp::Rounding::Nearest">:$rounding), [{
      return $_get($_ctxt, ::llvm::APFloat(eps), division, powerOfTwo,
                   degenerate, saturation, scaleRounding, rounding);
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
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_NUMERICSATTR
