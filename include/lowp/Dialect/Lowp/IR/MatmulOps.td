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
  let summary = "product of two scaled matrices, or of batches, lhs . rhs^T";
  let description = [{
    result(m, n) = sum over k of lhs(m, k) * rhs(n, k), plus `accumulator(m, n)`
    when given; both operands have the contracted dimension last, whatever
    their physical order. In a batch it is one such product per matrix; an
    operand that is a matrix goes with all matrices of the other. Without `fast_accumulation` partial sums are promoted to
    f32 at least every 128 elements of K; with it, where scales span the whole
    of K, one sum in the tensor core's narrower accumulator will do.

    Example:
    ```mlir
    %y = lowp.scaled_matmul %x, %w
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>,
         !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block<128x128>>
      -> tensor<?x4096xbf16>
    ```
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
  let summary = "one matmul that runs as one kernel";
  let description = [{
    What `lowp-form-kernels` makes of a `lowp.scaled_matmul`: the same product
    on builtin tensors or buffers, in destination style. `lhs_type` and
    `rhs_type` keep what the operands' data and scales mean; an operand whose
    recipe has two levels has a third tensor, its global scale. With `accumulate`
    the product is added to the destination, else it overwrites it. Where one of
    the types is a batch, so is the destination, batch x m x n.

    Without scales it is what `lowp-form-gemms` makes of a contraction: floats
    of one type, whose products are summed up in f32 and rounded once. Elements
    of f32 are multiplied as tf32: rounded to 10 bits of mantissa, to the
    nearest, ties to even. Then
    `indexing_maps` say, as those of `linalg.contract` do, where the dimensions
    (batch,) m, n and k lie in lhs, rhs and destination. The destination has m
    before n, and the batch anywhere but last; an operand has its own in any
    order, the batch nowhere or anywhere but last. `b floordiv 4` says that 4
    consecutive matrices of the batch read the same matrix of an operand, as
    heads of grouped-query attention do.

    With a region, the epilogue, the destination gets what the region makes of
    each sum, an f32 that no scale is missing from, and of the elements of
    `inputs` at its place. `input_maps` go from the dimensions of the
    destination, (batch,) m and n, to those of each input. The region does
    arithmetic on floats; `lowp-form-epilogues` puts a bias, a residual or a
    ReLU there. It may yield several elements: there are as many destinations
    then, of one shape and of types of their own.

    Example:
    ```mlir
    %y = lowp.gemm lhs(%xd, %xs : tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>)
                   rhs(%wd, %ws : tensor<4096x7168xf8E4M3FN>, tensor<32x56xf32>)
                   outs(%init : tensor<?x4096xbf16>)
      {lhs_type = !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>,
       rhs_type = !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block<128x128>>}
      -> tensor<?x4096xbf16>

    %s = lowp.gemm lhs(%q : tensor<32x?x128xbf16>) rhs(%v : tensor<32x128x64xbf16>)
                   outs(%init : tensor<32x?x64xf32>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                        affine_map<(b, m, n, k) -> (b, k, n)>,
                        affine_map<(b, m, n, k) -> (b, m, n)>]}
      -> tensor<32x?x64xf32>

    %z = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   ins(%bias : tensor<32xbf16>) outs(%init : tensor<?x32xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                        affine_map<(m, n, k) -> (n, k)>,
                        affine_map<(m, n, k) -> (m, n)>],
       input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<?x32xbf16> epilogue {
    ^bb0(%sum: f32, %b: bf16):
      %wide = arith.extf %b : bf16 to f32
      %y = arith.addf %sum, %wide : f32
      %r = arith.truncf %y : f32 to bf16
      lowp.epilogue_yield %r : bf16
    }

    %wide, %half = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   outs(%e32, %e16 : tensor<?x32xf32>, tensor<?x32xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                        affine_map<(m, n, k) -> (n, k)>,
                        affine_map<(m, n, k) -> (m, n)>]}
      -> tensor<?x32xf32>, tensor<?x32xbf16> epilogue {
    ^bb0(%sum: f32):
      %r = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %r : f32, bf16
    }

    %experts = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<8x32x64xbf16>)
                   groups(%ends : tensor<8xi32>) outs(%init : tensor<?x32xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>,
                        affine_map<(b, m, n, k) -> (b, n, k)>,
                        affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<?x32xbf16>
    ```
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
  let summary = "the elements that the epilogue of a gemm makes of a sum";
  let description = [{
    One for each destination. Example: `lowp.epilogue_yield %r : bf16`.
  }];
  let arguments = (ins Variadic<AnyFloat>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

#endif // LOWP_DIALECT_LOWP_IR_MATMULOPS
