//===- LowpTestAttrs.td - A recipe and layouts from outside --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LOWPTESTATTRS
#define LOWP_TEST_LOWPTESTATTRS

include "lowp/Interfaces/DataLayoutInterface.td"
include "lowp/Interfaces/RecipeInterface.td"
include "lowp/Interfaces/ScaleLayoutInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def LowpTest_Dialect : Dialect {
  let name = "lowp_test";
  let cppNamespace = "::lowp_test";
  let summary = "Extends lowp from outside, for its tests";
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::lowp::LowpDialect"
  ];
  let extraClassDeclaration = "void registerAttributes();";
}

def LowpTest_Block1x64Attr : AttrDef<LowpTest_Dialect, "Block1x64",
    [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface>]> {
  let mnemonic = "block_1x64";
  let summary = "e5m2 with one bf16 scale per 64 elements of a row";
  let description = [{
    The scale's formula is one that no recipe of lowp has: bf16(amax / 2^14),
    1 for a block of zeros. `transposed` gives blocks of 64x1. It would take
    f8E3M4 as well, a format that lowp knows nothing of.
  }];
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($transposed)^ `>`)?";
}

def LowpTest_TwoLevelAttr : AttrDef<LowpTest_Dialect, "TwoLevel",
    [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface,
                                 ["getScaleLevels", "buildGlobalScale"]>]> {
  let mnemonic = "two_level";
  let summary = "e2m3 with e5m2 scales per `columns` elements and one f32 for all";
  let description = [{
    Block scales are relative to the largest magnitude of the matrix.
    `transposed` gives blocks of 8x1. Blocks of lowp's own recipes nest, since
    they are powers of two; 24 columns nest with few others.
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "8">:$columns,
                        DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($columns, $transposed)^ `>`)?";
}

def LowpTest_RowTilesAttr : AttrDef<LowpTest_Dialect, "RowTiles",
    [DeclareAttrInterfaceMethods<Lowp_ScaleLayoutAttrInterface,
                                 ["getPaddingValue"]>]> {
  let mnemonic = "row_tiles";
  let summary = "tiles of `rows` x 1 scales, padded with ones";
  let description = [{
    Scale (i, j) is at [i / rows][j][i mod rows]: a storage of three dimensions.
    `poisoned` is wrong on purpose: it pads with NaN.
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$rows,
    DefaultValuedParameter<"bool", "false">:$transposed,
    DefaultValuedParameter<"bool", "false">:$poisoned);
  let assemblyFormat = "(`<` struct($rows, $transposed, $poisoned)^ `>`)?";
}

def LowpTest_SkewedAttr : AttrDef<LowpTest_Dialect, "Skewed",
    [DeclareAttrInterfaceMethods<Lowp_ScaleLayoutAttrInterface>]> {
  let mnemonic = "skewed";
  let summary = "every other row begins one place further";
  let description = [{
    Scale (i, j) is at [i][j + i mod 2], an index that is no digit of a position.
  }];
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($transposed)^ `>`)?";
}

def LowpTest_FlatAttr : AttrDef<LowpTest_Dialect, "Flat",
    [DeclareAttrInterfaceMethods<Lowp_ScaleLayoutAttrInterface>]> {
  let mnemonic = "flat";
  let summary = "wrong on purpose: maps of one dimension, for no matrix";
}

def LowpTest_TilesAttr : AttrDef<LowpTest_Dialect, "Tiles",
    [DeclareAttrInterfaceMethods<Lowp_DataLayoutAttrInterface>]> {
  let mnemonic = "tiles";
  let summary = "data in tiles of `rows` x `columns`, each contiguous";
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "8">:$rows,
    DefaultValuedParameter<"int64_t", "16">:$columns);
  let assemblyFormat = "(`<` struct($rows, $columns)^ `>`)?";
}

def LowpTest_ZOrderAttr : AttrDef<LowpTest_Dialect, "ZOrder",
    [DeclareAttrInterfaceMethods<Lowp_DataLayoutAttrInterface,
                                 ["getPaddingValue"]>]> {
  let mnemonic = "z_order";
  let summary = "atoms of 4 x 4 data in Z-order, padded with ones";
}

def LowpTest_MappedAttr : AttrDef<LowpTest_Dialect, "Mapped",
    [DeclareAttrInterfaceMethods<Lowp_DataLayoutAttrInterface,
                                 ["getPaddingValue"]>]> {
  let mnemonic = "mapped";
  let summary = "data where any map has them, be it right or wrong";
  let description = "`poisoned` is wrong on purpose: it pads with NaN.";
  let parameters = (ins
    "::mlir::AffineMapAttr":$map,
    DefaultValuedParameter<"bool", "false">:$poisoned);
  let assemblyFormat = "`<` struct($map, $poisoned) `>`";
}

#endif // LOWP_TEST_LOWPTESTATTRS
