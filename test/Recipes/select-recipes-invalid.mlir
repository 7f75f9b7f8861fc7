// RUN: not lowp-opt %s --lowp-select-recipes="recipe=fastest chip=sm_90a" 2>&1 | FileCheck %s --check-prefix=RECIPE --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a candidates=rowwise,fp9" 2>&1 | FileCheck %s --check-prefix=CANDIDATES --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto" 2>&1 | FileCheck %s --check-prefix=NO-CHIP --implicit-check-not="see current operation"
// RUN: not lowp-test-opt %s --lowp-select-recipes="recipe=auto chip=plain_1" 2>&1 | FileCheck %s --check-prefix=OTHER-CHIP --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a part=b200" 2>&1 | FileCheck %s --check-prefix=PART --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto part=b100" 2>&1 | FileCheck %s --check-prefix=NO-PART --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a min-speedup=0.5" 2>&1 | FileCheck %s --check-prefix=SPEEDUP --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a max-error=-1" 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a expected-m=-1" 2>&1 | FileCheck %s --check-prefix=EXPECTED --implicit-check-not="see current operation"
// RUN: not lowp-opt %s --lowp-select-recipes="deny=a[b" 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a explain-file=%t/no/folder.txt" 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: lowp-opt %s --lowp-select-recipes="deny=nobody,f allow=f" 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: not lowp-opt %s --lowp-attach-chip="chip=sm_90a part=b200" 2>&1 | FileCheck %s --check-prefix=PART --implicit-check-not="see current operation"

// RECIPE: error: expected option 'recipe' to be auto or one of tensorwise, {{.*}}, got 'fastest'
// CANDIDATES: error: expected option 'candidates' to be some of tensorwise, {{.*}}, got 'fp9'
// NO-CHIP: error: expected a chip with gemm kernels to choose recipes for, by option 'chip', 'part' or 'part-file' or the module attribute 'lowp_gpu.chip', got ''; known chips: sm_90a
// OTHER-CHIP: error: expected a chip with gemm kernels to choose recipes for, {{.*}}, got 'plain_1'; known chips: sm_90a
// PART: error: expected a part with sm_90a (h200, h100, h100-2400), got 'b200'
// NO-PART: error: expected a part that lowp knows ({{.*}}b200{{.*}}), got 'b100'
// SPEEDUP: error: expected option 'min-speedup' to be 1 or more, got 0.5
// ERROR: error: expected option 'max-error' to be 0 or more, got -1
// EXPECTED: error: expected option 'expected-m' to be 0 to 2147483647, got -1
// PATTERN: error: expected option 'deny' to be patterns of names with commas between them, got 'a[b'
// WRITE: error: {{.*}}the table of recipes is lost: cannot write '{{.*}}folder.txt'
// UNUSED: warning: expected a matmul whose name matches 'nobody' of option 'deny', got none; names are the attribute 'lowp.name', those of locations, and places
// UNUSED-NOT: warning
func.func @f(%x: tensor<64x256xbf16>, %w: tensor<256x256xbf16>, %zero: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  %y = linalg.matmul {lowp.name = "f"} ins(%x, %w : tensor<64x256xbf16>, tensor<256x256xbf16>)
    outs(%zero : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}
