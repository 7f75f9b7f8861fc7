// A projection of which each device has some columns: upstream's passes make the program of
// one device, which is compiled.

// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition,canonicalize))' \
// RUN:   | lowp-opt --lowp-traffic="chip=sm_90a recipe=block_1x128_128x128" | FileCheck %s --check-prefixes=CHECK,TP8
// RUN: sed 's/shape = 8/shape = 2/' %s \
// RUN:   | mlir-opt --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition,canonicalize))' \
// RUN:   | lowp-opt --lowp-traffic="chip=sm_90a recipe=block_1x128_128x128" | FileCheck %s --check-prefixes=CHECK,TP2

// CHECK:     function 'up': launches: 3 (1 gemm, 2 fusion)
// The result of the device.
// TP8: {{ gemm .* 65536 }}
// TP2: {{ gemm .* 262144 }}
// TP8: lowp.gemm {{.*}} rhs({{.*}}memref<128x512xf8E4M3FN>
// TP2: lowp.gemm {{.*}} rhs({{.*}}memref<512x512xf8E4M3FN>

shard.grid @tp(shape = 8)

func.func @up(%x: tensor<256x512xbf16>, %w: tensor<512x1024xbf16>) -> tensor<256x1024xbf16> {
  %columns = shard.sharding @tp split_axes = [[], [0]] : !shard.sharding
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x1024xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<256x1024xbf16>) -> tensor<256x1024xbf16>
  %part = shard.shard %w to %columns annotate_for_users : tensor<512x1024xbf16>
  %y = linalg.matmul ins(%x, %part : tensor<256x512xbf16>, tensor<512x1024xbf16>)
    outs(%init : tensor<256x1024xbf16>) -> tensor<256x1024xbf16>
  return %y : tensor<256x1024xbf16>
}
