//===- DataLayoutInterface.td - Where a datum is stored ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_DATALAYOUTINTERFACE
#define LOWP_INTERFACES_DATALAYOUTINTERFACE

include "mlir/IR/OpBase.td"

def Lowp_DataLayoutAttrInterface : AttrInterface<"DataLayoutAttrInterface"> {
  let cppNamespace = "::mlir::lowp";
  let description = [{
    Answers where the data of a matrix are stored. One affine map says it all;
    the way back, the shape of the storage and its padding follow from it. One
    attribute and one file implement each layout.

    A layout sees the matrix in its storage order: dimension 0 is the slow one
    of the type's `order`, dimension 1 the fast one. So the transposed matrix
    has the same layout.
  }];
  let methods = [
    InterfaceMethod<[{
        Maps a position to its place in the stored tensor: `(slow, fast) ->
        (storage indices)`. Each index is a digit of one dimension (`d1`, `d1
        floordiv 128`, `d1 mod 128`, `(d1 floordiv 4) mod 32`) or the constant
        0, and each dimension has all its digits, of which the slowest one has
        no bound. Thus every element has a place of its own.
      }],
      "::mlir::AffineMap", "getStorageMap">,
    InterfaceMethod<[{
        The value of the padding: of places beyond the matrix, which fill up
        the last tile. A finite number that the elements can be.
      }],
      "double", "getPaddingValue", (ins), "", "return 0.0;">
  ];
}

#endif // LOWP_INTERFACES_DATALAYOUTINTERFACE
