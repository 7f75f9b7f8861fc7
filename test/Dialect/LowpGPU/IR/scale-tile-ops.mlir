// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// CHECK-LABEL: func.func @skip_rows(
// CHECK:         %scales = lowp_gpu.skip_rows %{{.*}}, %{{.*}} : !{{.*}} -> !{{.*}}
func.func @skip_rows(%sa: !lowp_gpu.tile<2x4x512xf8E4M3FN>, %row: i32) -> !lowp_gpu.tile<4x512xf8E4M3FN> {
  %0 = lowp_gpu.skip_rows %sa, %row : !lowp_gpu.tile<2x4x512xf8E4M3FN> -> !lowp_gpu.tile<4x512xf8E4M3FN>
  return %0 : !lowp_gpu.tile<4x512xf8E4M3FN>
}
