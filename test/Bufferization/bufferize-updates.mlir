// RUN: lowp-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// An epilogue updates a matrix that it reads at the element that it writes.
// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x128xbf16>, %[[C:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK-NOT:     memref.alloc
// CHECK:         lowp.gemm {{.*}} ins(%[[C]] : memref<64x64xbf16>) outs(%[[C]] : memref<64x64xbf16>)
func.func @epilogue(%x: tensor<64x128xbf16>, %c: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>)
                 ins(%c : tensor<64x64xbf16>) outs(%c : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (m, n)>]} -> tensor<64x64xbf16> epilogue {
  ^bb0(%sum: f32, %old: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    %new = arith.subf %old, %rounded : bf16
    lowp.epilogue_yield %new : bf16
  }
  return %y : tensor<64x64xbf16>
}

// Not where it reads other elements, or multiplies the matrix.
// CHECK-LABEL: func.func @transposed_input(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<64x128xbf16>, %[[C:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.gemm {{.*}} ins(%[[C]] : memref<64x64xbf16>) outs(%[[NEW]] : memref<64x64xbf16>)
func.func @transposed_input(%x: tensor<64x128xbf16>, %c: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>)
                 ins(%c : tensor<64x64xbf16>) outs(%c : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (n, m)>]} -> tensor<64x64xbf16> epilogue {
  ^bb0(%sum: f32, %old: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    %new = arith.subf %old, %rounded : bf16
    lowp.epilogue_yield %new : bf16
  }
  return %y : tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @operand(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.gemm {{.*}} outs(%[[NEW]] : memref<64x64xbf16>)
func.func @operand(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%x : tensor<64x64xbf16>) outs(%x : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

// A fusion updates what it reads element by element, though it returns it twice.
// CHECK-LABEL: func.func @fusion(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: memref<64x128xf32>, %[[G:[a-z0-9]+]]: memref<128xf32>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.launch_fusion @fusions::@step ins(%[[W]], %[[G]] : {{.*}}) outs(%[[W]], %[[NEW]] : memref<64x128xf32>, memref<64x128xf32>)
func.func @fusion(%w: tensor<64x128xf32>, %g: tensor<128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %e = tensor.empty() : tensor<64x128xf32>
  %0:2 = lowp.launch_fusion @fusions::@step ins(%w, %g : tensor<64x128xf32>, tensor<128xf32>)
      outs(%w, %e : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>, tensor<64x128xf32>
  return %0#0, %0#1 : tensor<64x128xf32>, tensor<64x128xf32>
}

// And what it reads by rows, since a result of a row waits for all that is read of it.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: memref<64x64xf32>
// CHECK:         lowp.launch_fusion @fusions::@norm ins(%[[W]] : {{.*}}) outs(%[[W]] : memref<64x64xf32>)
func.func @norm(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = lowp.launch_fusion @fusions::@norm ins(%w : tensor<64x64xf32>) outs(%w : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Not where a result does not depend on it, or not on the maxima of its rows, where elements move, where rows are read at
// numbers, and where blocks reach beyond the matrix: what lies there is read of elements within, maybe later.
// CHECK-LABEL: func.func @other_fusions(
// CHECK:         @independent ins(%arg0, %arg3 : {{.*}} outs(%alloc{{[0-9_]*}} : memref<64x64xf32>)
// CHECK:         @maxima ins(%arg1 : {{.*}} outs(%alloc{{[0-9_]*}}, %{{.*}} : memref<64x64xf32>, memref<64xf32>)
// CHECK:         @transpose ins(%arg2 : {{.*}} outs(%alloc{{[0-9_]*}} : memref<64x64xf32>)
// CHECK:         @gather ins(%arg3, %arg4 : {{.*}} outs(%alloc{{[0-9_]*}} : memref<64x64xf32>)
// CHECK:         @blocks ins(%arg5 : {{.*}} outs(%alloc{{[0-9_]*}}, %{{.*}} : memref<64x100xf32>
func.func @other_fusions(%v: tensor<64x64xf32>, %w: tensor<64x64xf32>, %x: tensor<64x64xf32>, %g: tensor<64x64xf32>, %rows: tensor<64xi32>, %q: tensor<64x100xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>) {
  %row = tensor.empty() : tensor<64xf32>
  %data = tensor.empty() : tensor<64x100xf8E4M3FN>
  %scales = tensor.empty() : tensor<64x1xf32>
  %0 = lowp.launch_fusion @fusions::@independent ins(%v, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1:2 = lowp.launch_fusion @fusions::@maxima ins(%w : tensor<64x64xf32>) outs(%w, %row : tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>, tensor<64xf32>
  %2 = lowp.launch_fusion @fusions::@transpose ins(%x : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = lowp.launch_fusion @fusions::@gather ins(%g, %rows : tensor<64x64xf32>, tensor<64xi32>) outs(%g : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4:3 = lowp.launch_fusion @fusions::@blocks ins(%q : tensor<64x100xf32>) outs(%q, %data, %scales : tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>)
      -> tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>
  return %0, %1#0, %1#1, %2, %3, %4#0, %4#1, %4#2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>
}

// The same blocks of a matrix that ends with one.
// CHECK-LABEL: func.func @whole_blocks(
// CHECK:         @whole_blocks ins(%arg0 : {{.*}} outs(%arg0, %{{.*}} : memref<64x128xf32>
func.func @whole_blocks(%q: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>) {
  %data = tensor.empty() : tensor<64x128xf8E4M3FN>
  %scales = tensor.empty() : tensor<64x1xf32>
  %0:3 = lowp.launch_fusion @fusions::@whole_blocks ins(%q : tensor<64x128xf32>) outs(%q, %data, %scales : tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>)
      -> tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>
  return %0#0, %0#1, %0#2 : tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>
}

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
module @fusions {
  func.func @step(%w: tensor<64x128xf32>, %g: tensor<128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
    %e = tensor.empty() : tensor<64x128xf32>
    %0 = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%w, %g : tensor<64x128xf32>, tensor<128xf32>) outs(%e : tensor<64x128xf32>) {
    ^bb0(%old: f32, %step: f32, %out: f32):
      %new = arith.subf %old, %step : f32
      linalg.yield %new : f32
    } -> tensor<64x128xf32>
    %1 = linalg.exp ins(%0 : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
    return %0, %1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  func.func @independent(%w: tensor<64x64xf32>, %g: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %0 = linalg.exp ins(%g : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func @norm(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %row = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.reduce {arith.addf} ins(%w : tensor<64x64xf32>) outs(%init : tensor<64xf32>) dimensions = [1]
    %0 = linalg.generic {indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%w, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %y = arith.divf %x, %s : f32
      linalg.yield %y : f32
    } -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func @transpose(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %0 = linalg.transpose ins(%w : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
    return %0 : tensor<64x64xf32>
  }
  func.func @maxima(%w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
    %least = arith.constant 0xFF800000 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %row = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%least : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
    %most = linalg.reduce {arith.maximumf} ins(%w : tensor<64x64xf32>) outs(%init : tensor<64xf32>) dimensions = [1]
    %0 = linalg.exp ins(%w : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0, %most : tensor<64x64xf32>, tensor<64xf32>
  }
  func.func @gather(%w: tensor<64x64xf32>, %rows: tensor<64xi32>) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %0 = linalg.generic {indexing_maps = [#m, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%rows : tensor<64xi32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%number: i32, %out: f32):
      %row = arith.index_cast %number : i32 to index
      %column = linalg.index 1 : index
      %x = tensor.extract %w[%row, %column] : tensor<64x64xf32>
      linalg.yield %x : f32
    } -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func @blocks(%w: tensor<64x100xf32>) -> (tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>) {
    %e = tensor.empty() : tensor<64x100xf32>
    %0 = linalg.exp ins(%w : tensor<64x100xf32>) outs(%e : tensor<64x100xf32>) -> tensor<64x100xf32>
    %1 = lowp.quantize %0 numerics <torchao> : tensor<64x100xf32> -> !lowp.scaled<64x100xf8E4M3FN, #lowp.block_1x128>
    %data, %scales = lowp.split_scaled %1 : !lowp.scaled<64x100xf8E4M3FN, #lowp.block_1x128>
    return %0, %data, %scales : tensor<64x100xf32>, tensor<64x100xf8E4M3FN>, tensor<64x1xf32>
  }
  func.func @whole_blocks(%w: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>) {
    %e = tensor.empty() : tensor<64x128xf32>
    %0 = linalg.exp ins(%w : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
    %1 = lowp.quantize %0 numerics <torchao> : tensor<64x128xf32> -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block_1x128>
    %data, %scales = lowp.split_scaled %1 : !lowp.scaled<64x128xf8E4M3FN, #lowp.block_1x128>
    return %0, %data, %scales : tensor<64x128xf32>, tensor<64x128xf8E4M3FN>, tensor<64x1xf32>
  }
}
