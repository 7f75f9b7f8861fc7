// Everything survives bytecode.
// RUN: lowp-opt %S/Inputs/version-3.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-3.mlir --emit-bytecode -o %t.mlirbc
// RUN: lowp-opt %t.mlirbc | diff %t.text -

// ... so does what has come since then, below, and together they have everything.
// RUN: lowp-opt %s > %t.new
// RUN: lowp-opt %s --emit-bytecode | lowp-opt | diff %t.new -
// RUN: cat %t.text %t.new > %t.all
// RUN: %python %S/check_bytecode_coverage.py %t.all %lowp_source_dir/include/lowp/Dialect/Lowp/IR

// Presets are written with what they stand for: a later lowp may change them.
// RUN: grep -a -c torchao %t.text
// RUN: not grep -a torchao %t.mlirbc

// Formats without native properties have the size in the dictionary.
// RUN: lowp-opt %s --emit-bytecode --emit-bytecode-version=4 | lowp-opt | FileCheck %s

// CHECK-LABEL: @hadamard
func.func @hadamard(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  // CHECK: signs 5 size 8
  %y = lowp.hadamard %x axis 1 signs 5 size 8 : tensor<64x256xf32>
  // CHECK: signs 6 :
  %z = lowp.hadamard %y axis 1 signs 6 : tensor<64x256xf32>
  return %z : tensor<64x256xf32>
}

// CHECK-LABEL: @aligned_empty
func.func @aligned_empty(%n: index) -> tensor<5x?xbf16> {
  // CHECK: lowp.aligned_empty(%{{.*}}) : tensor<5x?xbf16>
  %e = lowp.aligned_empty(%n) : tensor<5x?xbf16>
  return %e : tensor<5x?xbf16>
}

// CHECK-LABEL: @fusion
func.func @fusion(%x: tensor<64x256xf32>, %e: tensor<64x256xf32>) -> tensor<64x256xf32> {
  // CHECK: lowp.fusion ins(
  %y = lowp.fusion ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: tensor<64x256xf32>):
    // CHECK: lowp.fusion_yield
    lowp.fusion_yield %a : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  // CHECK: lowp.launch_fusion @fusions::@copy ins(
  %z = lowp.launch_fusion @fusions::@copy ins(%y : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %z : tensor<64x256xf32>
}
module @fusions {
  func.func @copy(%a: tensor<64x256xf32>) -> tensor<64x256xf32> {
    return %a : tensor<64x256xf32>
  }
}

// CHECK-LABEL: @given_scales
func.func @given_scales(%x: tensor<64x256xf32>, %ends: tensor<4xi32>, %seed: i64) {
  // CHECK: lowp.amax %{{.*}} recipe(#lowp.nvfp4<1x16>) :
  %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<64x256xf32> -> tensor<64x16xf32>
  // CHECK: lowp.amax %{{.*}} :
  %m = lowp.amax %x : tensor<64x256xf32> -> tensor<1x1xf32>
  // CHECK: lowp.compute_global_scale %{{.*}} recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> convention encode :
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> convention encode
    : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  // CHECK: lowp.compute_scale %{{.*}} global(%{{.*}} : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> :
  %e, %s = lowp.compute_scale %a global(%f : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine>
    : tensor<64x16xf32> -> tensor<64x16xf32>, tensor<64x16xf8E4M3FN>
  // CHECK: lowp.quantize %{{.*}} numerics <transformer_engine> scales(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
  %0 = lowp.quantize %x numerics <transformer_engine> scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
    : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, convention = encode>
  // CHECK: lowp.quantize %{{.*}} numerics <transformer_engine_stochastic> seed %{{.*}} scales(%{{.*}}, %{{.*}}, %{{.*}} :
  %1 = lowp.quantize %x numerics <transformer_engine_stochastic> seed %seed scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
    : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, convention = encode>
  // CHECK: lowp.quantize %{{.*}} numerics <torchao> ends(%{{.*}} : tensor<4xi32>) : tensor
  %2 = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>)
    : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
  return
}

// CHECK-LABEL: @gemm_with_epilogue
// CHECK: lowp.gemm {{.*}} ins(%{{.*}} : tensor<32xf32>) outs
// CHECK-SAME: input_maps = [#{{.*}}]
// CHECK-SAME: epilogue {
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[BIAS:.*]]: f32):
// CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[SUM]], %[[BIAS]] : f32
// CHECK-NEXT:   lowp.epilogue_yield %[[Y]] : f32
func.func @gemm_with_epilogue(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %b: tensor<32xf32>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) ins(%b : tensor<32xf32>) outs(%init : tensor<64x32xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<64x32xf32> epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %added = arith.addf %sum, %bias : f32
    lowp.epilogue_yield %added : f32
  }
  return %y : tensor<64x32xf32>
}

// CHECK-LABEL: @gemm_without_scales
// CHECK: lowp.gemm lhs(%{{.*}} : tensor<64x?xbf16>) rhs(%{{.*}} : tensor<32x?xbf16>) outs(%{{.*}} : tensor<64x32xbf16>)
func.func @gemm_without_scales(%x: tensor<64x?xbf16>, %w: tensor<32x?xbf16>, %init: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x?xbf16>) rhs(%w : tensor<32x?xbf16>) outs(%init : tensor<64x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// CHECK-LABEL: @call_external
// CHECK: lowp.call_external "f" ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) {strided = array<i64: 0>, updated = array<i64: 0>}
func.func @call_external(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = lowp.call_external "f" ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {strided = array<i64: 0>, updated = array<i64: 0>} -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// CHECK-LABEL: @families
func.func @families(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %e: tensor<64x128xbf16>) -> tensor<64x128xbf16> {
  // CHECK: lowp.recipe = #lowp.training_recipe<blockwise_training>
  %y = linalg.matmul {lowp.recipe = #lowp.training_recipe<blockwise_training>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%e : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  // CHECK: lowp.recipe = #lowp.training_recipe<wgrad = <rowwise_grad>>
  %z = linalg.matmul {lowp.recipe = #lowp.training_recipe<wgrad = <rowwise_grad>>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%y : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %z : tensor<64x128xbf16>
}

func.func @scatter(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] unique {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: @roles
// CHECK-SAME: lowp.role = "forward"
func.func @roles(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {lowp.role = "forward"} {
  // CHECK: linalg.matmul {lowp.role = "wgrad"}
  %y = linalg.matmul {lowp.role = "wgrad"} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// CHECK-LABEL: @assert
// CHECK: lowp.assert
func.func @assert(%ok: i1, %n: index) {
  lowp.assert %ok, "{0}"(%n)
  return
}

// CHECK-LABEL: @order_rows
// CHECK: lowp.order_rows
func.func @order_rows(%ids: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<8xi32>) {
  %rows, %places, %ends = lowp.order_rows %ids : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
  return %rows, %places, %ends : tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
}

// CHECK-LABEL: @launch_order_rows
// CHECK: lowp.launch_order_rows
func.func @launch_order_rows(%ids: memref<?xi32>, %rows: memref<?xi32>, %places: memref<?xi32>, %ends: memref<8xi32>) {
  lowp.launch_order_rows ins(%ids : memref<?xi32>) outs(%rows, %places, %ends : memref<?xi32>, memref<?xi32>, memref<8xi32>)
  return
}

// CHECK-LABEL: @repeat_rows
// CHECK: lowp.repeat_rows
func.func @repeat_rows(%b: tensor<8x64xbf16>, %ends: tensor<8xi32>, %m: index) -> tensor<?x64xbf16> {
  %r = lowp.repeat_rows %b ends(%ends : tensor<8xi32>) rows(%m) : tensor<8x64xbf16> -> tensor<?x64xbf16>
  return %r : tensor<?x64xbf16>
}

// CHECK-LABEL: @fast_groups
// CHECK: lowp.grouped_scaled_matmul {{.*}} fast_accumulation :
!x = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.rowwise>
func.func @fast_groups(%x: !x, %w: !w, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) fast_accumulation : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// CHECK-LABEL: @spread_rows
// CHECK-SAME: groups = <8, axis = 0, start = 128>>
!spread = !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], groups = <8, axis = 0, start = 128>>
func.func @spread_rows(%x: tensor<1040x64xbf16>, %ends: tensor<8xi32>) -> !spread {
  // CHECK: lowp.spread_rows %{{.*}} ends(%{{.*}} : tensor<8xi32>) start 128
  %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128 : tensor<1040x64xbf16> -> tensor<2048x64xbf16>
  %q = lowp.quantize %s numerics <torchao> ends(%ends : tensor<8xi32>) : tensor<2048x64xbf16> -> !spread
  return %q : !spread
}
