// Bytes of two e2m1, unpacked by shifts, masks and a table, times powers of two of bytes, are MXFP4, however it is written.
// RUN: lowp-opt %s --convert-front-end-to-linalg --canonicalize | FileCheck %s

#mk = affine_map<(m,n,k)->(m,k)>
#nk = affine_map<(m,n,k)->(n,k)>
#mn = affine_map<(m,n,k)->(m,n)>
#id = affine_map<(n,k)->(n,k)>
#two = affine_map<(n,k)->(n, k floordiv 2)>
#block = affine_map<(n,k)->(n, k floordiv 32)>

// As gpt-oss's weights are widened: a table, and a power by exp2.
// CHECK-LABEL: @table(
// CHECK-SAME:    %{{[a-z0-9]*}}: tensor<5x64xbf16>, %[[D:[a-z0-9]*]]: tensor<16x32xi8>, %[[E:[a-z0-9]*]]: tensor<16x2xi8>)
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%[[E]] : tensor<16x2xi8>) outs({{.*}} : tensor<16x2xf8E8M0FNU>)
// CHECK:           arith.bitcast {{.*}} : i8 to f8E8M0FNU
// CHECK:         %[[Q:.*]] = lowp.make_scaled %[[D]], %[[S]] : {{.*}} -> !lowp.scaled<16x64xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
// CHECK-NEXT:    %[[W:.*]] = lowp.dequantize %[[Q]] : {{.*}} -> tensor<16x64xbf16>
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %[[W]]
func.func @table(%x: tensor<5x64xbf16>, %d: tensor<16x32xi8>, %s: tensor<16x2xi8>) -> tensor<5x16xf32> {
  %table = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0]> : tensor<16xbf16>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : i8
  %bias = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<16x64xbf16>
  %w = linalg.generic {indexing_maps=[#two, #block, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<16x32xi8>, tensor<16x2xi8>) outs(%e: tensor<16x64xbf16>) {
  ^bb0(%a: i8, %b: i8, %o: bf16):
    %k = linalg.index 1 : index
    %half = arith.remui %k, %c2 : index
    %bits = arith.muli %half, %c4 : index
    %shift = arith.index_cast %bits : index to i8
    %high = arith.shrui %a, %shift : i8
    %code = arith.andi %high, %c15 : i8
    %place = arith.index_castui %code : i8 to index
    %value = tensor.extract %table[%place] : tensor<16xbf16>
    %exponent = arith.uitofp %b : i8 to f32
    %power = arith.subf %exponent, %bias : f32
    %scale = math.exp2 %power : f32
    %wide = arith.extf %value : bf16 to f32
    %0 = arith.mulf %wide, %scale : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<16x64xbf16>
  %c = arith.constant 0.0 : f32
  %o = tensor.empty() : tensor<5x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<5x16xf32>) -> tensor<5x16xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<5x64xbf16>, tensor<16x64xbf16>) outs(%z : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// By a select of halves, and the bits of a float.
// CHECK-LABEL: @bits(
// CHECK:         lowp.make_scaled {{.*}}packing = dense>
func.func @bits(%x: tensor<5x64xf32>, %d: tensor<16x32xi8>, %s: tensor<16x2xi8>) -> tensor<5x16xf32> {
  %table = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0]> : tensor<16xf32>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i8
  %c15 = arith.constant 15 : i8
  %c23 = arith.constant 23 : i32
  %e = tensor.empty() : tensor<16x64xf32>
  %w = linalg.generic {indexing_maps=[#block, #two, #id], iterator_types=["parallel","parallel"]} ins(%s, %d: tensor<16x2xi8>, tensor<16x32xi8>) outs(%e: tensor<16x64xf32>) {
  ^bb0(%b: i8, %a: i8, %o: f32):
    %k = linalg.index 1 : index
    %odd = arith.andi %c1, %k : index
    %isLow = arith.cmpi eq, %odd, %c0 : index
    %low = arith.andi %a, %c15 : i8
    %high = arith.shrui %a, %c4 : i8
    %code = arith.select %isLow, %low, %high : i8
    %place = arith.index_castui %code : i8 to index
    %value = tensor.extract %table[%place] : tensor<16xf32>
    %wide = arith.extui %b : i8 to i32
    %shifted = arith.shli %wide, %c23 : i32
    %scale = arith.bitcast %shifted : i32 to f32
    %0 = arith.mulf %value, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  %c = arith.constant 0.0 : f32
  %o = tensor.empty() : tensor<5x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<5x16xf32>) -> tensor<5x16xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<5x64xf32>, tensor<16x64xf32>) outs(%z : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The first element in the high half, and a table of integers, are other formats.
// CHECK-LABEL: @others(
// CHECK-NOT:     lowp
// CHECK:         return
func.func @others(%x: tensor<5x64xf32>, %d: tensor<16x32xi8>, %s: tensor<16x2xi8>) -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %table = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0]> : tensor<16xf32>
  %integers = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0]> : tensor<16xf32>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i8
  %c15 = arith.constant 15 : i8
  %bias = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %turned = linalg.generic {indexing_maps=[#two, #block, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<16x32xi8>, tensor<16x2xi8>) outs(%e: tensor<16x64xf32>) {
  ^bb0(%a: i8, %b: i8, %o: f32):
    %k = linalg.index 1 : index
    %odd = arith.andi %k, %c1 : index
    %isLow = arith.cmpi eq, %odd, %c1 : index
    %low = arith.andi %a, %c15 : i8
    %high = arith.shrui %a, %c4 : i8
    %code = arith.select %isLow, %low, %high : i8
    %place = arith.index_castui %code : i8 to index
    %value = tensor.extract %table[%place] : tensor<16xf32>
    %exponent = arith.uitofp %b : i8 to f32
    %power = arith.subf %exponent, %bias : f32
    %scale = math.exp2 %power : f32
    %0 = arith.mulf %value, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  %four = linalg.generic {indexing_maps=[#two, #block, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<16x32xi8>, tensor<16x2xi8>) outs(%e: tensor<16x64xf32>) {
  ^bb0(%a: i8, %b: i8, %o: f32):
    %k = linalg.index 1 : index
    %odd = arith.andi %k, %c1 : index
    %isLow = arith.cmpi eq, %odd, %c0 : index
    %low = arith.andi %a, %c15 : i8
    %high = arith.shrui %a, %c4 : i8
    %code = arith.select %isLow, %low, %high : i8
    %place = arith.index_castui %code : i8 to index
    %value = tensor.extract %integers[%place] : tensor<16xf32>
    %exponent = arith.uitofp %b : i8 to f32
    %power = arith.subf %exponent, %bias : f32
    %scale = math.exp2 %power : f32
    %0 = arith.mulf %value, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  %c = arith.constant 0.0 : f32
  %o = tensor.empty() : tensor<5x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<5x16xf32>) -> tensor<5x16xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %turned : tensor<5x64xf32>, tensor<16x64xf32>) outs(%z : tensor<5x16xf32>) -> tensor<5x16xf32>
  %v = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %four : tensor<5x64xf32>, tensor<16x64xf32>) outs(%z : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y, %v : tensor<5x16xf32>, tensor<5x16xf32>
}
