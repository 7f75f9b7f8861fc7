// RUN: lowp-opt %s --lowp-prepare-parameters --split-input-file --remarks-filter=lowp-prepare-parameters --remark-format=emitRemark --verify-diagnostics | FileCheck %s

!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>

// The order: what stays of the arguments, then what is prepared in the order of
// its operations. A parameter that nobody prepares stays an argument.

// CHECK-LABEL: func.func @order(
// CHECK-SAME:    %[[G:[a-z0-9]*]]: tensor<256xbf16>, %[[X:[a-z0-9]*]]: tensor<64x256xbf16>,
// CHECK-SAME:    %[[S:[a-z0-9]*]]: f32, %[[V:[a-z0-9]*]]: !lowp.scaled<48x256{{[^>]*>>}},
// CHECK-SAME:    %[[W:[a-z0-9]*]]: !lowp.scaled<32x256{{[^>]*>>}}) ->
// CHECK-SAME:    lowp.fingerprint = "lowp={{[0-9.]+}}; chip=cpu; recipes=f8E4M3FN #lowp.block<128x128> #lowp.numerics<torchao>; layouts=rows of #lowp.identity with #lowp.compact bytes; values=[[VALUES:[0-9a-f]{16},[0-9a-f]{16}]]; computation=[[COMPUTATION:[0-9a-f]{16}]]"
// CHECK-SAME:    lowp.prepare = @order$prepare, lowp.sources = array<i64: 0, 2, 4>
// CHECK-NOT:     lowp.quantize %[[G]]
// CHECK:         %[[Q:.*]] = lowp.quantize %[[X]]
// CHECK:         lowp.scaled_matmul %[[Q]], %[[V]]
// CHECK:         lowp.scaled_matmul %[[Q]], %[[W]]
// CHECK-LABEL: func.func @order$prepare(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: tensor<32x256xbf16>, %[[V:[a-z0-9]*]]: tensor<48x256xbf16>) -> (!lowp.scaled<48x256{{[^>]*>>}}, !lowp.scaled<32x256{{[^>]*>>}})
// CHECK-SAME:    values=[[VALUES]]; computation=[[COMPUTATION]]"
// CHECK-SAME:    lowp.sources = array<i64: 1, 3>
// CHECK-NOT:     lowp.prepare
// CHECK:         %[[VQ:.*]] = lowp.quantize %[[V]]
// CHECK:         %[[WQ:.*]] = lowp.quantize %[[W]]
// CHECK:         return %[[VQ]], %[[WQ]]
// expected-remark@below {{'order$prepare' computes values of parameters", bytes=20496, values=2}}
func.func @order(%g: tensor<256xbf16> {lowp.parameter}, %w: tensor<32x256xbf16> {lowp.parameter}, %x: tensor<64x256xbf16>, %v: tensor<48x256xbf16> {lowp.parameter}, %s: f32)
    -> (tensor<64x48xf32>, tensor<64x32xf32>, tensor<256xbf16>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !x
  %vq = lowp.quantize %v numerics <torchao> : tensor<48x256xbf16> -> !lowp.scaled<48x256xf8E4M3FN, #lowp.block<128x128>>
  %a = lowp.scaled_matmul %q, %vq : !x, !lowp.scaled<48x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<64x48xf32>
  %wq = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  %b = lowp.scaled_matmul %q, %wq : !x, !w -> tensor<64x32xf32>
  return %a, %b, %g : tensor<64x48xf32>, tensor<64x32xf32>, tensor<256xbf16>
}

// -----

// A parameter that is read as it is, too, stays an argument of both.

// CHECK-LABEL: func.func @both(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: tensor<32x256xbf16>, %[[Q:[a-z0-9]*]]: !lowp.scaled<{{[^>]*>>}}) ->
// CHECK-SAME:    lowp.sources = array<i64: 0>
// CHECK-NEXT:    return %[[W]], %[[Q]]
// CHECK-LABEL: func.func @both$prepare(
// CHECK-SAME:    tensor<32x256xbf16>) ->
!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// expected-remark@below {{values=1}}
func.func @both(%w: tensor<32x256xbf16> {lowp.parameter}) -> (tensor<32x256xbf16>, !w) {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  return %w, %q : tensor<32x256xbf16>, !w
}

// -----

// A transpose of a scaled value moves nothing: it stays, and two orientations
// of a weight are one value.

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[Q:[a-z0-9]*]]: !lowp.scaled<32x256{{[^>]*>>}}) ->
// CHECK:         %[[T:.*]] = lowp.transpose %[[Q]]
// CHECK:         return %[[Q]], %[[T]]
// CHECK-LABEL: func.func @transposed$prepare(
// CHECK:         %[[Q:.*]] = lowp.quantize
// CHECK-NEXT:    return %[[Q]] :
!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
!t = !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x128>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// expected-remark@below {{values=1}}
func.func @transposed(%w: tensor<32x256xbf16> {lowp.parameter}) -> (!w, !t) {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  %t = lowp.transpose %q : !w
  return %q, %t : !w, !t
}

// -----

// Slices of a fused weight are quantized ahead, transposes too.

// CHECK-LABEL: func.func @views_quantized(
// CHECK-SAME:    %{{[a-z0-9]*}}: !lowp.scaled<16x256{{[^>]*>>}}, %{{[a-z0-9]*}}: !lowp.scaled<256x32{{[^>]*>>}}) ->
// CHECK-NEXT:    return
// CHECK-LABEL: func.func @views_quantized$prepare(
// CHECK:         tensor.extract_slice
// CHECK:         lowp.quantize
// CHECK:         linalg.transpose
// CHECK:         lowp.quantize
!a = !lowp.scaled<16x256xf8E4M3FN, #lowp.block<128x128>>
!b = !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x128>>
// expected-remark@below {{values=2}}
func.func @views_quantized(%w: tensor<32x256xbf16> {lowp.parameter}) -> (!a, !b) {
  %s = tensor.extract_slice %w[16, 0] [16, 256] [1, 1] : tensor<32x256xbf16> to tensor<16x256xbf16>
  %a = lowp.quantize %s numerics <torchao> : tensor<16x256xbf16> -> !a
  %e = tensor.empty() : tensor<256x32xbf16>
  %t = linalg.transpose ins(%w : tensor<32x256xbf16>) outs(%e : tensor<256x32xbf16>) permutation = [1, 0]
  %b = lowp.quantize %t numerics <torchao> : tensor<256x32xbf16> -> !b
  return %a, %b : !a, !b
}

// -----

// Views alone are reads of the parameter, and so is what would be larger.

// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: tensor<32x256xbf16>) ->
// CHECK-NOT:     lowp.fingerprint
// CHECK:         linalg.transpose ins(%[[W]]
// CHECK:         tensor.collapse_shape %[[W]]
// CHECK:         tensor.extract_slice %[[W]]
// CHECK:         arith.extf %[[W]]
// CHECK-NOT:   @views$prepare
// expected-remark@below {{'views' reads its parameters as they are}}
func.func @views(%w: tensor<32x256xbf16> {lowp.parameter}) -> (tensor<256x32xbf16>, tensor<8192xbf16>, tensor<8x256xbf16>, tensor<32x256xf32>) {
  %e = tensor.empty() : tensor<256x32xbf16>
  %t = linalg.transpose ins(%w : tensor<32x256xbf16>) outs(%e : tensor<256x32xbf16>) permutation = [1, 0]
  %r = tensor.collapse_shape %w [[0, 1]] : tensor<32x256xbf16> into tensor<8192xbf16>
  %s = tensor.extract_slice %w[8, 0] [8, 256] [1, 1] : tensor<32x256xbf16> to tensor<8x256xbf16>
  %f = arith.extf %w : tensor<32x256xbf16> to tensor<32x256xf32>
  return %t, %r, %s, %f : tensor<256x32xbf16>, tensor<8192xbf16>, tensor<8x256xbf16>, tensor<32x256xf32>
}

// -----

// Where bytes are equal, the later value is handed over; a constant is computed
// wherever it is read.

// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<256xbf16>, %[[S:[a-z0-9]*]]: tensor<256xbf16>) ->
// CHECK-SAME:    recipes=; layouts=;
// CHECK:         %[[ONE:.*]] = arith.constant
// CHECK:         %[[Y:.*]] = arith.mulf %[[X]], %[[S]]
// CHECK:         arith.addf %[[Y]], %[[ONE]]
// CHECK-LABEL: func.func @equal$prepare(
// CHECK:         arith.constant
// CHECK:         arith.addf
// expected-remark@below {{bytes=512, values=1}}
func.func @equal(%x: tensor<256xbf16>, %w: tensor<256xbf16> {lowp.parameter}) -> tensor<256xbf16> {
  %one = arith.constant dense<1.0> : tensor<256xbf16>
  %s = arith.addf %w, %one : tensor<256xbf16>
  %y = arith.mulf %x, %s : tensor<256xbf16>
  %z = arith.addf %y, %one : tensor<256xbf16>
  return %z : tensor<256xbf16>
}

// -----

// A value costs nothing where its parameter is read anyway, and of a widened
// product the narrow factors are passed.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: tensor<256xbf16>, %[[V:[a-z0-9]*]]: tensor<256xbf16>) ->
// CHECK:         arith.negf %[[W]]
// CHECK-NOT:   @shared$prepare
// expected-remark@below {{'shared' reads its parameters as they are}}
func.func @shared(%w: tensor<256xbf16> {lowp.parameter}, %v: tensor<256xbf16> {lowp.parameter}) -> (tensor<256xbf16>, tensor<256xbf16>, tensor<256x256xf32>) {
  %n = arith.negf %w : tensor<256xbf16>
  %e = tensor.empty() : tensor<256x256xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %v : tensor<256xbf16>, tensor<256xbf16>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %p = arith.extf %a : bf16 to f32
    %q = arith.extf %b : bf16 to f32
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<256x256xf32>
  return %w, %n, %o : tensor<256xbf16>, tensor<256xbf16>, tensor<256x256xf32>
}

// -----

// Reductions are small, and the larger tensor after them is computed from them.

// CHECK-LABEL: func.func @reduced(
// CHECK-SAME:    %[[M:[a-z0-9]*]]: tensor<f32>) ->
// CHECK:         linalg.broadcast ins(%[[M]]
// CHECK-LABEL: func.func @reduced$prepare(
// CHECK:         lowp.amax
// CHECK:         tensor.collapse_shape
// expected-remark@below {{bytes=4, values=1}}
func.func @reduced(%w: tensor<32x256xbf16> {lowp.parameter}) -> tensor<64xf32> {
  %m = lowp.amax %w : tensor<32x256xbf16> -> tensor<1x1xf32>
  %s = tensor.collapse_shape %m [] : tensor<1x1xf32> into tensor<f32>
  %e = tensor.empty() : tensor<64xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<64xf32>) dimensions = [0]
  return %b : tensor<64xf32>
}

// -----

// What may run at any time leaves loops and branches. A number is computed from
// what callers have: the parameter stays.

// CHECK-LABEL: func.func @regions(
// CHECK-SAME:    %[[B:[a-z0-9]*]]: i1, %[[V:[a-z0-9]*]]: tensor<4xf32>, %[[Q:[a-z0-9]*]]: !lowp.scaled<
// CHECK:         scf.if %[[B]]
// CHECK-NEXT:      tensor.extract %[[V]]
// CHECK-NEXT:      func.call @outside(%[[Q]])
!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// expected-remark@below {{values=1}}
func.func @regions(%b: i1, %w: tensor<32x256xbf16> {lowp.parameter}, %v: tensor<4xf32> {lowp.parameter}) -> (tensor<32x256xf32>, f32) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x256xf32>
  %y, %n = scf.if %b -> (tensor<32x256xf32>, f32) {
    %s = tensor.extract %v[%c0] : tensor<4xf32>
    %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
    %d = func.call @outside(%q) : (!w) -> tensor<32x256xf32>
    scf.yield %d, %s : tensor<32x256xf32>, f32
  } else {
    scf.yield %e, %z : tensor<32x256xf32>, f32
  }
  return %y, %n : tensor<32x256xf32>, f32
}
func.func private @outside(!w) -> tensor<32x256xf32>

// -----

// Random bits are new in each call, and an argument without mark is no weight.

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: lowp.quantize
// CHECK-NOT:   @others$prepare
!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// expected-remark@below {{reads its parameters as they are}}
func.func @others(%w: tensor<32x256xbf16> {lowp.parameter}, %v: tensor<32x256xbf16>, %seed: i64 {lowp.seed}) -> (!w, !w) {
  %a = lowp.quantize %w numerics <torchao, rounding = stochastic> seed %seed : tensor<32x256xbf16> -> !w
  %b = lowp.quantize %v numerics <torchao> : tensor<32x256xbf16> -> !w
  return %a, %b : !w, !w
}

// -----

// Dynamic sizes, and attributes of arguments.

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %{{[a-z0-9]*}}: f32 {test.kept}, %{{[a-z0-9]*}}: !lowp.scaled<?x256{{[^>]*>>}}) ->
// CHECK-LABEL: func.func @dynamic$prepare(
// CHECK-SAME:    tensor<?x256xbf16> {test.moved}) ->
!w = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<128x128>>
// expected-remark@below {{bytes="an unknown number of", values=1}}
func.func @dynamic(%w: tensor<?x256xbf16> {lowp.parameter, test.moved}, %s: f32 {test.kept}) -> (!w, f32) {
  %q = lowp.quantize %w numerics <torchao> : tensor<?x256xbf16> -> !w
  return %q, %s : !w, f32
}

// -----

// Private functions are called from within.

// CHECK-LABEL: func.func private @inner(
// CHECK-NOT:   lowp.parameter
// CHECK-NOT:   @inner$prepare
!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
func.func private @inner(%w: tensor<32x256xbf16> {lowp.parameter}) -> !w {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  return %q : !w
}

// -----

// Data and scales that the caller has as kernels read them are no copies.

!given = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK-LABEL: func.func @given(
// CHECK-SAME:    %{{.*}}: tensor<32x256xf8E4M3FN>, %{{.*}}: tensor<1x2xf32>) ->
// CHECK-NOT:     func.func @given$prepare
// expected-remark@below {{'given' reads its parameters as they are}}
func.func @given(%data: tensor<32x256xf8E4M3FN> {lowp.parameter}, %scales: tensor<1x2xf32> {lowp.parameter}) -> !given {
  %w = lowp.make_scaled %data, %scales : tensor<32x256xf8E4M3FN>, tensor<1x2xf32> -> !given
  return %w : !given
}

// -----

!given = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
!turned = !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x128>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK-LABEL: func.func @given_turned(
// CHECK-NOT:     func.func @given_turned$prepare
// expected-remark@below {{'given_turned' reads its parameters as they are}}
func.func @given_turned(%data: tensor<32x256xf8E4M3FN> {lowp.parameter}, %scales: tensor<1x2xf32> {lowp.parameter}) -> !turned {
  %w = lowp.make_scaled %data, %scales : tensor<32x256xf8E4M3FN>, tensor<1x2xf32> -> !given
  %t = lowp.transpose %w : !given
  return %t : !turned
}

// -----

// Scales that are computed are handed over alone; a view of the data is not computed.

!given = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK-LABEL: func.func @given_data(
// CHECK-SAME:    %[[DATA:[a-z0-9]*]]: tensor<8192xf8E4M3FN>, %[[SCALES:[a-z0-9]*]]: tensor<1x2xf32>) ->
// CHECK:         %[[ROWS:.*]] = tensor.expand_shape %[[DATA]]
// CHECK:         lowp.make_scaled %[[ROWS]], %[[SCALES]]
// CHECK-LABEL: func.func @given_data$prepare(
// CHECK-SAME:    tensor<1x2xf32>) -> tensor<1x2xf32>
// expected-remark@below {{bytes=8, values=1}}
func.func @given_data(%data: tensor<8192xf8E4M3FN> {lowp.parameter}, %scales: tensor<1x2xf32> {lowp.parameter}) -> !given {
  %rows = tensor.expand_shape %data [[0, 1]] output_shape [32, 256] : tensor<8192xf8E4M3FN> into tensor<32x256xf8E4M3FN>
  %empty = tensor.empty() : tensor<1x2xf32>
  %inverse = linalg.reciprocal ins(%scales : tensor<1x2xf32>) outs(%empty : tensor<1x2xf32>) -> tensor<1x2xf32>
  %w = lowp.make_scaled %rows, %inverse : tensor<32x256xf8E4M3FN>, tensor<1x2xf32> -> !given
  return %w : !given
}

// -----

// What is quantized and put together again is handed over whole.

!given = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK-LABEL: func.func @computed$prepare(
// CHECK-SAME:    tensor<32x256xbf16>) -> !lowp.scaled<32x256
// expected-remark@below {{values=1}}
func.func @computed(%w: tensor<32x256xbf16> {lowp.parameter}) -> !given {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !given
  %data, %scales = lowp.split_scaled %q : !given
  %again = lowp.make_scaled %data, %scales : tensor<32x256xf8E4M3FN>, tensor<1x2xf32> -> !given
  return %again : !given
}
