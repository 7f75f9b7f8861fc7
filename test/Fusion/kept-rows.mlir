// What writes some rows of a gemm's result, and hands on the others, is no fusion: it runs in place.
// RUN: lowp-opt %s --lowp-form-gemms --lowp-form-fusions=only=group-operations | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-traffic{chip=sm_90a traffic-file=%t})" -o /dev/null
// RUN: FileCheck %s --check-prefix=TRAFFIC --input-file=%t

#id = affine_map<(m, n) -> (m, n)>
#only = affine_map<(m, n) -> (0)>

// TRAFFIC: 'behind_the_only_group': launches: 2 (1 gemm, 1 generic)
// TRAFFIC: 'others': launches: 3 (2 gemm, 1 fusion)

// CHECK-LABEL: func.func @behind_the_only_group(
// CHECK:         lowp.gemm
// CHECK-NOT:     lowp.fusion
// CHECK:         linalg.generic
// CHECK-NOT:     lowp.fusion
func.func @behind_the_only_group(%x: tensor<256x256xbf16>, %w: tensor<1x256x256xbf16>, %ends: tensor<1xi32>) -> tensor<256x256xbf16> {
  %e = tensor.empty() : tensor<256x256xbf16>
  %zero = arith.constant 0.0 : bf16
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<1xi32>) : tensor<256x256xbf16>, tensor<1x256x256xbf16> -> tensor<256x256xbf16>
  %r = linalg.generic {indexing_maps = [#id, #only, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %ends : tensor<256x256xbf16>, tensor<1xi32>) outs(%e : tensor<256x256xbf16>) {
  ^bb0(%in: bf16, %end: i32, %out: bf16):
    %i = linalg.index 0 : index
    %limit = arith.index_cast %end : i32 to index
    %kept = arith.cmpi slt, %i, %limit : index
    %value = arith.select %kept, %in, %zero : bf16
    linalg.yield %value : bf16
  } -> tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}

// An argument is not written in place, nor is what others read; a condition on columns has no rows.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: lowp.fusion
func.func @others(%x: tensor<256x256xbf16>, %w: tensor<1x256x256xbf16>, %v: tensor<1x256x256xbf16>, %ends: tensor<1xi32>)
    -> (tensor<256x256xbf16>, tensor<256x256xbf16>, tensor<256x256xbf16>, tensor<256x256xbf16>) {
  %e = tensor.empty() : tensor<256x256xbf16>
  %zero = arith.constant 0.0 : bf16
  %read = lowp.grouped_matmul %x, %w ends(%ends : tensor<1xi32>) : tensor<256x256xbf16>, tensor<1x256x256xbf16> -> tensor<256x256xbf16>
  %alone = lowp.grouped_matmul %x, %v ends(%ends : tensor<1xi32>) : tensor<256x256xbf16>, tensor<1x256x256xbf16> -> tensor<256x256xbf16>
  %0 = linalg.generic {indexing_maps = [#id, #only, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %ends : tensor<256x256xbf16>, tensor<1xi32>) outs(%e : tensor<256x256xbf16>) {
  ^bb0(%in: bf16, %end: i32, %out: bf16):
    %i = linalg.index 0 : index
    %limit = arith.index_cast %end : i32 to index
    %kept = arith.cmpi slt, %i, %limit : index
    %value = arith.select %kept, %in, %zero : bf16
    linalg.yield %value : bf16
  } -> tensor<256x256xbf16>
  %1 = linalg.generic {indexing_maps = [#id, #only, #id], iterator_types = ["parallel", "parallel"]}
      ins(%read, %ends : tensor<256x256xbf16>, tensor<1xi32>) outs(%e : tensor<256x256xbf16>) {
  ^bb0(%in: bf16, %end: i32, %out: bf16):
    %i = linalg.index 0 : index
    %limit = arith.index_cast %end : i32 to index
    %kept = arith.cmpi slt, %i, %limit : index
    %value = arith.select %kept, %in, %zero : bf16
    linalg.yield %value : bf16
  } -> tensor<256x256xbf16>
  %2 = linalg.generic {indexing_maps = [#id, #only, #id], iterator_types = ["parallel", "parallel"]}
      ins(%alone, %ends : tensor<256x256xbf16>, tensor<1xi32>) outs(%e : tensor<256x256xbf16>) {
  ^bb0(%in: bf16, %end: i32, %out: bf16):
    %i = linalg.index 1 : index
    %limit = arith.index_cast %end : i32 to index
    %kept = arith.cmpi slt, %i, %limit : index
    %value = arith.select %kept, %in, %zero : bf16
    linalg.yield %value : bf16
  } -> tensor<256x256xbf16>
  return %read, %0, %1, %2 : tensor<256x256xbf16>, tensor<256x256xbf16>, tensor<256x256xbf16>, tensor<256x256xbf16>
}
