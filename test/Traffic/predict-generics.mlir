// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a part=h200" -o /dev/null | FileCheck %s

// Sums of many rows and columns have two launches, at the speed of a copy: 33.5 MB
// by 4176 GB/s, as a copy reaches on an H200, are 8.0 us, and a launch is 1.2.
// CHECK-LABEL: function 'ragged': launches: 2 (1 fusion, 1 generic)
// CHECK:       0 generic 1 33546240 262144 {{9[.0-9]+}} linalg.generic
// CHECK-NEXT:  1 fusion 1 262144 4096 {{[.0-9]+}} ragged_0
// CHECK-NOT:   !
// CHECK:       workspace: 262144
#all = affine_map<(m, n) -> (m, n)>
#columns = affine_map<(m, n) -> (n)>
func.func @ragged(%x: tensor<8190x1024xf32>) -> tensor<1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [#all, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8190x1024xf32>) outs(%i : tensor<1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1024xf32>
  return %y : tensor<1024xf32>
}

// Rounding joins the second sum, of whatever number of parts.
// CHECK-LABEL: function 'three_loops': launches: 2 (1 fusion, 1 generic)
// CHECK:       0 generic 1 33554432 262144
// CHECK-NEXT:  1 fusion 1 262144 256
// CHECK-NOT:   !
// CHECK:       workspace: 262144
func.func @three_loops(%x: tensor<2x2048x32x128xbf16>) -> tensor<128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<128xf32>) -> tensor<128xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, h, n) -> (b, m, h, n)>, affine_map<(b, m, h, n) -> (n)>], iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%x : tensor<2x2048x32x128xbf16>) outs(%i : tensor<128xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %o : f32
    linalg.yield %s : f32
  } -> tensor<128xf32>
  %f = tensor.empty() : tensor<128xbf16>
  %z = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> (n)>], iterator_types = ["parallel"]}
      ins(%y : tensor<128xf32>) outs(%f : tensor<128xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<128xbf16>
  return %z : tensor<128xbf16>
}

// Rows that the run tells: the workspace follows from them, and no time is told.
// CHECK-LABEL: function 'unknown': launches: 2
// CHECK:       0 generic 1 4096 * argument0.0 4096 * floordiv(argument0.0, 128) + 4096 ? linalg.generic
// CHECK-NEXT:  1 fusion 1 4096 * floordiv(argument0.0, 128) + 4096 4096 ? unknown_2
// CHECK:       workspace: 4096 * floordiv(argument0.0, 128) + 4096
func.func @unknown(%x: tensor<?x1024xf32>) -> tensor<1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [#all, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x1024xf32>) outs(%i : tensor<1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1024xf32>
  return %y : tensor<1024xf32>
}

// A thread for each column that looks for the row of its maximum: 131072 rows, 8
// loads at once, are 16384 us, whatever the bytes.
// CHECK-LABEL: function 'position': launches: 1 (1 generic)
// CHECK:       0 generic 1 67108864 {{[0-9]+}} {{16385[.0-9]+}}! linalg.generic
// CHECK:       !: more than twice as long as a copy of as many bytes
func.func @position(%x: tensor<131072x128xf32>) -> (tensor<128xf32>, tensor<128xi32>) {
  %none = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<128xf32>
  %f = tensor.empty() : tensor<128xi32>
  %i = linalg.fill ins(%none : f32) outs(%e : tensor<128xf32>) -> tensor<128xf32>
  %j = linalg.fill ins(%zero : i32) outs(%f : tensor<128xi32>) -> tensor<128xi32>
  %y:2 = linalg.generic {indexing_maps = [#all, #columns, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<131072x128xf32>) outs(%i, %j : tensor<128xf32>, tensor<128xi32>) {
  ^bb0(%a: f32, %most: f32, %place: i32):
    %row = linalg.index 0 : index
    %here = arith.index_cast %row : index to i32
    %more = arith.cmpf ogt, %a, %most : f32
    %m = arith.select %more, %a, %most : f32
    %p = arith.select %more, %here, %place : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<128xf32>, tensor<128xi32>)
  return %y#0, %y#1 : tensor<128xf32>, tensor<128xi32>
}
