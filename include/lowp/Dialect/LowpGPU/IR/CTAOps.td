//===- CTAOps.td - What the threads of a CTA do together ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of memory-bound operations. A value is a two-dimensional vector: the
// part of a matrix that a CTA works on, or something smaller that belongs to
// its blocks, rows or columns. `lowp-gpu-distribute-cta-ops` gives each thread
// its share.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_CTAOPS
#define LOWP_DIALECT_LOWPGPU_IR_CTAOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"

def LowpGPU_DistributionAttr : LowpGPU_Attr<"Distribution", "distribution"> {
  let summary = "which thread of a CTA has which element of its tile";
  let description = [{
    - `rows`: neighbouring rows of a thread;
    - `vectors`: vectors of `width` neighbouring elements that a thread has of
      each of its rows, as far apart as all lanes and warps of a row reach;
    - `lanes`: threads of a warp along the rows and the columns, 32 together;
    - `warps`: warps along the rows and the columns.

    The tile has rows * lanes[0] * warps[0] rows and
    vectors * width * lanes[1] * warps[1] columns.
  }];
  let parameters = (ins
    "int64_t":$rows, "int64_t":$vectors, "int64_t":$width,
    ArrayRefParameter<"int64_t">:$lanes, ArrayRefParameter<"int64_t">:$warps);
  let assemblyFormat = [{
    `<` `rows` `=` $rows `,` `vectors` `=` $vectors `x` $width `,`
    `lanes` `=` `[` $lanes `]` `,` `warps` `=` `[` $warps `]` `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getThreads() const { return 32 * getWarps()[0] * getWarps()[1]; }
    /// Rows and columns of the tile.
    int64_t getTileM() const {
      return getRows() * getLanes()[0] * getWarps()[0];
    }
    int64_t getTileN() const { return getVectors() * getSpan(); }
    /// Columns from a thread's vector to its next one.
    int64_t getSpan() const {
      return getWidth() * getLanes()[1] * getWarps()[1];
    }
  }];
}

def LowpGPU_Combiner : I32EnumAttr<"Combiner",
    "how a reduction combines two elements: the arith op of that name", [
      I32EnumAttrCase<"AddF", 0, "addf">,
      I32EnumAttrCase<"MulF", 1, "mulf">,
      I32EnumAttrCase<"MaximumF", 2, "maximumf">,
      I32EnumAttrCase<"MinimumF", 3, "minimumf">,
      I32EnumAttrCase<"MaxNumF", 4, "maxnumf">,
      I32EnumAttrCase<"MinNumF", 5, "minnumf">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::lowp_gpu";
}
def LowpGPU_CombinerAttr
    : EnumAttr<LowpGPU_Dialect, LowpGPU_Combiner, "combiner"> {
  let assemblyFormat = "`<` $value `>`";
}

def LowpGPU_CTAVector : VectorOfRankAndType<[2], [AnyType]>;

class LowpGPU_CTAAccessOp<string mnemonic, list<Trait> traits = []>
    : LowpGPU_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])> {
  code accessDeclaration = [{
    /// Of the operands of the map, the rows' digits; the column is the last.
    unsigned getFirstRowDim() { return getBatch().size(); }
    unsigned getColumnDim() { return getMap().getNumDims() - 1; }
  }];
}

def LowpGPU_CTALoadOp : LowpGPU_CTAAccessOp<"cta_load"> {
  let summary = "read the part of a buffer that belongs to the CTA's tile";
  let description = [{
    Element (i, j) of the result is that of `buffer` at
    `map(batch..., digits of row + i..., column + j)`. The digits of a row are
    those of a number in the base `row_sizes`, of which the slowest is not
    given. Elements beyond `rows` and `columns`, the ends of the iteration
    space, repeat some that lie in it: whatever loads and `lowp_gpu.cta_index`
    give for one place of a tile belongs to one position.

    The result has one row if `map` does not read the row, one column if it does
    not read the column. With `aligned` the buffer begins at a multiple of 16
    bytes. With `rows_overhang`, `columns_overhang` there are tiles whose first
    row or column lies beyond the space, because something is padded.

    Where `rows`, `columns` and the buffer's sizes are known, `map` stays within
    these.

    With `rows_at` row i of the result is row `rows_at(i)` of the buffer; its
    first index by the map is not read.

    With `entries` a result of one row or one column of entries is read once,
    each entry by one thread, like the result of `lowp_gpu.cta_reduce`: for what
    is worth computing once per entry. A result of fewer entries than the tile
    has rows and columns has one per block of the tile, read at the position of
    the block's first element.

    Example:
    ```mlir
    %x = lowp_gpu.cta_load %X[][%row, %column] of(%M, %N)
      map affine_map<(d0, d1) -> (d0, d1)> : memref<?x7168xbf16> -> vector<128x128xbf16>
    ```
  }];
  let arguments = (ins AnyMemRef:$buffer, Variadic<Index>:$batch, Index:$row,
    Index:$column, Index:$rows, Index:$columns, Variadic<Index>:$row_sizes,
    Optional<VectorOfRankAndType<[2], [Index]>>:$rows_at,
    AffineMapAttr:$map, UnitAttr:$aligned, UnitAttr:$rows_overhang,
    UnitAttr:$columns_overhang, UnitAttr:$entries);
  let results = (outs LowpGPU_CTAVector:$result);
  let assemblyFormat = [{
    $buffer `[` $batch `]` `[` $row `,` $column `]` `of` `(` $rows `,` $columns
    `)` (`row_sizes` `(` $row_sizes^ `)`)?
    (`rows_at` `(` $rows_at^ `:` type($rows_at) `)`)? `map` $map attr-dict `:`
    type($buffer) `->` type($result)
  }];
  let extraClassDeclaration = accessDeclaration;
  let hasVerifier = 1;
}

def LowpGPU_CTAStoreOp : LowpGPU_CTAAccessOp<"cta_store"> {
  let summary = "write the CTA's tile, or what belongs to its blocks";
  let description = [{
    The reverse of `lowp_gpu.cta_load`. A value of fewer rows or columns than
    the tile has an entry per block of the tile: entry (i, j) stands for the
    position of the block's first element.

    With `padding`, positions beyond `rows` and `columns` as far as `padded`
    get that value.

    Floats of 4 or 6 bits in a buffer of i8 are packed (PackedElements.h): the
    last index that `map` gives counts elements, of which neighbours in a thread
    become bytes. `padded` then ends at whole groups.

    Where `map` does not read the row or the column, the first tile along it
    writes for all. With `atomic_max` all tiles take part: the buffer keeps the
    larger of what it has and the entry. Such entries are magnitudes, f32
    without a sign, whose bits are ordered as they are, and NaN is the largest;
    so the result does not depend on the order of the tiles.

    Example:
    ```mlir
    lowp_gpu.cta_store %s to %S[][%row, %column] of(%M, %N)
      map affine_map<(d0, d1) -> (d1 floordiv 128, d0)>
      : vector<128x1xf32> to memref<56x?xf32>
    ```
  }];
  let arguments = (ins LowpGPU_CTAVector:$value, AnyMemRef:$buffer,
    Variadic<Index>:$batch, Index:$row, Index:$column, Index:$rows,
    Index:$columns, Variadic<Index>:$row_sizes, Variadic<Index>:$padded,
    AffineMapAttr:$map, OptionalAttr<TypedAttrInterface>:$padding,
    UnitAttr:$aligned, UnitAttr:$rows_overhang, UnitAttr:$columns_overhang,
    UnitAttr:$atomic_max);
  let assemblyFormat = [{
    $value `to` $buffer `[` $batch `]` `[` $row `,` $column `]` `of` `(` $rows
    `,` $columns `)` (`row_sizes` `(` $row_sizes^ `)`)?
    (`padded` `(` $padded^ `)` `with` $padding)? `map` $map attr-dict `:`
    type($value) `to` type($buffer)
  }];
  let extraClassDeclaration = accessDeclaration;
  let hasVerifier = 1;
}

def LowpGPU_CTAIndexOp : LowpGPU_Op<"cta_index", [Pure]> {
  let summary = "where the tile's elements are along one dimension";
  let description = [{
    Element (i, j) of the result is, for `dim` 0 and on, a digit of the number
    `row` + i in the base `row_sizes`, the slowest first; for the last `dim`,
    after all digits, it is `column` + j. Elements beyond `rows` and `columns`
    have the positions that `lowp_gpu.cta_load` reads for them.

    The result has the rows of the tile if it has digits of rows, the columns of
    the tile if it has columns; the other dimension is that of the tile or 1.

    Example:
    ```mlir
    %j = lowp_gpu.cta_index 1 at[%row, %column] of(%M, %N) : vector<64x128xindex>
    ```
  }];
  let arguments = (ins I64Attr:$dim, Index:$row, Index:$column, Index:$rows,
    Index:$columns, Variadic<Index>:$row_sizes, UnitAttr:$rows_overhang,
    UnitAttr:$columns_overhang);
  let results = (outs VectorOfRankAndType<[2], [Index]>:$result);
  let assemblyFormat = [{
    $dim `at` `[` $row `,` $column `]` `of` `(` $rows `,` $columns `)`
    (`row_sizes` `(` $row_sizes^ `)`)? attr-dict `:` type($result)
  }];
  let extraClassDeclaration = [{
    /// The `dim` of the column.
    int64_t getColumnDim() { return int64_t(getRowSizes().size()) + 1; }
    bool isColumn() { return int64_t(getDim()) == getColumnDim(); }
  }];
  let hasVerifier = 1;
}

def LowpGPU_CTAMapOp : LowpGPU_Op<"cta_map", [
    Pure, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "compute element by element";
  let description = [{
    The region computes one element of each result from one element of each
    operand; operands that are no vectors are the same for all elements.

    Example:
    ```mlir
    %y = lowp_gpu.cta_map (%x, %s) {
    ^bb0(%a: bf16, %b: f32):
      %wide = arith.extf %a : bf16 to f32
      %product = arith.mulf %wide, %b : f32
      lowp_gpu.yield %product : f32
    } : (vector<128x128xbf16>, f32) -> vector<128x128xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<LowpGPU_CTAVector>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` $body attr-dict `:` functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

def LowpGPU_CTAKeepOp : LowpGPU_Op<"cta_keep",
    [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "keep elements in shared memory until they are read";
  let description = [{
    The result is the operand. Each thread writes its elements as soon as it has
    computed them and reads them back where the result is read: they take no
    registers in between, and no barrier.

    Example:
    ```mlir
    %kept = lowp_gpu.cta_keep %x : vector<128x128xbf16>
    ```
  }];
  let arguments = (ins LowpGPU_CTAVector:$value);
  let results = (outs LowpGPU_CTAVector:$result);
  let assemblyFormat = [{
    $value attr-dict `:` type($value)
  }];
}

def LowpGPU_CTAReduceOp : LowpGPU_Op<"cta_reduce",
    [Pure, AllElementTypesMatch<["value", "result"]>]> {
  let summary = "reduce each block of the tile to one entry";
  let description = [{
    The result divides the tile into as many blocks as it has entries. Elements
    are f16, bf16, f32 or f64; narrower ones are widened before.
    `columns` is how many columns of the tile take part; where it is not given,
    the combination of an element with itself must be the element.
    The order is fixed, so that results are the same on every run: a thread's
    elements, lanes by halves, warps one after the other.

    Example:
    ```mlir
    %amax = lowp_gpu.cta_reduce <maximumf> %x
      : vector<128x128xbf16> -> vector<128x1xbf16>
    ```
  }];
  // What lanes exchange in whole words.
  let arguments = (ins LowpGPU_CombinerAttr:$kind,
    VectorOfRankAndType<[2], [F16, BF16, F32, F64]>:$value,
    Optional<Index>:$columns);
  let results = (outs LowpGPU_CTAVector:$result);
  let assemblyFormat = [{
    $kind $value (`columns` `(` $columns^ `)`)? attr-dict `:` type($value) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def LowpGPU_F32Like : AnyTypeOf<[F32, VectorOfRankAndType<[1], [F32]>]>;

def LowpGPU_CTABroadcastOp : LowpGPU_Op<"cta_broadcast",
    [Pure, AllElementTypesMatch<["value", "result"]>]> {
  let summary = "give each element the entry of its block";
  let description = [{
    Example:
    ```mlir
    %s = lowp_gpu.cta_broadcast %scales
      : vector<128x1xf32> -> vector<128x128xf32>
    ```
  }];
  let arguments = (ins LowpGPU_CTAVector:$value);
  let results = (outs LowpGPU_CTAVector:$result);
  let assemblyFormat = [{
    $value attr-dict `:` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
}

def LowpGPU_DivideOp : LowpGPU_Op<"divide", [
    Pure, SameOperandsAndResultType, ElementwiseMappable]> {
  let summary = "divide by a value whose reciprocal is known";
  let description = [{
    The quotient in f32, rounded to nearest but for quotients that are as near
    to the middle of two numbers as a product of f32 is inexact, for subnormal
    ones and for those next to the largest number: these may be the neighbour.
    `reciprocal` is 1 / `divisor`, rounded to nearest, or NaN where that is no
    normal number. Who divides many elements of a row by one number computes the
    reciprocal once; `prepare-generic-kernels` then needs no division.

    Example:
    ```mlir
    %q = lowp_gpu.divide %x, %sum by %r : f32
    ```
  }];
  let arguments = (ins LowpGPU_F32Like:$dividend, LowpGPU_F32Like:$divisor,
                       LowpGPU_F32Like:$reciprocal);
  let results = (outs LowpGPU_F32Like:$result);
  let assemblyFormat = [{
    $dividend `,` $divisor `by` $reciprocal attr-dict `:` type($result)
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_CTAOPS
