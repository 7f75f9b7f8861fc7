//===- LayoutPropagationInterface.td - Who takes which layout -*- tablegen -*-//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE
#define LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE

include "mlir/IR/OpBase.td"

def Lowp_LayoutPropagationOpInterface
    : OpInterface<"LayoutPropagationOpInterface"> {
  let cppNamespace = "::mlir::lowp";
  let description = [{
    What an operation on scaled values tells `lowp-propagate-layouts`. A layout
    is a part of a type (data order, data layout, packing, scale layout), so
    layouts are spoken of as types.

    An operation without the interface reads and writes the types that it has.
    Loops, branches and selects need none: values flow through them as they are,
    which their own interfaces tell.
  }];
  let methods = [
    InterfaceMethod<[{
        Whether the operation can write `result`, instead of as the type that it
        has, as `type`, which differs from that in layout alone.
      }],
      "bool", "canWrite",
      (ins "::mlir::OpResult":$result, "::mlir::Type":$type),
      "", "return type == result.getType();">,
    InterfaceMethod<[{
        The type as which the operation reads `operand` when run by kernels of
        `target`.
      }],
      "::mlir::lowp::LayoutDemand", "getLayoutDemand",
      (ins "::mlir::OpOperand &":$operand,
           "const ::mlir::lowp_gpu::KernelTarget &":$target),
      "", [{
        return ::mlir::lowp::LayoutDemand::require(operand.get().getType());
      }]>,
    InterfaceMethod<[{
        Whether the first result has the storage of the first operand, and moves
        nothing.
      }],
      "bool", "isView", (ins), "", "return false;">,
    InterfaceMethod<[{
        The type of the first result of a view whose first operand has type
        `operand`.
      }],
      "::mlir::Type", "getViewType", (ins "::mlir::Type":$operand),
      "", "return operand;">,
    InterfaceMethod<[{
        The type of the first operand of a view whose first result has type
        `view`.
      }],
      "::mlir::Type", "getViewedType", (ins "::mlir::Type":$view),
      "", "return view;">
  ];
}

#endif // LOWP_INTERFACES_LAYOUTPROPAGATIONINTERFACE
