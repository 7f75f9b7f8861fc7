// Each launch with the bytes that it reads and writes, against the ideal.
// RUN: lowp-opt %s -split-input-file --lowp-report-traffic=traffic-file=- -o /dev/null | FileCheck %s
// RUN: lowp-opt %s -split-input-file --lowp-report-traffic=traffic-file=%t.txt | FileCheck %s --check-prefix=SAME
// RUN: lowp-opt %s -split-input-file --lowp-report-traffic --remarks-filter=lowp-report-traffic --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The function stays as it is, the fill included.
// SAME-LABEL: func.func @linear(
// SAME: linalg.fill
// SAME: memref.copy

// Quantizing reads 256 x 512 x 2 bytes, and writes 256 x 512 and the scales,
// 4 x 256 x 4. The gemm reads both, and the weight: 128 x 512 and 4 x 4. Its
// result is 256 x 128 x 2. The maximum of each row needs no fill, so it reads
// that result alone and writes 256 x 2, where the quantized x was before. Ideal:
// x, the weight and its scales, and the result once.
// CHECK-LABEL: function 'linear': launches: 4 (1 gemm, 1 fusion, 1 generic, 1 copy)
// CHECK-NEXT:  launch kind times bytes read bytes written predicted us name location
// CHECK-NEXT:  0 fusion 1 262144 135168 ? linear_0 report-traffic.mlir:[[#]]:
// CHECK-NEXT:  1 gemm 1 200720 65536 ? lowp.gemm report-traffic.mlir:[[#]]:
// CHECK-NEXT:  2 generic 1 65536 512 ? linalg.generic report-traffic.mlir:[[#]]:
// CHECK-NEXT:  3 copy 1 65536 65536 ? linalg.copy report-traffic.mlir:[[#]]:
// CHECK-NEXT:  bytes read and written: 860688
// CHECK-NEXT:  ideal: 393232 (read 327696, written 65536)
// CHECK-NEXT:  bytes per ideal byte: 2.19
// CHECK-NEXT:  workspace: 200704, 201216 without reuse

// REMARK: report-traffic.mlir:[[#]]:{{.*}}remark: [Analysis] launch | Category:lowp-report-traffic | Function=linear{{.*}}kind=fusion, name=linear_0, predicted-us=?, read=262144, times=1, written=135168
// REMARK: [Analysis] launch{{.*}}kind=gemm, name=lowp.gemm, predicted-us=?, read=200720, times=1, written=65536
// REMARK: [Analysis] function | Category:lowp-report-traffic | Function=linear{{.*}}bytes=860688, ideal=393232, launches=4, workspace=200704, workspace-without-reuse=201216
!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!w = !lowp.scaled<128x512xf8E4M3FN, #lowp.block<128x128>>
#whole = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
module {
  func.func @linear(%x: memref<256x512xbf16>, %w: memref<128x512xf8E4M3FN>, %ws: memref<1x4xf32>, %out: memref<256x128xbf16>) {
    %low = arith.constant 0xFF80 : bf16
    %d = memref.alloc() : memref<256x512xf8E4M3FN>
    %s = memref.alloc() : memref<4x256xf32>
    lowp.launch_fusion @fusions::@linear_0 ins(%x : memref<256x512xbf16>) outs(%d, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>)
    %y = memref.alloc() : memref<256x128xbf16>
    lowp.gemm lhs(%d, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>) rhs(%w, %ws : memref<128x512xf8E4M3FN>, memref<1x4xf32>) outs(%y : memref<256x128xbf16>) {lhs_type = !x, rhs_type = !w}
    %max = memref.alloc() : memref<256xbf16>
    linalg.fill ins(%low : bf16) outs(%max : memref<256xbf16>)
    linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]} ins(%y : memref<256x128xbf16>) outs(%max : memref<256xbf16>) {
    ^bb0(%e: bf16, %m: bf16):
      %1 = arith.maximumf %e, %m : bf16
      linalg.yield %1 : bf16
    }
    memref.copy %y, %out : memref<256x128xbf16> to memref<256x128xbf16>
    return
  }
  module @fusions {
    func.func @linear_0(%x: tensor<256x512xbf16>) -> (tensor<256x512xf8E4M3FN>, tensor<4x256xf32>) {
      %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !x
      %d, %s = lowp.split_scaled %q : !x
      return %d, %s : tensor<256x512xf8E4M3FN>, tensor<4x256xf32>
    }
  }
}

// -----

// Sizes of the caller's stay names, and an assertion says that two are one. The
// loop runs its launch 3 times; how often the other one runs only the caller
// knows. The fills are launches of their own.
// CHECK-LABEL: function 'dynamic': launches: argument3 + 5 (3 generic, 1 copy)
// CHECK-NEXT:  launch
// CHECK-NEXT:  0 generic 1 0 4 * argument0.0 ? linalg.fill
// CHECK-NEXT:  1 generic 3 8 * argument0.0 4 * argument0.0 ? linalg.add
// CHECK-NEXT:  2 generic argument3 0 4 ? linalg.fill
// CHECK-NEXT:  3 copy 1 8 * argument0.0 8 * argument0.0 ? linalg.copy
// CHECK-NEXT:  bytes read and written: 4 * argument3 + 56 * argument0.0
// CHECK-NEXT:  ideal: 28 * argument0.0 + 4 (read 16 * argument0.0, written 12 * argument0.0 + 4)
// CHECK-NEXT:  workspace: 0, 0 without reuse
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?x2xf32>, %n: index, %sum: memref<?xf32>, %one: memref<1xf32>, %out: memref<?x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %m = memref.dim %x, %c0 : memref<?xf32>
  %my = memref.dim %y, %c0 : memref<?xf32>
  %mz = memref.dim %z, %c0 : memref<?x2xf32>
  %ms = memref.dim %sum, %c0 : memref<?xf32>
  %mo = memref.dim %out, %c0 : memref<?x2xf32>
  %0 = arith.cmpi eq, %m, %my : index
  cf.assert %0, "x and y"
  %twice = arith.muli %m, %c2 : index
  %both = arith.muli %mz, %c2 : index
  %1 = arith.cmpi eq, %twice, %both : index
  cf.assert %1, "x and z"
  %2 = arith.cmpi eq, %ms, %my : index
  cf.assert %2, "sum and y"
  %3 = arith.cmpi eq, %mo, %mz : index
  cf.assert %3, "out and z"
  linalg.fill ins(%zero : f32) outs(%sum : memref<?xf32>)
  scf.for %i = %c0 to %c6 step %c2 {
    linalg.add ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%sum : memref<?xf32>)
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%one : memref<1xf32>)
  }
  memref.copy %z, %out : memref<?x2xf32> to memref<?x2xf32>
  return
}

// -----

// Each of 8 x 64 elements looks up one element of a table, not the whole: 1024 bytes,
// and the 8 numbers 64. A table that is smaller than that counts once.
// CHECK-LABEL: function 'gather': launches: 2 (2 fusion)
// CHECK-NEXT:  launch
// CHECK-NEXT:  0 fusion 1 1088 1024 ? gather_0
// CHECK-NEXT:  1 fusion 1 576 1024 ? gather_1
// CHECK-NEXT:  bytes read and written: 3712
// CHECK-NEXT:  ideal: 3648 (read 1600, written 2048)
#number = affine_map<(i, j) -> (i)>
#element = affine_map<(i, j) -> (i, j)>
module {
  func.func @gather(%table: memref<1000x64xbf16>, %small: memref<4x64xbf16>, %numbers: memref<8xi64>, %a: memref<8x64xbf16>, %b: memref<8x64xbf16>) {
    lowp.launch_fusion @fusions::@gather_0 ins(%table, %numbers : memref<1000x64xbf16>, memref<8xi64>) outs(%a : memref<8x64xbf16>)
    lowp.launch_fusion @fusions::@gather_1 ins(%small, %numbers : memref<4x64xbf16>, memref<8xi64>) outs(%b : memref<8x64xbf16>)
    return
  }
  module @fusions {
    func.func @gather_0(%table: tensor<1000x64xbf16>, %numbers: tensor<8xi64>) -> tensor<8x64xbf16> {
      %e = tensor.empty() : tensor<8x64xbf16>
      %0 = linalg.generic {indexing_maps = [#number, #element], iterator_types = ["parallel", "parallel"]} ins(%numbers : tensor<8xi64>) outs(%e : tensor<8x64xbf16>) {
      ^bb0(%n: i64, %o: bf16):
        %row = arith.index_cast %n : i64 to index
        %column = linalg.index 1 : index
        %v = tensor.extract %table[%row, %column] : tensor<1000x64xbf16>
        linalg.yield %v : bf16
      } -> tensor<8x64xbf16>
      return %0 : tensor<8x64xbf16>
    }
    func.func @gather_1(%table: tensor<4x64xbf16>, %numbers: tensor<8xi64>) -> tensor<8x64xbf16> {
      %e = tensor.empty() : tensor<8x64xbf16>
      %0 = linalg.generic {indexing_maps = [#number, #element], iterator_types = ["parallel", "parallel"]} ins(%numbers : tensor<8xi64>) outs(%e : tensor<8x64xbf16>) {
      ^bb0(%n: i64, %o: bf16):
        %row = arith.index_cast %n : i64 to index
        %column = linalg.index 1 : index
        %v = tensor.extract %table[%row, %column] : tensor<4x64xbf16>
        linalg.yield %v : bf16
      } -> tensor<8x64xbf16>
      return %0 : tensor<8x64xbf16>
    }
  }
}

// -----

// Half of x is read, twice: 2 x 1024 of its 4096 bytes, which the ideal reads
// once. What is read of the result was written before: that is no input. The
// updated argument is read and written. A fusion that only transposes is a copy.
// CHECK-LABEL: function 'parts': launches: 4 (3 generic, 1 copy)
// CHECK-NEXT:  launch
// CHECK-NEXT:  0 generic 1 2048 1024 ? linalg.add
// CHECK-NEXT:  1 generic 1 2048 1024 ? linalg.mul
// CHECK-NEXT:  2 generic 1 2048 1024 ? linalg.generic
// CHECK-NEXT:  3 copy 1 1024 1024 ? parts_0
// CHECK-NEXT:  bytes read and written: 11264
// CHECK-NEXT:  ideal: 6144 (read 3072, written 3072)
// CHECK-NEXT:  bytes per ideal byte: 1.83
#i = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
module {
  func.func @parts(%x: memref<64x16xf32>, %updated: memref<16x16xf32>, %out: memref<16x16xf32>, %turned: memref<16x16xf32>) {
    %a = memref.subview %x[0, 0] [16, 16] [1, 1] : memref<64x16xf32> to memref<16x16xf32, strided<[16, 1]>>
    %b = memref.subview %x[16, 0] [16, 16] [1, 1] : memref<64x16xf32> to memref<16x16xf32, strided<[16, 1], offset: 256>>
    linalg.add ins(%a, %b : memref<16x16xf32, strided<[16, 1]>>, memref<16x16xf32, strided<[16, 1], offset: 256>>) outs(%out : memref<16x16xf32>)
    linalg.mul ins(%out, %updated : memref<16x16xf32>, memref<16x16xf32>) outs(%out : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel"]} ins(%out : memref<16x16xf32>) outs(%updated : memref<16x16xf32>) {
    ^bb0(%e: f32, %o: f32):
      %0 = arith.addf %e, %o : f32
      linalg.yield %0 : f32
    }
    lowp.launch_fusion @fusions::@parts_0 ins(%updated : memref<16x16xf32>) outs(%turned : memref<16x16xf32>)
    return
  }
  module @fusions {
    func.func @parts_0(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %e = tensor.empty() : tensor<16x16xf32>
      %0 = linalg.transpose ins(%x : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) permutation = [1, 0]
      return %0 : tensor<16x16xf32>
    }
  }
}

// -----

// Constants are inputs; large ones of equal elements are filled in by a launch.
// CHECK-LABEL: function 'constants': launches: 1 (1 generic)
// CHECK:       0 generic 1 48 16 ? linalg.generic
// CHECK-LABEL: function 'large': launches: 2 (2 generic)
// CHECK:       0 generic 1 0 2048 ? linalg.fill
// CHECK-NEXT:  1 generic 1 4096 2048 ? linalg.generic
// CHECK-NEXT:  bytes read and written: 8192
// CHECK-NEXT:  ideal: 4096 (read 2048, written 2048)
// CHECK-NEXT:  bytes per ideal byte: 2.00
// CHECK-NEXT:  workspace: 2048, 2048 without reuse
#v = affine_map<(i) -> (i)>
module {
  memref.global "private" constant @several : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  memref.global "private" constant @equal : memref<4xf32> = dense<1.0>
  func.func @constants(%x: memref<4xf32>, %out: memref<4xf32>) {
    %a = memref.get_global @several : memref<4xf32>
    %b = memref.get_global @equal : memref<4xf32>
    linalg.generic {indexing_maps = [#v, #v, #v, #v], iterator_types = ["parallel"]} ins(%x, %a, %b : memref<4xf32>, memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>) {
    ^bb0(%0: f32, %1: f32, %2: f32, %o: f32):
      %3 = arith.addf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      linalg.yield %4 : f32
    }
    return
  }
  memref.global "private" constant @many : memref<512xf32> = dense<1.0>
  func.func @large(%x: memref<512xf32>, %out: memref<512xf32>) {
    %b = memref.get_global @many : memref<512xf32>
    linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%x, %b : memref<512xf32>, memref<512xf32>) outs(%out : memref<512xf32>) {
    ^bb0(%0: f32, %1: f32, %o: f32):
      %2 = arith.addf %0, %1 : f32
      linalg.yield %2 : f32
    }
    return
  }
}

// -----

// 3 rows of 8 groups read 3 matrices of 64 x 128 x 2 bytes at most.
// CHECK-LABEL: function 'few_rows': launches: 1 (1 gemm)
// CHECK-NEXT:  launch
// CHECK-NEXT:  0 gemm 1 49952 384 ? lowp.gemm
// CHECK-NEXT:  bytes read and written: 50336
// CHECK-NEXT:  ideal: 50336
#m = affine_map<(g, m, n, k) -> (m, k)>
#n = affine_map<(g, m, n, k) -> (g, n, k)>
#d = affine_map<(g, m, n, k) -> (m, n)>
func.func @few_rows(%x: memref<3x128xbf16>, %w: memref<8x64x128xbf16>, %ends: memref<8xi32>, %y: memref<3x64xbf16>) {
  lowp.gemm lhs(%x : memref<3x128xbf16>) rhs(%w : memref<8x64x128xbf16>) groups(%ends : memref<8xi32>)
            outs(%y : memref<3x64xbf16>) {indexing_maps = [#m, #n, #d]}
  return
}
