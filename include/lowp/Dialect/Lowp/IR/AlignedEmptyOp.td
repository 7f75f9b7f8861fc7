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
  let summary = "make a tensor of undefined elements whose rows begin aligned";
  let description = [{
    A tensor of undefined elements, as of `tensor.empty`, whose rows begin at multiples of
    16 bytes, as TMA addresses memory: its buffer is a part of an allocation with a longer
    last dimension. The operands are the sizes that the type does not know. On the CPU it is
    a `tensor.empty`.
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
