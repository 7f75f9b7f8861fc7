// The role of a matmul stays with it in whatever form it is written: each of
// these takes the recipe of its role.
// RUN: lowp-opt %s --lowp-to-cpu="recipe='#lowp.training_recipe<forward = <rowwise>, wgrad = <block_1x128_1x128>>'" \
// RUN:   --mlir-disable-threading --mlir-print-ir-before=lowp-apply-recipes -o /dev/null 2> %t.cpu
// RUN: FileCheck %s --input-file=%t.cpu
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false recipe='#lowp.training_recipe<forward = <rowwise>, wgrad = <block_1x128_1x128>>'" \
// RUN:   --mlir-disable-threading --mlir-print-ir-before=lowp-apply-recipes -o /dev/null 2> %t.gpu
// RUN: FileCheck %s --input-file=%t.gpu

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// The order that the program had counts where nothing else tells which operand
// is the gradient.
// CHECK-LABEL: @turned
// CHECK: linalg.matmul {{.*}}lowp.exchanged, lowp.name = "turned", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @turned(%dy: tensor<256x128xbf16>, %x: tensor<128x512xbf16>) -> tensor<512x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x512xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %dw = linalg.matmul {lowp.name = "turned", lowp.role = "wgrad"} ins(%dy, %x : tensor<256x128xbf16>, tensor<128x512xbf16>)
    outs(%z : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %t = tensor.empty() : tensor<512x256xbf16>
  %r = linalg.transpose ins(%dw : tensor<256x512xbf16>) outs(%t : tensor<512x256xbf16>) permutation = [1, 0]
  return %r : tensor<512x256xbf16>
}

// CHECK-LABEL: @generic
// CHECK: linalg.matmul {{.*}}lowp.exchanged, lowp.name = "generic", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @generic(%dy: tensor<256x128xbf16>, %x: tensor<128x512xbf16>) -> tensor<512x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<512x256xf32>) -> tensor<512x256xf32>
  %dw = linalg.generic {indexing_maps = [#mk, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%dy, %x : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%z : tensor<512x256xf32>)
    attrs = {lowp.name = "generic", lowp.role = "wgrad"} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<512x256xf32>
  return %dw : tensor<512x256xf32>
}

// Rows of a head each are what the sum is taken over.
// CHECK-LABEL: @divided
// CHECK: lowp.name = "divided", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @divided(%dy: tensor<256x128xbf16>, %x: tensor<128x512xbf16>) -> tensor<4x256x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x512xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %dw = linalg.matmul {lowp.name = "divided", lowp.role = "wgrad"} ins(%dy, %x : tensor<256x128xbf16>, tensor<128x512xbf16>)
    outs(%z : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %heads = tensor.expand_shape %dw [[0], [1, 2]] output_shape [256, 4, 128] : tensor<256x512xbf16> into tensor<256x4x128xbf16>
  %t = tensor.empty() : tensor<4x256x128xbf16>
  %r = linalg.transpose ins(%heads : tensor<256x4x128xbf16>) outs(%t : tensor<4x256x128xbf16>) permutation = [1, 0, 2]
  return %r : tensor<4x256x128xbf16>
}

// CHECK-LABEL: @one_batch
// CHECK: linalg.matmul {{.*}}lowp.name = "one batch", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @one_batch(%dy: tensor<1x256x128xbf16>, %x: tensor<1x128x512xbf16>) -> tensor<1x256x512xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<1x256x512xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<1x256x512xbf16>) -> tensor<1x256x512xbf16>
  %dw = linalg.batch_matmul {lowp.name = "one batch", lowp.role = "wgrad"} ins(%dy, %x : tensor<1x256x128xbf16>, tensor<1x128x512xbf16>)
    outs(%z : tensor<1x256x512xbf16>) -> tensor<1x256x512xbf16>
  return %dw : tensor<1x256x512xbf16>
}

// CHECK-LABEL: @computed
// CHECK: linalg.matmul {{.*}}lowp.name = "computed", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @computed(%dy: tensor<256x128xbf16>, %x: tensor<128x512xbf16>) -> tensor<256x512xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : bf16
  %e = tensor.empty() : tensor<256x512xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %dw = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%dy, %x : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%z : tensor<256x512xf32>)
    attrs = {lowp.name = "computed", lowp.role = "wgrad"} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %double = arith.mulf %a, %two : bf16
    %0 = arith.extf %double : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<256x512xf32>
  return %dw : tensor<256x512xf32>
}

// CHECK-LABEL: @batch
// CHECK: linalg.batch_matmul {{.*}}lowp.name = "batch", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @batch(%dy: tensor<4x256x128xbf16>, %x: tensor<4x128x512xbf16>) -> tensor<4x256x512xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x256x512xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x256x512xbf16>) -> tensor<4x256x512xbf16>
  %dw = linalg.batch_matmul {lowp.name = "batch", lowp.role = "wgrad"} ins(%dy, %x : tensor<4x256x128xbf16>, tensor<4x128x512xbf16>)
    outs(%z : tensor<4x256x512xbf16>) -> tensor<4x256x512xbf16>
  return %dw : tensor<4x256x512xbf16>
}

// CHECK-LABEL: @tokens
// CHECK: linalg.matmul {{.*}}lowp.name = "tokens", lowp.recipe = #lowp.matmul_recipe<rowwise>
func.func @tokens(%x: tensor<2x64x256xbf16>, %w: tensor<512x256xbf16>) -> tensor<2x64x512xf32> attributes {lowp.role = "forward"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x512xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x512xf32>) -> tensor<2x64x512xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<2x64x256xbf16>, tensor<512x256xbf16>) outs(%z : tensor<2x64x512xf32>) attrs = {lowp.name = "tokens"} {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x64x512xf32>
  return %y : tensor<2x64x512xf32>
}

// CHECK-LABEL: @vector
// CHECK-NOT: lowp.recipe
// A recipe for all leaves vectors alone.
// CHECK: return
func.func @vector(%x: tensor<256xbf16>, %w: tensor<512x256xbf16>) -> tensor<512xbf16> attributes {lowp.role = "forward"} {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<512xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<512xbf16>) -> tensor<512xbf16>
  %y = linalg.matvec {lowp.name = "vector"} ins(%w, %x : tensor<512x256xbf16>, tensor<256xbf16>) outs(%z : tensor<512xbf16>) -> tensor<512xbf16>
  return %y : tensor<512xbf16>
}

// CHECK-LABEL: @convolution
// CHECK: linalg.matmul {{.*}}lowp.name = "convolution", lowp.recipe = #lowp.matmul_recipe<rowwise>
func.func @convolution(%x: tensor<2x16x16x64xbf16>, %w: tensor<4x4x64x128xbf16>) -> tensor<2x4x4x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4x128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x4x128xf32>) -> tensor<2x4x4x128xf32>
  %y = linalg.conv_2d_nhwc_hwcf {strides = dense<4> : tensor<2xi64>, lowp.name = "convolution", lowp.role = "forward"}
    ins(%x, %w : tensor<2x16x16x64xbf16>, tensor<4x4x64x128xbf16>) outs(%z : tensor<2x4x4x128xf32>) -> tensor<2x4x4x128xf32>
  return %y : tensor<2x4x4x128xf32>
}
