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
    The tensors are those the result type names: `getDataType()`, whose
    dimensions are in storage order, `getScaleStorageType()`, padding included,
    and, for recipes of two levels, `getGlobalScaleType()`.

    Example:
    ```mlir
    %q = lowp.make_scaled %data, %scales
       : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
      -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
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
  let summary = "the data and scale tensors of a scaled matrix";
  let description = [{
    The inverse of `lowp.make_scaled`. A recipe of two levels gives a third
    result, the global scale.

    Example:
    ```mlir
    %data, %scales = lowp.split_scaled %q
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
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
  let summary = "the transposed matrix over the same storage";
  let description = [{
    Moves nothing: shape, recipe, data order and scale layout of the type are
    transposed.

    Example:
    ```mlir
    %t = lowp.transpose %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
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
    Data order, data layout, packing, scale layout and the alignment of groups may
    change, nothing else. Padding of the new scale layout gets the layout's
    padding value. Where scales are in groups, `offsets` says where these end.
    Each matrix of a batch is copied on its own.

    Example:
    ```mlir
    %r = lowp.relayout %q
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
      -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>,
                      scales = #lowp.mn_major>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_GroupNumbers>:$offsets);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input (`offsets` `(` $offsets^ `:` type($offsets) `)`)? attr-dict `:`
    qualified(type($input)) `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
      build($_builder, $_state, result, input, /*offsets=*/::mlir::Value());
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
  let summary = "the same values in a wider format with f32 scales";
  let description = [{
    Data are converted exactly, and each block of a row gets the decode factor
    of the block of the input that it lies in, as an f32, or its scale, where
    the recipe of the result is that of the input but for the block. A matmul
    whose formats a chip does not have becomes one that it has in this way.

    With `spread n` the columns go apart: the blocks of the result, of B
    columns, get n columns of the input each, followed by B - n columns of data
    0. A product over all columns of two matrices that are spread alike stays
    what it was.

    Example:
    ```mlir
    %w = lowp.widen %q spread 16
       : !lowp.scaled<?x7168xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
      -> !lowp.scaled<?x14336xf8E4M3FN, #lowp.block<1x32>>
    ```
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
