// RUN: lowp-opt %s --lowp-pair-launches | FileCheck %s

// An H200 has 50 MiB of L2, and 132 multiprocessors.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

module attributes {lowp_gpu.chip = "sm_90a"} {
  module @fusions {
    func.func @sums(%x: tensor<16384x4096xbf16>) -> tensor<16384xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<16384xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<16384xf32>) -> tensor<16384xf32>
      %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<16384x4096xbf16>) outs(%1 : tensor<16384xf32>) {
      ^bb0(%a: bf16, %s: f32):
        %3 = arith.extf %a : bf16 to f32
        %4 = arith.addf %3, %s : f32
        linalg.yield %4 : f32
      } -> tensor<16384xf32>
      return %2 : tensor<16384xf32>
    }
    func.func @norm(%x: tensor<16384x4096xbf16>, %s: tensor<16384xf32>) -> (tensor<4096x16384xf8E4M3FN>, tensor<128x4096xf32>) {
      %0 = tensor.empty() : tensor<16384x4096xbf16>
      %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x, %s : tensor<16384x4096xbf16>, tensor<16384xf32>) outs(%0 : tensor<16384x4096xbf16>) {
      ^bb0(%a: bf16, %b: f32, %old: bf16):
        %4 = arith.truncf %b : f32 to bf16
        %5 = arith.mulf %a, %4 : bf16
        linalg.yield %5 : bf16
      } -> tensor<16384x4096xbf16>
      %2 = lowp.quantize %1 numerics <torchao> : tensor<16384x4096xbf16> -> !lowp.scaled<16384x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
      %data, %scales = lowp.split_scaled %2 : !lowp.scaled<16384x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
      return %data, %scales : tensor<4096x16384xf8E4M3FN>, tensor<128x4096xf32>
    }
    func.func @scaled(%x: tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<16384xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<16384xf32>) -> tensor<16384xf32>
      %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<16384x4096xbf16>) outs(%1 : tensor<16384xf32>) {
      ^bb0(%a: bf16, %s: f32):
        %3 = arith.extf %a : bf16 to f32
        %4 = arith.addf %3, %s : f32
        linalg.yield %4 : f32
      } -> tensor<16384xf32>
      %5 = tensor.empty() : tensor<16384x4096xbf16>
      %6 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x, %2 : tensor<16384x4096xbf16>, tensor<16384xf32>) outs(%5 : tensor<16384x4096xbf16>) {
      ^bb0(%a: bf16, %b: f32, %old: bf16):
        %7 = arith.truncf %b : f32 to bf16
        %8 = arith.mulf %a, %7 : bf16
        linalg.yield %8 : bf16
      } -> tensor<16384x4096xbf16>
      return %6 : tensor<16384x4096xbf16>
    }
    func.func @maxima(%x: tensor<16384x4096xbf16>) -> tensor<1x4096xf32> {
      %0 = lowp.amax %x recipe(#lowp.rowwise<axis = 0>) : tensor<16384x4096xbf16> -> tensor<1x4096xf32>
      return %0 : tensor<1x4096xf32>
    }
    func.func @few_sums(%x: tensor<1024x4096xbf16>) -> tensor<1024xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<1024xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1024xf32>) -> tensor<1024xf32>
      %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<1024x4096xbf16>) outs(%1 : tensor<1024xf32>) {
      ^bb0(%a: bf16, %s: f32):
        %3 = arith.extf %a : bf16 to f32
        %4 = arith.addf %3, %s : f32
        linalg.yield %4 : f32
      } -> tensor<1024xf32>
      return %2 : tensor<1024xf32>
    }
    func.func @few_norm(%x: tensor<1024x4096xbf16>, %s: tensor<1024xf32>) -> (tensor<4096x1024xf8E4M3FN>, tensor<8x4096xf32>) {
      %0 = tensor.empty() : tensor<1024x4096xbf16>
      %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x, %s : tensor<1024x4096xbf16>, tensor<1024xf32>) outs(%0 : tensor<1024x4096xbf16>) {
      ^bb0(%a: bf16, %b: f32, %old: bf16):
        %4 = arith.truncf %b : f32 to bf16
        %5 = arith.mulf %a, %4 : bf16
        linalg.yield %5 : bf16
      } -> tensor<1024x4096xbf16>
      %2 = lowp.quantize %1 numerics <torchao> : tensor<1024x4096xbf16> -> !lowp.scaled<1024x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
      %data, %scales = lowp.split_scaled %2 : !lowp.scaled<1024x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
      return %data, %scales : tensor<4096x1024xf8E4M3FN>, tensor<8x4096xf32>
    }
  }

  // A stripe has 128 rows, and 32 CTAs of each launch: between those of
  // the same rows lie the CTAs that run at a time.
  // CHECK-LABEL: func.func @pair(
  // CHECK: @sums{{.*}} {lowp_gpu.leads = 128 : i64}
  // CHECK: @norm{{.*}} {lowp_gpu.follows = [[#]] : i64}
  func.func @pair(%x: memref<16384x4096xbf16>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // Maxima of columns of what follows from sums of rows.
  // CHECK-LABEL: func.func @columns(
  // CHECK: @scaled{{.*}} {lowp_gpu.leads = 128 : i64}
  // CHECK: @maxima{{.*}} {lowp_gpu.follows = [[#]] : i64}
  func.func @columns(%x: memref<16384x4096xbf16>, %y: memref<16384x4096xbf16>, %m: memref<1x4096xf32>) {
    lowp.launch_fusion @fusions::@scaled ins(%x : memref<16384x4096xbf16>) outs(%y : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@maxima ins(%y : memref<16384x4096xbf16>) outs(%m : memref<1x4096xf32>)
    return
  }

  // The cache has all that was read.
  // CHECK-LABEL: func.func @small(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @small(%x: memref<1024x4096xbf16>, %q: memref<4096x1024xf8E4M3FN>, %t: memref<8x4096xf32>) {
    %s = memref.alloc() : memref<1024xf32>
    lowp.launch_fusion @fusions::@few_sums ins(%x : memref<1024x4096xbf16>) outs(%s : memref<1024xf32>)
    lowp.launch_fusion @fusions::@few_norm ins(%x, %s : memref<1024x4096xbf16>, memref<1024xf32>) outs(%q, %t : memref<4096x1024xf8E4M3FN>, memref<8x4096xf32>)
    return
  }

  // Another matrix is not read again.
  // CHECK-LABEL: func.func @other(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @other(%x: memref<16384x4096xbf16>, %y: memref<16384x4096xbf16>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    lowp.launch_fusion @fusions::@norm ins(%y, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // The second launch may write over rows that the first one has not read.
  // CHECK-LABEL: func.func @overwrites(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @overwrites(%bytes: memref<134217728xi8>, %t: memref<128x4096xf32>) {
    %c0 = arith.constant 0 : index
    %x = memref.view %bytes[%c0][] : memref<134217728xi8> to memref<16384x4096xbf16>
    %q = memref.view %bytes[%c0][] : memref<134217728xi8> to memref<4096x16384xf8E4M3FN>
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // The sums are read at other rows than were written.
  // CHECK-LABEL: func.func @moved(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @moved(%x: memref<16384x4096xbf16>, %all: memref<32768xf32>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.subview %all[0] [16384] [1] : memref<32768xf32> to memref<16384xf32>
    %u = memref.cast %s : memref<16384xf32> to memref<16384xf32, strided<[1], offset: ?>>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    lowp.launch_fusion @fusions::@norm ins(%x, %u : memref<16384x4096xbf16>, memref<16384xf32, strided<[1], offset: ?>>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // Something is written between the two.
  // CHECK-LABEL: func.func @between(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @between(%x: memref<16384x4096xbf16>, %o: memref<16384xf32>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    memref.copy %s, %o : memref<16384xf32> to memref<16384xf32>
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // What runs between both and touches other buffers runs later, and an
  // allocation before both.
  // CHECK-LABEL: func.func @apart(
  // CHECK: %[[Q:.*]] = memref.alloc() : memref<4096x16384xf8E4M3FN>
  // CHECK-NEXT: @sums{{.*}} {lowp_gpu.leads = 128 : i64}
  // CHECK-NEXT: @norm{{.*}} outs(%[[Q]], {{.*}} {lowp_gpu.follows = [[#]] : i64}
  // CHECK-NEXT: linalg.copy
  // CHECK-NEXT: @maxima
  func.func @apart(%x: memref<16384x4096xbf16>, %o: memref<16384xf32>, %m: memref<1x4096xf32>, %t: memref<128x4096xf32>) -> memref<4096x16384xf8E4M3FN> {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    linalg.copy ins(%s : memref<16384xf32>) outs(%o : memref<16384xf32>)
    lowp.launch_fusion @fusions::@maxima ins(%x : memref<16384x4096xbf16>) outs(%m : memref<1x4096xf32>)
    %q = memref.alloc() : memref<4096x16384xf8E4M3FN>
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return %q : memref<4096x16384xf8E4M3FN>
  }

  // What reads the results' old bytes in between has to run before.
  // CHECK-LABEL: func.func @reads_between(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @reads_between(%x: memref<16384x4096xbf16>, %o: memref<128x4096xf32>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    linalg.copy ins(%t : memref<128x4096xf32>) outs(%o : memref<128x4096xf32>)
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }

  // So does what writes what the second one reads.
  // CHECK-LABEL: func.func @writes_between(
  // CHECK-NOT: lowp_gpu
  // CHECK: return
  func.func @writes_between(%x: memref<16384x4096xbf16>, %y: memref<16384x4096xbf16>, %q: memref<4096x16384xf8E4M3FN>, %t: memref<128x4096xf32>) {
    %s = memref.alloc() : memref<16384xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<16384x4096xbf16>) outs(%s : memref<16384xf32>)
    linalg.copy ins(%y : memref<16384x4096xbf16>) outs(%x : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<16384x4096xbf16>, memref<16384xf32>) outs(%q, %t : memref<4096x16384xf8E4M3FN>, memref<128x4096xf32>)
    return
  }
}
