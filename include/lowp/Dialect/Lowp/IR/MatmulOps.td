//===- MatmulOps.td - Products of scaled matrices ----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_MATMULOPS
#define LOWP_DIALECT_LOWP_IR_MATMULOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "lowp/Interfaces/LayoutPropagationInterface.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_ScaledMatmulOp : Lowp_Op<"scaled_matmul", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["getLayoutDemand"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "multiply two scaled matrices, or batches, lhs . rhs^T";
  let description = [{
    The product of an M x K and an N x K matrix, both with K last, whatever their
    order in memory:

        result(m, n) = accumulator(m, n) + sum over k of lhs(m, k) * rhs(n, k)

    or, of batches, one such product for each matrix. An operand that is a matrix
    goes with all matrices of the other. Values are those of section 1; without an
    accumulator it counts as 0.

    The reference sums in f64 and rounds once. A kernel may add in another order and
    in f32: products are summed within a block of K, each partial sum is multiplied
    with the factors of its blocks, and at least every 128 elements of K what was
    summed goes to an f32 sum. `fast_accumulation` permits less where the scales
    span the whole of K: one sum in the accumulator of the tensor core, which is
    narrower than f32 on some chips. The accumulator is what a `linalg.matmul` with
    a recipe starts from, where that is not zeros. Kernels add a sum in 16 bits,
    which is rounded once, and a bias repeated for each row, in their epilogue.

    The recipes that may meet, in either order: tensorwise and rowwise with each
    other and themselves; `block`, `mx` and `nvfp4` of one row and several columns
    with each other and with tiles. Operands may differ in element type, order,
    scale layout, convention and packing. K = 0 gives the accumulator, or zeros, and
    launches nothing.

    A scale that is NaN (255 of e8m0, 0x7F and 0xFF of e4m3) makes each value of its
    block NaN, data of 0 included, and so each result that the block takes part in.
    An infinite decode factor (a stored f32 of infinity, or 0 under `encode`) makes
    values infinite, and NaN where the datum is 0. Kernels and reference agree in
    this.
  }];
  let arguments = (ins
    Lowp_ScaledType:$lhs,
    Lowp_ScaledType:$rhs,
    Optional<Lowp_HighPrecisionBatch>:$accumulator,
    UnitAttr:$fast_accumulation);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`accumulate` $accumulator^)?
    (`fast_accumulation` $fast_accumulation^)? attr-dict
    `:` qualified(type($lhs)) `,` qualified(type($rhs))
    (`,` type($accumulator)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Lowp_GemmOp : Lowp_Op<"gemm", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "multiply matrices by one kernel";
  let description = [{
    One matmul that runs as one kernel, on tensors or on buffers, in destination style.
    With `accumulate` the product is added to what the destination holds, else it
    replaces it. On buffers the op reads its operands and writes `inits`; on tensors it
    has no effects, and a result for each of `inits`.

    With `lhs_type` and `rhs_type` it is the product of `lowp.scaled_matmul`
    (`lowp-form-gemms`): data and scales were split from values of these types, with
    a global scale for recipes of two levels. Where one is a batch, so is the
    destination, b x m x n.

    Without scales products are added up in f32, and each sum is
    rounded once; f32 is multiplied as tf32, rounded to 10 bits of mantissa, to nearest
    even. `indexing_maps` go from (m, n, k) or (b, m, n, k) to the dimensions of lhs,
    rhs and destination, as those of `linalg.contract` do. An operand may have its
    dimensions in any order in which b is not last; one without b is one matrix for the
    whole batch, and `b floordiv 4` gives 4 consecutive matrices of the batch the same
    matrix, as heads of grouped-query attention share keys. The destination may have
    the batch between m and n. Where the batch has several dimensions, as sequences and
    heads, each is a part of b: `b floordiv 8` and `b mod 8`. So one operand has K
    where its parts lie apart, or repeats them: `k floordiv 64` and `k mod 64`. On
    buffers rows may have gaps: the last stride is 1, all others are multiples of 16 bytes.

    With a region, the `epilogue`, the destination gets what the region makes of each
    scaled f32 sum, not rounded yet, and of the elements of `inputs` at its place: a
    bias, a residual, a ReLU. `input_maps` go from the dimensions of the result to those
    of each input. The region may yield several elements, one for each of as many
    destinations of one shape. `lowp-form-epilogues` makes epilogues, and rounds in them
    where the operations did.

    With `groups` it is a `lowp.grouped_matmul`: they are its `ends` where the left
    operand is a matrix, its `counts` where that is a batch. Without scales both operands
    may be matrices, whose K is in groups: `(b, m, n, k) -> (k, m)` and `(k, n)` to
    `(b, m, n)`. With scales `gemm-C11` says which groups there may be.
  }];
  let arguments = (ins
    AnyShaped:$lhs_data, Optional<AnyShaped>:$lhs_scales,
    Optional<AnyShaped>:$lhs_global_scale,
    AnyShaped:$rhs_data, Optional<AnyShaped>:$rhs_scales,
    Optional<AnyShaped>:$rhs_global_scale,
    Variadic<AnyShaped>:$inputs, Optional<AnyShaped>:$groups,
    Variadic<AnyShaped>:$inits,
    OptionalAttr<TypeAttrOf<Lowp_ScaledType>>:$lhs_type,
    OptionalAttr<TypeAttrOf<Lowp_ScaledType>>:$rhs_type,
    OptionalAttr<AffineMapArrayAttr>:$indexing_maps,
    OptionalAttr<AffineMapArrayAttr>:$input_maps,
    UnitAttr:$accumulate,
    UnitAttr:$fast_accumulation);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$epilogue);
  let assemblyFormat = [{
    `lhs` `(` $lhs_data (`,` $lhs_scales^ (`,` $lhs_global_scale^)?)? `:`
    type($lhs_data)
    (`,` type($lhs_scales)^ (`,` type($lhs_global_scale)^)?)? `)`
    `rhs` `(` $rhs_data (`,` $rhs_scales^ (`,` $rhs_global_scale^)?)? `:`
    type($rhs_data)
    (`,` type($rhs_scales)^ (`,` type($rhs_global_scale)^)?)? `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`groups` `(` $groups^ `:` type($groups) `)`)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict (`->` type($results)^)?
    (`epilogue` $epilogue^)?
  }];
  let builders = [
    // Without scales.
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
                   "::mlir::Value":$init, "::mlir::ArrayAttr":$indexingMaps,
                   "bool":$accumulate)>
  ];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
    /// The first destination. Others have its sizes and elements of their own.
    ::mlir::Value getInit() { return getInits().front(); }
    /// Whether the operands are scaled values; else they are floats.
    bool isScaled() { return getLhsTypeAttr() != nullptr; }
    /// The scaled types of a scaled gemm.
    ScaledType getLhsScaledType();
    ScaledType getRhsScaledType();
    /// Where the dimensions of a gemm without scales lie in lhs, rhs and
    /// destination.
    ::llvm::SmallVector<::mlir::AffineMap> getMaps();
    /// Whether the gemm has a batch: its first dimension.
    bool isBatched();
    /// Whether rows of the lhs, a matrix, are in groups, each with a matrix of
    /// the rhs.
    bool hasRowGroups();
    /// From (batch,) m and n to the dimensions of the destination.
    ::mlir::AffineMap getDestinationMap();
    /// Whether a region makes elements of sums.
    bool hasEpilogue() { return !getEpilogue().empty(); }
    /// The region of a gemm that has one.
    ::mlir::Block &getEpilogueBody() { return getEpilogue().front().front(); }
    /// Where the dimensions of the destination, (batch,) m and n, lie in each
    /// input of the epilogue.
    ::llvm::SmallVector<::mlir::AffineMap> getEpilogueMaps();
  }];
  // Bytecode of versions up to 4 has scales and no maps, up to 7 no groups.
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
}

def Lowp_EpilogueYieldOp : Lowp_Op<"epilogue_yield", [
    Pure, Terminator, HasParent<"GemmOp">]> {
  let summary = "yield the elements that the epilogue of a gemm makes of a sum";
  let description = [{
    Ends the epilogue of a `lowp.gemm`: an element for each destination.
  }];
  let arguments = (ins Variadic<AnyFloat>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

#endif // LOWP_DIALECT_LOWP_IR_MATMULOPS
