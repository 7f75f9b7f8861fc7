// A layer of experts, forward and backward: no copy of weights or of activations, and rows in groups are not read once more to
// clear the rows after them.
// RUN: sed 's/lowp.recipe = #lowp.matmul_recipe<[A-Z]*>, //' %s | lowp-opt --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s --check-prefix=BF16
// RUN: sed 's/FORWARD/rowwise/; s/DGRAD/rowwise_grad/' %s | lowp-opt --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s --check-prefix=ROWS
// RUN: sed 's/FORWARD/rowwise/; s/DGRAD/rowwise_grad/' %s | lowp-opt --lowp-traffic="chip=sm_120a" -o /dev/null | FileCheck %s --check-prefix=ROWS
// RUN: sed 's/FORWARD/tensorwise/; s/DGRAD/tensorwise_grad/' %s | lowp-opt --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s --check-prefix=WHOLE
// RUN: sed 's/FORWARD/block_1x128_128x128/; s/DGRAD/block_1x128_128x128/' %s | lowp-opt --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s --check-prefix=BLOCKS
// RUN: sed 's/FORWARD/mxfp8/; s/DGRAD/mxfp8/' %s | lowp-opt --lowp-traffic="chip=sm_120a" -o /dev/null | FileCheck %s --check-prefix=MX

// Three products, and rows after the last group, which are what groups leave over: none are counted.
// BF16:      function 'step': launches: 4 (3 gemm, 1 generic)
// BF16:      2 generic 1 16 0
// BF16:      workspace: 0,

// Whole rows of the transposed weights are columns: their amax and that of rows are read off in one launch, and the next one
// quantizes for both.
// ROWS:      function 'step': launches: 8 (3 gemm, 4 fusion, 1 generic)
// ROWS:      1 fusion 1 524288 266240
// ROWS-NEXT: 2 fusion 1 1048576 12288
// ROWS-NEXT: 3 fusion 1 1060864 1060864
// ROWS-NEXT: 4 gemm
// ROWS:      6 generic 1 16 0

// The scale of a matrix is that of its transpose: one launch quantizes the weights for both.
// WHOLE:     function 'step': launches: 10 (3 gemm, 6 fusion, 1 generic)
// WHOLE:     5 fusion 1 1048592 1048608
// WHOLE:     8 generic 1 16 0

// One launch reads the weights and quantizes them for both.
// BLOCKS:    function 'step': launches: 7 (3 gemm, 3 fusion, 1 generic)
// BLOCKS:    2 fusion 1 1048576 1048832
// BLOCKS:    5 generic 1 16 0
// MX:        function 'step': launches: 7 (3 gemm, 3 fusion, 1 generic)
// MX:        2 fusion 1 1048576 1081344
// MX:        5 generic 1 16 0
func.func @step(%x: tensor<1024x512xbf16>, %g: tensor<1024x256xbf16>, %w: tensor<4x256x512xbf16>, %ends: tensor<4xi32>)
    -> (tensor<1024x256xbf16>, tensor<1024x512xbf16>, tensor<4x256x512xbf16>) {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<FORWARD>, lowp.role = "forward"}
     : tensor<1024x512xbf16>, tensor<4x256x512xbf16> -> tensor<1024x256xbf16>
  %we = tensor.empty() : tensor<4x512x256xbf16>
  %wt = linalg.transpose ins(%w : tensor<4x256x512xbf16>) outs(%we : tensor<4x512x256xbf16>) permutation = [0, 2, 1]
  %p = lowp.grouped_matmul %g, %wt ends(%ends : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<DGRAD>, lowp.role = "dgrad"}
     : tensor<1024x256xbf16>, tensor<4x512x256xbf16> -> tensor<1024x512xbf16>
  %last = arith.constant 3 : index
  %zero = arith.constant 0.0 : bf16
  %de = tensor.empty() : tensor<1024x512xbf16>
  %dx = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<1024x512xbf16>) outs(%de : tensor<1024x512xbf16>) {
  ^bb0(%each: bf16, %old: bf16):
    %row = linalg.index 0 : index
    %end = tensor.extract %ends[%last] : tensor<4xi32>
    %limit = arith.index_cast %end : i32 to index
    %in = arith.cmpi slt, %row, %limit : index
    %kept = arith.select %in, %each, %zero : bf16
    linalg.yield %kept : bf16
  } -> tensor<1024x512xbf16>
  %ge = tensor.empty() : tensor<256x1024xbf16>
  %gt = linalg.transpose ins(%g : tensor<1024x256xbf16>) outs(%ge : tensor<256x1024xbf16>) permutation = [1, 0]
  %xe = tensor.empty() : tensor<512x1024xbf16>
  %xt = linalg.transpose ins(%x : tensor<1024x512xbf16>) outs(%xe : tensor<512x1024xbf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %gt, %xt ends(%ends : tensor<4xi32>) {lowp.role = "wgrad"}
     : tensor<256x1024xbf16>, tensor<512x1024xbf16> -> tensor<4x256x512xbf16>
  return %y, %dx, %dw : tensor<1024x256xbf16>, tensor<1024x512xbf16>, tensor<4x256x512xbf16>
}
