//===- AssertOp.td - Checks whose messages name numbers ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_ASSERTOP
#define LOWP_DIALECT_LOWP_IR_ASSERTOP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_AssertOp : Lowp_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "fail the call with numbers of its data";
  let description = [{
    Fails the call unless the condition holds, as `cf.assert` does. `{0}`, `{1}` and so
    on in the message are the numbers, as they are at run time. Passes make it for the
    CPU, where the host reads data; a program that has it has no code for a GPU.
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<Index>:$numbers);
  let assemblyFormat = "$condition `,` $message (`(` $numbers^ `)`)? attr-dict";
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_ASSERTOP
