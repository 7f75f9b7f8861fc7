//===- HostOps.td - Host side of a lowp_gpu kernel -----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_HOSTOPS
#define LOWP_DIALECT_LOWPGPU_IR_HOSTOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def LowpGPU_EncodeTensorMapOp : LowpGPU_Op<"encode_tensor_map", []> {
  let summary = "describe a buffer to TMA (host)";
  let description = [{
    The buffer is row-major; its base is 16-byte aligned and its rows begin at
    multiples of 16 bytes, both checked at run time where they are not known
    before. There may be gaps between rows: the map has the strides of the
    buffer, and copies read zeros and write nothing beyond its sizes. A buffer with more dimensions than the box keeps the
    trailing ones. With `tile_m` a copy moves as many rows as that, at most those
    of the box.

    Example:
    ```mlir
    %A = lowp_gpu.encode_tensor_map %a : memref<?x7168xf8E4M3FN>
       -> !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
    ```
  }];
  let arguments = (ins AnyMemRef:$buffer, Optional<I32>:$tile_m);
  let results = (outs LowpGPU_TensorMapType:$map);
  let assemblyFormat = [{
    $buffer (`tile_m` $tile_m^)? attr-dict `:` type($buffer) `->` type($map)
  }];
  let hasVerifier = 1;
}

def LowpGPU_LaunchOp : LowpGPU_Op<"launch",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "launch a persistent kernel on the caller's stream (host)";
  let description = [{
    Runs `kernel` (a `lowp_gpu.kernel`, later an entry of a `gpu.binary`) with
    as many CTA clusters as the device holds, `tiles` at most; no cluster at
    all when `tiles` is 0. `tiles` counts tiles of a whole cluster. A tensor
    map is passed by value, a buffer as the address of its first element, an
    integer as it is.

    Example:
    ```mlir
    lowp_gpu.launch @w1::@w1 tiles(%tiles) args(%A, %B, %D, %M, %N, %K)
      : !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>, ...
    ```
  }];
  let arguments = (ins
    SymbolRefAttr:$kernel, I32:$tiles, Variadic<AnyType>:$kernel_operands);
  let assemblyFormat = [{
    $kernel `tiles` `(` $tiles `)` `args` `(` $kernel_operands `)` attr-dict `:`
    type($kernel_operands)
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_HOSTOPS
