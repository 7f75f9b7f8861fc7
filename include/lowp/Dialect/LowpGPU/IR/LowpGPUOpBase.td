//===- LowpGPUOpBase.td - Base of the lowp_gpu operations --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE

include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class LowpGPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<LowpGPU_Dialect, mnemonic, traits>;

/// The operation suggests names for its results.
defvar LowpGPU_NamesResults =
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;
/// The operation suggests names for the arguments of its region.
defvar LowpGPU_NamesArguments =
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>;

/// An operation whose one result is usually called `result`.
class LowpGPU_NamedOp<string mnemonic, string result, list<Trait> traits = []>
    : LowpGPU_Op<mnemonic, !listconcat(traits, [LowpGPU_NamesResults])> {
  let extraClassDefinition = [{
    void $cppClass::getAsmResultNames(
        ::llvm::function_ref<void(::mlir::Value, ::llvm::StringRef)> setName) {
      setName(getOperation()->getResult(0), "}] # result # [{");
    }
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
