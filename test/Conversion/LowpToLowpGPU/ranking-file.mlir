// RUN: lowp-opt %s --lowp-select-kernel-config="expected-m=8192 ranking-file=- ranking-variants=1" -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config="expected-m=8192 ranking-file=-" -o /dev/null | FileCheck %s --check-prefix=NONE --implicit-check-not=variants
// RUN: lowp-opt %s --lowp-select-kernel-config="expected-m=8192 ranking-file=- config-file=%S/Inputs/tuned.json" -o /dev/null | FileCheck %s --check-prefix=TUNED
// RUN: lowp-opt %s --lowp-select-kernel-config="expected-m=8192 ranking-file=-" -o /dev/null | FileCheck %s --check-prefix=STORES
// RUN: lowp-opt %s --lowp-select-kernel-config="ranking-file=- config-file=%S/Inputs/tuned.json" -o /dev/null | FileCheck %s --check-prefix=ROWS
// RUN: not lowp-opt %s --lowp-select-kernel-config=ranking-file=%t/no/folder.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRITE

// The entry that a config file would have, and the configs, cheapest first.
// CHECK:      "format": "lowp-ranking 1"
// CHECK:      "choice": "[[BEST:#lowp_gpu.config<.*>]]"
// CHECK:      "config": "[[BEST]]"
// CHECK-NEXT: "cycles": {{[1-9][0-9]*}},
// CHECK-NEXT: "variants": [
// CHECK-NOT:  "[[BEST]]"
// CHECK:      "#lowp_gpu.config<{{.*}}group_m = 4,
// CHECK:      ]
// CHECK:      "config": "#lowp_gpu.config<
// CHECK-NOT:  "variants"
// CHECK:      "problem": {
// CHECK-DAG:    "accumulate": false
// CHECK-DAG:    "chip": "sm_90a"
// CHECK-DAG:    "fast_accumulation": true
// CHECK-DAG:    "m": 8192
// CHECK-DAG:    "n": 8192
// CHECK-DAG:    "k": 4096
// CHECK-DAG:    "block": [
// CHECK-DAG:    "all"
// CHECK-DAG:    "scales": "f32"
// CHECK-DAG:    "type": "f8E4M3FN"
// CHECK-DAG:    "result": "bf16"

// NONE: "choice"

// TUNED: "choice": "#lowp_gpu.config<tile = [128, 80, 128], {{.*}} group_m = 3,

// Each tile with its store at once, and deferred.
// STORES-DAG: "config": "#lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], {{[^>]*}} epilogue_stages = {{[0-9]+}}{{(, pdl = late)?}}>"
// STORES-DAG: "config": "#lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], {{[^>]*}} epilogue_stages = {{[0-9]+}}, overlap_store{{(, pdl = late)?}}>"

// Each row of a table is an entry, with the ranking for its largest M.
// ROWS: "choice": "#lowp_gpu.config<tile = [64, 48, 128],
// ROWS:   "m": [
// ROWS-NEXT: 1,
// ROWS-NEXT: 64
// ROWS: "choice": "#lowp_gpu.config<tile = [128, 80, 128],
// ROWS:   "m": [
// ROWS-NEXT: 65,
// ROWS-NEXT: 8192
// ROWS: "choice": "#lowp_gpu.config<
// ROWS:   "m": [
// ROWS-NEXT: 8193,

// WRITE: error: {{.*}}the ranking is lost: cannot write

!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation}
    return
  }
}
