//===- ScaledOps.td - Scaled matrices in other forms -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SCALEDOPS
#define LOWP_DIALECT_LOWP_IR_SCALEDOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "lowp/Interfaces/LayoutPropagationInterface.td"
include "lowp/Interfaces/ReifyScaledOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Data and scales as builtin tensors
//===----------------------------------------------------------------------===//

def Lowp_MakeScaledOp : Lowp_Op<"make_scaled", [Pure,
    DeclareOpInterfaceMethods<Lowp_ReifyScaledOpInterface>]> {
  let summary = "form a scaled matrix from its data and scale tensors";
  let description = [{
    Makes a value of its tensors: the data tensor, whose dimensions are in storage
    order, the scale tensor with its padding, and for recipes of two levels the
    global scale. Padding, and what fills up packed rows, holds the values of
    section 1 and of the layouts, zeros for lowp's: nothing looks, and kernels
    multiply with what lies there. The padding of swizzled scales may hold anything,
    NaN too.

    The make of all results of one `lowp.split_scaled` folds to the latter's input
    if the types are the same.
  }];
  let arguments = (ins AnyRankedTensor:$data, AnyRankedTensor:$scales,
                       Optional<AnyRankedTensor>:$global_scale);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $data `,` $scales (`,` $global_scale^)? attr-dict `:` type($data) `,`
    type($scales) (`,` type($global_scale)^)? `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$data,
        "::mlir::Value":$scales), [{
      build($_builder, $_state, result, data, scales,
            /*global_scale=*/::mlir::Value());
    }]>,
    // From the tensors in the order of `ScaledType::getStorageTypes`.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::ValueRange":$parts), [{
      $_state.addOperands(parts);
      $_state.addTypes(result);
    }]>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_SplitScaledOp : Lowp_Op<"split_scaled", [Pure, InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes", "reifyDimOfResult"]>]> {
  let summary = "give the data and scale tensors of a scaled matrix";
  let description = [{
    Gives the tensors of a value: three for recipes of two levels. The split of a
    `lowp.make_scaled` folds to the latter's operands.
  }];
  let arguments = (ins Lowp_ScaledType:$input);
  let results = (outs AnyRankedTensor:$data, AnyRankedTensor:$scales,
                      Optional<AnyRankedTensor>:$global_scale);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

def Lowp_TransposeOp : Lowp_Op<"transpose", [Pure, InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["isView", "getViewType", "getViewedType"]>,
    DeclareOpInterfaceMethods<Lowp_ReifyScaledOpInterface>]> {
  let summary = "transpose a matrix over the same storage";
  let description = [{
    result(i, j) = input(j, i), over the same storage: shape, recipe, order and scale
    layout of the type are transposed, and nothing moves. In a batch each matrix is
    transposed. Transposing twice folds to the input.
  }];
  let arguments = (ins Lowp_ScaledType:$input);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
  let hasFolder = 1;
}

def Lowp_RelayoutOp : Lowp_Op<"relayout", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["canWrite", "getLayoutDemand"]>,
    DeclareOpInterfaceMethods<Lowp_ReifyScaledOpInterface>]> {
  let summary = "copy a scaled matrix into another physical layout";
  let description = [{
    Copies the same matrix into other places: data into another order, layout or
    packing, scales into another layout or alignment of groups, side by side or
    separate, with its padding. No value changes. Each matrix of a batch is copied
    on its own. New places get their padding value, whatever that of the input
    holds; scales whose layout stays are not copied.

    Where blocks have one row each, groups of rows divide no block: such a relayout
    may add the groups or drop them, likewise for columns. So activations quantized
    without groups get places per group, and the global scale is repeated. What is in
    no group has no scale then; dropped groups leave padding there.

    Groups of the result may begin at multiples of a larger `start` s: data and scales
    are moved there, with zeros up to the next. Along S elements in G groups the result
    has s * floor((S + G * (s - 1)) / s) of them.

    A relayout to the type of its input folds to that input; of a chain with the same
    ends the last type counts.
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_IndexVector>:$ends);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input (`ends` `(` $ends^ `:` type($ends) `)`)? attr-dict `:`
    qualified(type($input)) `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
      build($_builder, $_state, result, input, /*ends=*/::mlir::Value());
    }]>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

def Lowp_WidenOp : Lowp_Op<"widen", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["canWrite", "getLayoutDemand"]>,
    DeclareOpInterfaceMethods<Lowp_ReifyScaledOpInterface>]> {
  let summary = "give the same values in a wider format with finer scales";
  let description = [{
    The same matrix with data of a wider format, converted exactly, and finer scales,
    of f32 or like those of the input. With B the columns of a block of the result,
    and n = B unless `spread` says otherwise:

        data(i, j)  = input data(i, j), without spread
        data(i, j)  = input data(i, n * floor(j / B) + j mod B) if j mod B < n and
                      that column exists, else 0, with spread
        scale(i, b) = decode factor of element (i, n * b) of the input, or the
                      scale of its block

    With `spread` the result has `B * ceil(columns / n)` columns; a product over all
    columns of two matrices that are spread alike is what it was. Columns between are
    0 times a decode factor: 0 unless that is infinite or NaN. So a matmul whose
    formats a chip lacks becomes one that it has.
  }];
  let arguments = (ins Lowp_ScaledType:$input, OptionalAttr<I64Attr>:$spread);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input (`spread` $spread^)? attr-dict `:` qualified(type($input)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns of the input that share a block of the result.
    int64_t getColumnsPerBlock();
    /// The type that a widened `input` has: row-major data of `elementType`
    /// with scales of `recipe`, spread if `spread` is a number. Null if it
    /// would have more elements than a scaled type may have.
    static ScaledType getResultType(ScaledType input,
                                    ::mlir::Type elementType,
                                    RecipeAttrInterface recipe,
                                    ::std::optional<int64_t> spread);
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_SCALEDOPS
