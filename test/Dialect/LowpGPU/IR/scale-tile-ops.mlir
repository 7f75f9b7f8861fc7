// RUN: lowp-opt %s | lowp-opt | FileCheck %s

// CHECK-LABEL: func.func @skip_rows(
// CHECK:         %scales = lowp_gpu.skip_rows %{{.*}}, %{{.*}} : !{{.*}} -> !{{.*}}
func.func @skip_rows(%sa: !lowp_gpu.tile<2x4x512xf8E4M3FN>, %row: i32) -> !lowp_gpu.tile<4x512xf8E4M3FN> {
  %0 = lowp_gpu.skip_rows %sa, %row : !lowp_gpu.tile<2x4x512xf8E4M3FN> -> !lowp_gpu.tile<4x512xf8E4M3FN>
  return %0 : !lowp_gpu.tile<4x512xf8E4M3FN>
}

// CHECK-LABEL: func.func @keep_scales(
// CHECK:         %scales = lowp_gpu.keep_scales %{{.*}}, %{{.*}} in 3 : !{{.*}}
// CHECK:         lowp_gpu.keep_scales %{{.*}}, %{{.*}} in 0 : !{{.*}}
func.func @keep_scales(%sa: !lowp_gpu.tile<4x512xf8E4M3FN>, %two: !lowp_gpu.tile<2x1x512xf8E8M0FNU>, %count: i32) -> (!lowp_gpu.tile<4x512xf8E4M3FN>, !lowp_gpu.tile<2x1x512xf8E8M0FNU>) {
  %0 = lowp_gpu.keep_scales %sa, %count in 3 : !lowp_gpu.tile<4x512xf8E4M3FN>
  %1 = lowp_gpu.keep_scales %two, %count in 0 : !lowp_gpu.tile<2x1x512xf8E8M0FNU>
  return %0, %1 : !lowp_gpu.tile<4x512xf8E4M3FN>, !lowp_gpu.tile<2x1x512xf8E8M0FNU>
}
