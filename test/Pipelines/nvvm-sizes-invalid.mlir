// RUN: lowp-opt %s --lowp-to-nvvm=chip=sm_90a --verify-diagnostics

// A size that lies on the device.
#row = affine_map<(i, j) -> (j)>
#whole = affine_map<(i, j) -> (i, j)>
func.func @size(%n: tensor<1xi32>, %x: tensor<64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.load' op expected host code to leave device memory alone, got an access outside of any kernel; express it as a linalg op, which becomes a kernel}}
  %word = tensor.extract %n[%c0] : tensor<1xi32>
  %m = arith.index_cast %word : i32 to index
  %e = tensor.empty(%m) : tensor<?x64xf32>
  %y = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<?x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
