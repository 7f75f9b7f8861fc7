// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-plan-tensor-memory))' | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>

// Stages of a ring follow each other, fields of a stage side by side, rings in order.

// CHECK-LABEL: lowp_gpu.kernel @two
// CHECK:         attributes {tensor_columns = 448 : i64} {
// CHECK-NEXT:    lowp_gpu.pipeline "sums" {tensor_column = 0 : i64}
// CHECK-NEXT:    lowp_gpu.pipeline "operands" :
// CHECK-NEXT:    lowp_gpu.pipeline "more" {tensor_column = 256 : i64}
lowp_gpu.kernel @two() chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x128xf32 in tensor>>
  %1 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x <a: 128xf32>>
  %2 = lowp_gpu.pipeline "more" : !lowp_gpu.pipeline<3 x <d: 128x32xf32 in tensor, e: 128x32xf32 in tensor>>
}

// All columns that the chip has.

// CHECK-LABEL: lowp_gpu.kernel @all
// CHECK:         attributes {tensor_columns = 512 : i64} {
lowp_gpu.kernel @all() chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x256xf32 in tensor>>
}

// Two places of a stage share columns.

// CHECK-LABEL: lowp_gpu.kernel @overlap
// CHECK:         attributes {tensor_columns = 480 : i64} {
// CHECK:         lowp_gpu.pipeline "more" {tensor_column = 448 : i64}
lowp_gpu.kernel @overlap() chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" {overlap = 64 : i64} : !lowp_gpu.pipeline<1 x <d: 128x256xf32 in tensor>>
  %1 = lowp_gpu.pipeline "more" : !lowp_gpu.pipeline<1 x <d: 128x32xf32 in tensor>>
}

// Scales of products lie after sums, one after the other: 4 columns for 128 rows and as many scales of each.

// CHECK-LABEL: lowp_gpu.kernel @scales
// CHECK:         attributes {tensor_columns = 152 : i64} {
// CHECK:         lowp_gpu.mma_into %{{.*}} accumulate %{{.*}} {scale_column = 128 : i64, scale_sets = 1 : i64}
// CHECK:         lowp_gpu.mma_into %{{.*}} accumulate %{{.*}} {scale_column = 144 : i64, scale_sets = 1 : i64}
!fp4 = !lowp_gpu.tile<128x256xf4E2M1FN swizzle 128>
!two = !lowp_gpu.tile<2x512xf8E8M0FNU>
!one = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @scales(%a: !fp4, %s: !two, %t: !one, %d: !sums, %more: i1) chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x <d: 128x128xf32 in tensor>>
  lowp_gpu.mma_into %a, %a scales %s, %s : !two, !two to %d accumulate %more : !fp4, !fp4 to !sums
  lowp_gpu.mma_into %a, %a scales %t, %t : !one, !one to %d accumulate %more : !fp4, !fp4 to !sums
}

// Products that read a ring have a set of columns for each of its stages ...

#ring = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!ring = !lowp_gpu.pipeline<3 x <a: 128x256xf4E2M1FN swizzle 128, s: 4x512xf8E4M3FN>>
!stage = !lowp_gpu.stage<a: 128x256xf4E2M1FN swizzle 128, s: 4x512xf8E4M3FN>
!four = !lowp_gpu.tile<4x512xf8E4M3FN>
// CHECK-LABEL: lowp_gpu.kernel @ring
// CHECK:         attributes {tensor_columns = 224 : i64} {
// CHECK:         {scale_column = 128 : i64, scale_sets = 3 : i64}
lowp_gpu.kernel @ring(%d: !sums, %more: i1) chip "tensor_1" config #ring {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x <d: 128x128xf32 in tensor>>
  %1 = lowp_gpu.pipeline "operands" : !ring
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %stage = lowp_gpu.wait %1 : !ring
    %a = lowp_gpu.view %stage["a"] : !stage -> !fp4
    %s = lowp_gpu.view %stage["s"] : !stage -> !four
    lowp_gpu.mma_into %a, %a scales %s, %s : !four, !four to %d accumulate %more : !fp4, !fp4 to !sums
  }
}

// ... or two, where these do not fit.

// CHECK-LABEL: lowp_gpu.kernel @alternating
// CHECK:         attributes {tensor_columns = 512 : i64} {
// CHECK:         {scale_column = 448 : i64, scale_sets = 2 : i64}
lowp_gpu.kernel @alternating(%d: !sums, %more: i1) chip "tensor_1" config #ring {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x224xf32 in tensor>>
  %1 = lowp_gpu.pipeline "operands" : !ring
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %stage = lowp_gpu.wait %1 : !ring
    %a = lowp_gpu.view %stage["a"] : !stage -> !fp4
    %s = lowp_gpu.view %stage["s"] : !stage -> !four
    lowp_gpu.mma_into %a, %a scales %s, %s : !four, !four to %d accumulate %more : !fp4, !fp4 to !sums
  }
}

// Kernels whose sums are in registers stay as they are.

// CHECK-LABEL: lowp_gpu.kernel @none
// CHECK-NOT:     tensor_column
#registers = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @none() chip "sm_90a" config #registers {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x <a: 128xf32>>
}
