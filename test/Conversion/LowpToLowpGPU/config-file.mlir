// RUN: lowp-opt %s --lowp-select-kernel-config="config-file=%S/Inputs/tuned.json expected-m=8192" | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config=config-file=%S/Inputs/tuned.json | FileCheck %s --check-prefix=ANY
// RUN: lowp-opt %s --lowp-select-kernel-config="config-file=%S/Inputs/tuned.json expected-m=64" | FileCheck %s --check-prefix=FEW
// RUN: lowp-opt %s --lowp-select-kernel-config=config-file=%S/Inputs/tuned.json --remarks-filter=lowp-select-kernel-config --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!x64 = !lowp.scaled<64x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.rowwise>
!x1 = !lowp.scaled<1x4096xf8E4M3FN, #lowp.tensorwise>
!w1 = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.tensorwise>
!a = !lowp.scaled<96x1024xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<512x1024xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // M decides between entries. One that is unknown is the expected one; else
  // each entry has the rows of its M, and the model the others.
  // ANY-LABEL:   func.func @unknown_rows
  // ANY:           lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 48, 128], {{.*}} group_m = 3, {{.*}}>, <tile = [128, 80, 128], {{.*}} group_m = 3, {{.*}}>], rows = [64 : 0, 8192 : 1, {{.*}}more : {{[2-5]}}]>
  // CHECK-LABEL: func.func @unknown_rows
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128, 80, 128], {{.*}} group_m = 3,
  // FEW-LABEL:   func.func @unknown_rows
  // FEW:           lowp_gpu.config = #lowp_gpu.config<tile = [64, 48, 128], {{.*}} group_m = 3,
  // REMARK:      [Passed] config-selected {{.*}}"#lowp_gpu.config<tile = [64, 48, 128], {{.*}}>: entry 1 of config file '{{.*}}tuned.json', for M from 1 to 64"
  // REMARK:      [Passed] config-selected {{.*}}"#lowp_gpu.config<tile = [128, 80, 128], {{.*}}>: entry 2 of config file '{{.*}}tuned.json', for M from 65 to 8192"
  // REMARK:      [Passed] config-selected {{.*}}"#lowp_gpu.config_table<{{.*}}>: by the model about {{[0-9.]+}} % slower than the best config of each M"
  func.func @unknown_rows(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation}
    return
  }

  // CHECK-LABEL: func.func @known_rows
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 48, 128], {{.*}} group_m = 3,
  // REMARK:      config-selected {{.*}}: entry 1 of config file
  func.func @known_rows(%a: memref<64x4096xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<64x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x4096xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<64x8192xbf16>)
      {lhs_type = !x64, rhs_type = !w, fast_accumulation}
    return
  }

  // Scales, types and accumulation are told apart by what they are.
  // CHECK-LABEL: func.func @blocks
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], {{.*}} group_m = 5,
  // REMARK:      config-selected {{.*}}: entry 3 of config file
  func.func @blocks(%a: memref<96x1024xf8E5M2>, %sa: memref<8x96xf32>, %b: memref<512x1024xf8E4M3FN>, %sb: memref<4x8xf32>, %d: memref<96x512xf32>) {
    lowp.gemm lhs(%a, %sa : memref<96x1024xf8E5M2>, memref<8x96xf32>) rhs(%b, %sb : memref<512x1024xf8E4M3FN>, memref<4x8xf32>) outs(%d : memref<96x512xf32>)
      {lhs_type = !a, rhs_type = !b, accumulate}
    return
  }

  // The model's choice is told from the file's.
  // CHECK-LABEL: func.func @other_scales
  // CHECK-NOT:     group_m = 3
  // REMARK:      config-selected {{.*}}: about {{[0-9]+}} cycles; no entry in '{{.*}}tuned.json'
  func.func @other_scales(%a: memref<1x4096xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<1x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<1x4096xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<1x8192xbf16>)
      {lhs_type = !x1, rhs_type = !w1, fast_accumulation}
    return
  }

  // CHECK-LABEL: func.func @other_accumulation
  // CHECK-NOT:     group_m = 5
  // REMARK:      config-selected {{.*}} no entry in
  func.func @other_accumulation(%a: memref<96x1024xf8E5M2>, %sa: memref<8x96xf32>, %b: memref<512x1024xf8E4M3FN>, %sb: memref<4x8xf32>, %d: memref<96x512xf32>) {
    lowp.gemm lhs(%a, %sa : memref<96x1024xf8E5M2>, memref<8x96xf32>) rhs(%b, %sb : memref<512x1024xf8E4M3FN>, memref<4x8xf32>) outs(%d : memref<96x512xf32>)
      {lhs_type = !a, rhs_type = !b}
    return
  }

  // A config written by hand goes before both.
  // CHECK-LABEL: func.func @kept
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 32, 128], {{.*}} group_m = 1,
  func.func @kept(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 1, epilogue_stages = 1>}
    return
  }
}
