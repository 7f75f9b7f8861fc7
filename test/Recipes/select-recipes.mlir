// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a" | FileCheck %s
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a candidates=block_1x128_128x128" | FileCheck %s --check-prefix=ONE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a min-speedup=9" | FileCheck %s --check-prefix=NONE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a max-error=0.01" | FileCheck %s --check-prefix=NONE
// RUN: lowp-opt %s --lowp-select-recipes="recipe=tensorwise" | FileCheck %s --check-prefix=FORCED
// RUN: lowp-opt %s --lowp-select-recipes="recipe=tensorwise chip=sm_90a" | FileCheck %s --check-prefix=CHIP
// RUN: lowp-opt %s --lowp-select-recipes | FileCheck %s --check-prefix=SAME
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a deny=own,wide:*" 2>&1 | FileCheck %s --check-prefix=DENY
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a allow=large" | FileCheck %s --check-prefix=ALLOW

// Finer scales win where times are equal: the kernels of large matmuls are as
// fast with scales of rows as with those of matrices, which take two reads.
// CHECK-LABEL: func @large
// CHECK: lowp.recipe = #lowp.matmul_recipe<rowwise>
// ONE-LABEL: func @large
// ONE: lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>
// NONE-LABEL: func @large
// NONE-NOT: lowp.recipe
// FORCED-LABEL: func @large
// FORCED: lowp.recipe = #lowp.matmul_recipe<tensorwise>
// SAME-LABEL: func @large
// SAME-NOT: lowp.recipe
// ALLOW-LABEL: func @large
// ALLOW: lowp.recipe
func.func @large(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %y = linalg.matmul {lowp.name = "large"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}

// Its own recipe stays, unless its name is denied.
// CHECK-LABEL: func @own
// CHECK: lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
// SAME-LABEL: func @own
// SAME: lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
// NONE-LABEL: func @own
// FORCED-LABEL: func @own
// FORCED: lowp.recipe = #lowp.matmul_recipe<tensorwise>
// What a matmul asks for itself stays, whatever names say.
// DENY-LABEL: func @own
// DENY: lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
// ALLOW-LABEL: func @own
// ALLOW: lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>
func.func @own(%x: tensor<64x256xbf16>, %w: tensor<256x256xbf16>, %zero: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  %y = linalg.matmul {lowp.name = "own", lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x256xbf16>)
    outs(%zero : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}

// A quantize of all of x and w takes longer than 256 rows gain. Prepared weights
// cost nothing, or as little as there are calls that share them.
// DENY-LABEL: func @few_rows
// CHECK-LABEL: func @few_rows
// CHECK-NOT: lowp.recipe
// CHECK-LABEL: func @few_rows_prepared
// CHECK: lowp.recipe = #lowp.matmul_recipe
// CHECK-LABEL: func @few_rows_prepared_for_one
// CHECK-NOT: lowp.recipe
// CHECK-LABEL: func @few_rows_prepared_for_many
// CHECK: lowp.recipe = #lowp.matmul_recipe
func.func @few_rows(%x: tensor<256x8192xbf16>, %w: tensor<8192x8192xbf16>, %zero: tensor<256x8192xbf16>) -> tensor<256x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<256x8192xbf16>, tensor<8192x8192xbf16>)
    outs(%zero : tensor<256x8192xbf16>) -> tensor<256x8192xbf16>
  return %y : tensor<256x8192xbf16>
}
func.func @few_rows_prepared(%x: tensor<256x8192xbf16>, %w: tensor<8192x8192xbf16> {lowp.parameter}, %zero: tensor<256x8192xbf16>) -> tensor<256x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<256x8192xbf16>, tensor<8192x8192xbf16>)
    outs(%zero : tensor<256x8192xbf16>) -> tensor<256x8192xbf16>
  return %y : tensor<256x8192xbf16>
}
func.func @few_rows_prepared_for_one(%x: tensor<256x8192xbf16>, %w: tensor<8192x8192xbf16> {lowp.parameter = 1 : i64}, %zero: tensor<256x8192xbf16>) -> tensor<256x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<256x8192xbf16>, tensor<8192x8192xbf16>)
    outs(%zero : tensor<256x8192xbf16>) -> tensor<256x8192xbf16>
  return %y : tensor<256x8192xbf16>
}
func.func @few_rows_prepared_for_many(%x: tensor<256x8192xbf16>, %w: tensor<8192x8192xbf16> {lowp.parameter = 32 : i64}, %zero: tensor<256x8192xbf16>) -> tensor<256x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<256x8192xbf16>, tensor<8192x8192xbf16>)
    outs(%zero : tensor<256x8192xbf16>) -> tensor<256x8192xbf16>
  return %y : tensor<256x8192xbf16>
}

// The rank of an adapter, and a router whose columns no kernel stores.
// CHECK-LABEL: func @rank
// CHECK-NOT: lowp.recipe
// FORCED-LABEL: func @rank
// FORCED: lowp.recipe
func.func @rank(%x: tensor<8192x8192xbf16>, %a: tensor<8192x16xbf16>, %zero: tensor<8192x16xbf16>) -> tensor<8192x16xbf16> {
  %y = linalg.matmul ins(%x, %a : tensor<8192x8192xbf16>, tensor<8192x16xbf16>)
    outs(%zero : tensor<8192x16xbf16>) -> tensor<8192x16xbf16>
  return %y : tensor<8192x16xbf16>
}
// CHECK-LABEL: func @router
// CHECK-NOT: lowp.recipe
// CHIP-LABEL: func @router
// CHIP-NOT: lowp.recipe
// CHIP-LABEL: func @tied
func.func @router(%x: tensor<8192x8192xbf16>, %a: tensor<8192x4xbf16>, %zero: tensor<8192x4xbf16>) -> tensor<8192x4xbf16> {
  %y = linalg.matmul ins(%x, %a : tensor<8192x8192xbf16>, tensor<8192x4xbf16>)
    outs(%zero : tensor<8192x4xbf16>) -> tensor<8192x4xbf16>
  return %y : tensor<8192x4xbf16>
}

// The table of words is also looked up.
// CHECK-LABEL: func @tied
// CHECK-NOT: lowp.recipe
#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @tied(%h: tensor<8192x4096xbf16>, %table: tensor<16384x4096xbf16>, %words: tensor<8192xi32>, %zero: tensor<8192x16384xbf16>) -> (tensor<8192x4096xbf16>, tensor<8192x16384xbf16>) {
  %e = tensor.empty() : tensor<8192x4096xbf16>
  %x = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%words : tensor<8192xi32>) outs(%e : tensor<8192x4096xbf16>) {
  ^bb0(%word: i32, %out: bf16):
    %i = arith.index_cast %word : i32 to index
    %j = linalg.index 1 : index
    %element = tensor.extract %table[%i, %j] : tensor<16384x4096xbf16>
    linalg.yield %element : bf16
  } -> tensor<8192x4096xbf16>
  %y = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%h, %table : tensor<8192x4096xbf16>, tensor<16384x4096xbf16>)
    outs(%zero : tensor<8192x16384xbf16>) -> tensor<8192x16384xbf16>
  return %x, %y : tensor<8192x4096xbf16>, tensor<8192x16384xbf16>
}

// Scores of a vocabulary, which nothing multiplies again.
// CHECK-LABEL: func @head
// CHECK-NOT: lowp.recipe
func.func @head(%x: tensor<8192x4096xbf16>, %w: tensor<4096x32000xbf16>, %zero: tensor<8192x32000xbf16>) -> tensor<8192x32000xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x32000xbf16>)
    outs(%zero : tensor<8192x32000xbf16>) -> tensor<8192x32000xbf16>
  return %y : tensor<8192x32000xbf16>
}

// One alone would not pay for the quantize of x: together they do.
// CHECK-LABEL: func @shared
// CHECK-COUNT-3: lowp.recipe = #lowp.matmul_recipe<rowwise>
// CHECK-LABEL: func @alone
// CHECK-NOT: lowp.recipe
func.func @shared(%x: tensor<4096x8192xbf16>, %a: tensor<8192x512xbf16> {lowp.parameter}, %b: tensor<8192x512xbf16> {lowp.parameter},
                  %c: tensor<8192x512xbf16> {lowp.parameter}, %zero: tensor<4096x512xbf16>)
    -> (tensor<4096x512xbf16>, tensor<4096x512xbf16>, tensor<4096x512xbf16>) {
  %0 = linalg.matmul ins(%x, %a : tensor<4096x8192xbf16>, tensor<8192x512xbf16>) outs(%zero : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  %1 = linalg.matmul ins(%x, %b : tensor<4096x8192xbf16>, tensor<8192x512xbf16>) outs(%zero : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  %2 = linalg.matmul ins(%x, %c : tensor<4096x8192xbf16>, tensor<8192x512xbf16>) outs(%zero : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  return %0, %1, %2 : tensor<4096x512xbf16>, tensor<4096x512xbf16>, tensor<4096x512xbf16>
}
func.func @alone(%x: tensor<4096x8192xbf16>, %a: tensor<8192x512xbf16> {lowp.parameter}, %zero: tensor<4096x512xbf16>) -> tensor<4096x512xbf16> {
  %0 = linalg.matmul ins(%x, %a : tensor<4096x8192xbf16>, tensor<8192x512xbf16>) outs(%zero : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  return %0 : tensor<4096x512xbf16>
}

// What an elementwise operation computes is quantized with it, and nobody needs
// it in 16 bits any more.
// CHECK-LABEL: func @fused
// CHECK: lowp.recipe = #lowp.matmul_recipe
func.func @fused(%x: tensor<4096x8192xbf16>, %a: tensor<8192x512xbf16> {lowp.parameter}, %zero: tensor<4096x512xbf16>) -> tensor<4096x512xbf16> {
  %e = tensor.empty() : tensor<4096x8192xbf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<4096x8192xbf16>) outs(%e : tensor<4096x8192xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<4096x8192xbf16>
  %0 = linalg.matmul ins(%r, %a : tensor<4096x8192xbf16>, tensor<8192x512xbf16>) outs(%zero : tensor<4096x512xbf16>) -> tensor<4096x512xbf16>
  return %0 : tensor<4096x512xbf16>
}

// DENY-LABEL: func @wide
// DENY-NOT: lowp.recipe
// DENY-LABEL: @last
// ALLOW-LABEL: func @wide
// ALLOW-NOT: lowp.recipe
func.func @wide(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> loc("wide:0")
  return %y : tensor<8192x8192xbf16>
}
func.func private @last()
