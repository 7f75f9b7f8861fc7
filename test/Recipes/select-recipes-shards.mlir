// RUN: lowp-opt %s --lowp-explain=part=h100 -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-explain=part=h200 -o /dev/null | FileCheck %s --check-prefix=FASTER
// RUN: sed 's/shape = 8/shape = 2/' %s | lowp-opt --lowp-explain=part=h100 -o /dev/null | FileCheck %s --check-prefix=HALVES

// A layer of Llama-70B on 8 devices, each with an eighth of the columns of wq,
// wk and wv, and of the rows of wo: sizes are those of one device. What it
// computes of queries, keys and values does not pay for the quantize of x; the
// feed-forward layer does.
// CHECK-DAG: wq {{ *}}8192x1024x8192 {{ *}}- {{.*}}no recipe makes it 1.03 times as fast
// CHECK-DAG: wk {{ *}}8192x128x8192 {{ *}}- {{.*}}N = 128 is a rank, a router or a slice
// CHECK-DAG: wv {{ *}}8192x128x8192 {{ *}}-
// CHECK-DAG: w1 {{ *}}8192x3584x8192 {{ *}}rowwise
// CHECK-DAG: w2 {{ *}}8192x8192x3584 {{ *}}rowwise

// With the memory of an H200 queries do.
// FASTER: wq {{ *}}8192x1024x8192 {{ *}}rowwise

// On 2 devices all do.
// HALVES-DAG: wq {{ *}}8192x4096x8192 {{ *}}rowwise
// HALVES-DAG: wk {{ *}}8192x512x8192 {{ *}}rowwise
// HALVES-DAG: wv {{ *}}8192x512x8192 {{ *}}rowwise
// HALVES-DAG: w1 {{ *}}8192x14336x8192 {{ *}}rowwise
// HALVES-DAG: w2 {{ *}}8192x8192x14336 {{ *}}rowwise

shard.grid @tp(shape = 8)

func.func @layer(%x: tensor<8192x8192xbf16>, %h: tensor<8192x8192xbf16>, %act: tensor<8192x28672xbf16>,
                 %wq: tensor<8192x8192xbf16>, %wk: tensor<8192x1024xbf16>, %wv: tensor<8192x1024xbf16>,
                 %w1: tensor<8192x28672xbf16>, %w2: tensor<28672x8192xbf16>,
                 %zq: tensor<8192x8192xbf16>, %zk: tensor<8192x1024xbf16>, %zh: tensor<8192x28672xbf16>)
    -> (tensor<8192x8192xbf16>, tensor<8192x1024xbf16>, tensor<8192x1024xbf16>, tensor<8192x28672xbf16>, tensor<8192x8192xbf16>) {
  %columns = shard.sharding @tp split_axes = [[], [0]] : !shard.sharding
  %rows = shard.sharding @tp split_axes = [[0]] : !shard.sharding
  %q = shard.shard %wq to %columns annotate_for_users : tensor<8192x8192xbf16>
  %k = shard.shard %wk to %columns annotate_for_users : tensor<8192x1024xbf16>
  %v = shard.shard %wv to %columns annotate_for_users : tensor<8192x1024xbf16>
  %up = shard.shard %w1 to %columns annotate_for_users : tensor<8192x28672xbf16>
  %down = shard.shard %w2 to %rows annotate_for_users : tensor<28672x8192xbf16>
  %0 = linalg.matmul {lowp.name = "wq"} ins(%x, %q : tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) outs(%zq : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %1 = linalg.matmul {lowp.name = "wk"} ins(%x, %k : tensor<8192x8192xbf16>, tensor<8192x1024xbf16>) outs(%zk : tensor<8192x1024xbf16>) -> tensor<8192x1024xbf16>
  %2 = linalg.matmul {lowp.name = "wv"} ins(%x, %v : tensor<8192x8192xbf16>, tensor<8192x1024xbf16>) outs(%zk : tensor<8192x1024xbf16>) -> tensor<8192x1024xbf16>
  %3 = linalg.matmul {lowp.name = "w1"} ins(%h, %up : tensor<8192x8192xbf16>, tensor<8192x28672xbf16>) outs(%zh : tensor<8192x28672xbf16>) -> tensor<8192x28672xbf16>
  %4 = linalg.matmul {lowp.name = "w2"} ins(%act, %down : tensor<8192x28672xbf16>, tensor<28672x8192xbf16>) outs(%zq : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %0, %1, %2, %3, %4 : tensor<8192x8192xbf16>, tensor<8192x1024xbf16>, tensor<8192x1024xbf16>, tensor<8192x28672xbf16>, tensor<8192x8192xbf16>
}
