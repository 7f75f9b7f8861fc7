// RUN: lowp-opt %s --convert-fusions-to-gpu | FileCheck %s

// Functions are written out for each element of a thread: of long chains it has one row.
// CHECK-LABEL: func.func @functions_32(
// CHECK: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>
func.func @functions_32(%x: memref<256x512xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@functions_32 ins(%x : memref<256x512xf32>) outs(%y : memref<256x512xf32>)
  return
}

// CHECK-LABEL: func.func @functions_33(
// CHECK: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>
func.func @functions_33(%x: memref<256x512xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@functions_33 ins(%x : memref<256x512xf32>) outs(%y : memref<256x512xf32>)
  return
}

#whole = affine_map<(i, j) -> (i, j)>
module @fusions {
  func.func @functions_32(%x: tensor<256x512xf32>) -> tensor<256x512xf32> {
    %e = tensor.empty() : tensor<256x512xf32>
    %y = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%0: f32, %old: f32):
      %1 = math.tanh %0 : f32
      %2 = math.tanh %1 : f32
      %3 = math.tanh %2 : f32
      %4 = math.tanh %3 : f32
      %5 = math.tanh %4 : f32
      %6 = math.tanh %5 : f32
      %7 = math.tanh %6 : f32
      %8 = math.tanh %7 : f32
      %9 = math.tanh %8 : f32
      %10 = math.tanh %9 : f32
      %11 = math.tanh %10 : f32
      %12 = math.tanh %11 : f32
      %13 = math.tanh %12 : f32
      %14 = math.tanh %13 : f32
      %15 = math.tanh %14 : f32
      %16 = math.tanh %15 : f32
      %17 = math.tanh %16 : f32
      %18 = math.tanh %17 : f32
      %19 = math.tanh %18 : f32
      %20 = math.tanh %19 : f32
      %21 = math.tanh %20 : f32
      %22 = math.tanh %21 : f32
      %23 = math.tanh %22 : f32
      %24 = math.tanh %23 : f32
      %25 = math.tanh %24 : f32
      %26 = math.tanh %25 : f32
      %27 = math.tanh %26 : f32
      %28 = math.tanh %27 : f32
      %29 = math.tanh %28 : f32
      %30 = math.tanh %29 : f32
      %31 = math.tanh %30 : f32
      %32 = math.tanh %31 : f32
      linalg.yield %32 : f32
    } -> tensor<256x512xf32>
    return %y : tensor<256x512xf32>
  }
  func.func @functions_33(%x: tensor<256x512xf32>) -> tensor<256x512xf32> {
    %e = tensor.empty() : tensor<256x512xf32>
    %y = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%0: f32, %old: f32):
      %1 = math.tanh %0 : f32
      %2 = math.tanh %1 : f32
      %3 = math.tanh %2 : f32
      %4 = math.tanh %3 : f32
      %5 = math.tanh %4 : f32
      %6 = math.tanh %5 : f32
      %7 = math.tanh %6 : f32
      %8 = math.tanh %7 : f32
      %9 = math.tanh %8 : f32
      %10 = math.tanh %9 : f32
      %11 = math.tanh %10 : f32
      %12 = math.tanh %11 : f32
      %13 = math.tanh %12 : f32
      %14 = math.tanh %13 : f32
      %15 = math.tanh %14 : f32
      %16 = math.tanh %15 : f32
      %17 = math.tanh %16 : f32
      %18 = math.tanh %17 : f32
      %19 = math.tanh %18 : f32
      %20 = math.tanh %19 : f32
      %21 = math.tanh %20 : f32
      %22 = math.tanh %21 : f32
      %23 = math.tanh %22 : f32
      %24 = math.tanh %23 : f32
      %25 = math.tanh %24 : f32
      %26 = math.tanh %25 : f32
      %27 = math.tanh %26 : f32
      %28 = math.tanh %27 : f32
      %29 = math.tanh %28 : f32
      %30 = math.tanh %29 : f32
      %31 = math.tanh %30 : f32
      %32 = math.tanh %31 : f32
      %33 = math.tanh %32 : f32
      linalg.yield %33 : f32
    } -> tensor<256x512xf32>
    return %y : tensor<256x512xf32>
  }
}
