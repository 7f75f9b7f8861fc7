//===- Passes.td - What launches read and write ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TRAFFIC_PASSES
#define LOWP_TRAFFIC_PASSES

include "mlir/Pass/PassBase.td"

def ReportTrafficPass : Pass<"lowp-report-traffic", "::mlir::ModuleOp"> {
  let summary = "tell which launches move how many bytes";
  let description = [{
    Counts, for each operation on buffers that will be a launch, the bytes that
    it reads and writes: each buffer once, by its type and the operation's memory
    effects. A buffer in which elements are looked up counts for one element
    for each that the operation computes, and never more than the whole. Sizes
    that only the caller knows stay names: `argument0.1` is dimension 1 of the
    first argument, results come after the arguments. A size of unknown origin
    is "?", and so is each sum with it.

    Launches that `lowp-pair-launches` has marked are one, which finds in the
    cache what the first of them has touched, and has both names: `sums+norm`.

    The ideal of a function reads once what launches read of its arguments and
    constants, and writes its results once. The workspace is what buffers in
    between take when they share memory as `lowp-plan-workspace` lets them, and
    when they do not.

    Where the chip is known, each launch of known sizes has a predicted time, but
    for functions of the user's. One without a matmul that is predicted above twice
    the time of its bytes and 3 us has a `!`: too few threads share its work.

    Runs after bufferization, before anything becomes a kernel, and changes
    nothing. Remarks tell of each launch and each function; `traffic-file` gets a
    table, or JSON if its name ends in .json. Without remarks and file the pass
    does nothing.

    ```mlir
    func.func @f(%x: memref<256x512xbf16>, %d: memref<256x512xf8E4M3FN>, ...) {
      lowp.launch_fusion @fusions::@f_0 ins(%x : memref<256x512xbf16>)
          outs(%d, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>)
    ```
    is reported as
    ```
    launch  kind    times  bytes read  bytes written  name  location
    0       fusion  1      262144      135168         f_0   x.mlir:2:3
    ```
  }];
  let options = [
    Option<"trafficFile", "traffic-file", "std::string", /*default=*/"\"\"",
           "File to write the report to; - is standard output">
  ];
}

def SplitStagesPass : Pass<"lowp-split-stages", "::mlir::ModuleOp"> {
  let summary = "divide a function that holds more memory than its launches need";
  let description = [{
    A function with `lowp.divisible` becomes several, each with some of its
    launches, that its caller runs in turn: results need not be there before the
    stage that writes them, and arguments with `lowp.dies` can be freed before
    the last one. The first keeps the name, `f`, the others are `f_stage_1`,
    `f_stage_2`, and so on.

    Launches come in an order in which fewer bytes are there at a time, where
    that saves as much and nothing that they read or write forbids it; otherwise
    in their own. What is returned twice is written twice.

    There are as few stages as need at most the bytes of `lowp.divisible`, or 2 %
    of what the whole function needs, more than one stage for each launch would;
    a function that would save less stays whole, or becomes one stage if its
    launches have another order. Bytes of the caller's arguments without
    `lowp.dies` do not count, and the workspace of a stage lies in its results
    until these are written.

    `lowp.stage_reads` and `lowp.stage_writes` tell the caller by indices what
    arguments and results of a stage are: arguments of the function, its results,
    what is between stages. `lowp.stage_types` are the types of the results.

    Runs on launches on tensors. A function stays whole if it has sizes that only
    the caller knows, writes or returns arguments, or has operations that are no
    launches.

    ```mlir
    func.func @f(%x: tensor<8192x8192xbf16> {lowp.dies}) -> (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>)
        attributes {lowp.divisible = 16777216 : i64}
    // becomes
    func.func @f(%x: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
        attributes {lowp.stage_reads = array<i64: 0>, lowp.stage_writes = array<i64: 1>, ...}
    func.func @f_stage_1(%y: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
        attributes {lowp.stage_reads = array<i64: 1>, lowp.stage_writes = array<i64: 2>, ...}
    ```
  }];
}

def AlternateOrderPass : Pass<"lowp-alternate-order", "::mlir::ModuleOp"> {
  let summary = "begin launches with what those before them touched last";
  let description = [{
    A launch walks through its buffers from the first tile to the last, and
    leaves in the cache the end of what is larger than the cache. A gemm or a
    fusion that finds more bytes there by walking from the last tile to the first
    gets `lowp_gpu.descending`. Whether it does follows from the bytes that
    launches have touched since; at least a quarter of the cache must be found.
    The right-hand side of a gemm does not count, because each row of tiles reads
    it whole, unless each matrix of a batch has its own.

    Runs after bufferization, before anything becomes a kernel. Sizes that only
    the caller knows have no say. Without a chip whose cache is known the pass
    does nothing.

    ```mlir
    lowp.launch_fusion @fusions::@f_0 ins(%x : ...) outs(%y : memref<16384x7168xbf16>)
    lowp.launch_fusion @fusions::@f_1 ins(%y : memref<16384x7168xbf16>) outs(...)
    // becomes
    lowp.launch_fusion @fusions::@f_0 ins(%x : ...) outs(%y : memref<16384x7168xbf16>)
    lowp.launch_fusion @fusions::@f_1 ins(%y : memref<16384x7168xbf16>) outs(...) {lowp_gpu.descending}
    ```
  }];
}

#endif // LOWP_TRAFFIC_PASSES
