//===- LowpGPUOpBase.td - Base of the lowp_gpu operations --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE

include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class LowpGPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<LowpGPU_Dialect, mnemonic, traits>;

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPBASE
