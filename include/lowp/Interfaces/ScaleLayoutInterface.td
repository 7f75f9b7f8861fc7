//===- ScaleLayoutInterface.td - Where a scale is stored ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_SCALELAYOUTINTERFACE
#define LOWP_INTERFACES_SCALELAYOUTINTERFACE

include "mlir/IR/OpBase.td"

def Lowp_ScaleLayoutAttrInterface : AttrInterface<"ScaleLayoutAttrInterface"> {
  let cppNamespace = "::mlir::lowp";
  let description = [{
    Answers where scale (i, j) of the scale matrix is stored. Two affine maps
    say it all, so that the reference, conversions between layouts and tests
    need nothing else. One attribute and one file implement each layout.
  }];
  let methods = [
    InterfaceMethod<[{
        Maps a scale's position in the scale matrix to its position in the
        stored tensor: `(i, j) -> (storage indices)`. Injective.
      }],
      "::mlir::AffineMap", "getStorageMap">,
    InterfaceMethod<[{
        Maps the shape of the scale matrix to the shape of the stored tensor,
        padding included: `(rows, columns) -> (storage shape)`.
      }],
      "::mlir::AffineMap", "getStorageShapeMap">,
    InterfaceMethod<[{
        The value of the padding. Defined, because undefined padding once
        became NaN in a result.
      }],
      "double", "getPaddingValue", (ins), "", "return 0.0;">,
    InterfaceMethod<[{
        The layout that gives the transposed scale matrix the same storage.
      }],
      "::mlir::Attribute", "getTransposedLayout">
  ];
}

#endif // LOWP_INTERFACES_SCALELAYOUTINTERFACE
