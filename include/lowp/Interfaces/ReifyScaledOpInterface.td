//===- ReifyScaledOpInterface.td - Sizes of results --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_REIFYSCALEDOPINTERFACE
#define LOWP_INTERFACES_REIFYSCALEDOPINTERFACE

include "mlir/IR/OpBase.td"

def Lowp_ReifyScaledOpInterface : OpInterface<"ReifyScaledOpInterface"> {
  let cppNamespace = "::mlir::lowp";
  let description = [{
    What MLIR's ReifyRankedShapedTypeOpInterface is to tensors, for operations
    whose result is one scaled value. That interface takes a ShapedType alone,
    and a scaled type is none: `tensor.dim` does not read its sizes, and its
    elements are not what any one tensor holds.

    Ask `getScaledDim`, which takes any scaled value and sizes that the type
    has, too.
  }];
  let methods = [
    InterfaceMethod<[{
        The size of dimension `dim` of the matrix, or batch, that the result
        stands for, from what the operands have. Only asked where the type does
        not have it.
      }],
      "::mlir::OpFoldResult", "reifyScaledDim",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "unsigned":$dim)>
  ];
}

#endif // LOWP_INTERFACES_REIFYSCALEDOPINTERFACE
