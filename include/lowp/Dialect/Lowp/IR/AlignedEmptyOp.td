//===- AlignedEmptyOp.td - Tensors whose rows TMA can address -*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_ALIGNEDEMPTYOP
#define LOWP_DIALECT_LOWP_IR_ALIGNEDEMPTYOP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// No Pure: two of them that were merged would be one buffer, and bufferization
// would copy one of its values to a buffer of another layout.
def Lowp_AlignedEmptyOp : Lowp_Op<"aligned_empty", [
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "a tensor of undefined elements whose rows begin aligned";
  let description = [{
    A `tensor.empty` whose buffer has each row, the elements along the last
    dimension, at a multiple of 16 bytes: it is a part of an allocation with
    longer rows. That is how copies by TMA address memory. The tensor itself has
    the sizes given.

    Example:
    ```mlir
    %e = lowp.aligned_empty(%m) : tensor<?x9xbf16>
    ```
    becomes
    ```mlir
    %a = memref.alloc(%m) : memref<?x16xbf16>
    %e = memref.subview %a[0, 0] [%m, 9] [1, 1]
       : memref<?x16xbf16> to memref<?x9xbf16, strided<[16, 1]>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamicSizes);
  let results = (outs
    Res<AnyRankedTensor, "", [MemAlloc]>:$result);
  let builders = [
    OpBuilder<(ins "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "::mlir::Type":$elementType)>
  ];
  let assemblyFormat = "`(` $dynamicSizes `)` attr-dict `:` type($result)";
  let extraClassDeclaration = [{
    /// All sizes.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    /// Elements of a multiple of 16 bytes.
    static int64_t getAlignment(::mlir::Type elementType);
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_ALIGNEDEMPTYOP
