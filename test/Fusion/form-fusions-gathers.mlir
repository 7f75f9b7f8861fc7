// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations | FileCheck %s
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false host=false" --mlir-print-ir-after=convert-fusions-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=CTA

#row = affine_map<(t, n) -> (t, n)>

// Two rows for each row of the result, at numbers of a table, and a factor for
// each: one kernel, with what rounds the sum.
// CHECK-LABEL: func.func @two_rows(
// CHECK: lowp.fusion
// CHECK-COUNT-6: tensor.extract
// CHECK: arith.truncf
// CHECK: return

// Entries of tables, one for each row, are read at numbers of rows, too.
// CTA-DAG: #[[FIRST:.*]] = affine_map<(d0, d1) -> (0)>
// CTA-DAG: #[[ELEMENT:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CTA-DAG: #[[LEFT:.*]] = affine_map<(d0, d1) -> (0, 0)>
// CTA-DAG: #[[RIGHT:.*]] = affine_map<(d0, d1) -> (0, 1)>
// CTA-LABEL: func.func @two_rows(
// CTA: lowp_gpu.cta_load {{.*}} rows_at({{.*}}) map #[[FIRST]] : memref<?xi32> -> vector<[[M:[0-9]+]]x1xi32>
// CTA: lowp_gpu.cta_load {{.*}} rows_at({{.*}}) map #[[ELEMENT]] {{.*}} : memref<?x256xbf16> -> vector<[[M]]x{{[0-9]+}}xbf16>
// CTA: lowp_gpu.cta_load {{.*}} rows_at({{.*}}) map #[[LEFT]] {{.*}} : memref<?x2xf32> -> vector<[[M]]x1xf32>
// CTA: lowp_gpu.cta_load {{.*}} rows_at({{.*}}) map #[[RIGHT]] {{.*}} : memref<?x2xf32> -> vector<[[M]]x1xf32>
func.func @two_rows(%weights: tensor<?x2xf32>, %places: tensor<?xi32>, %rows: tensor<?x256xbf16>, %t: index)
    -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty(%t) : tensor<?x256xf32>
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x256xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = linalg.index 1 : index
    %r0 = arith.muli %i, %c2 : index
    %r1 = arith.addi %r0, %c1 : index
    %p0 = tensor.extract %places[%r0] : tensor<?xi32>
    %a0 = arith.index_cast %p0 : i32 to index
    %x0 = tensor.extract %rows[%a0, %n] : tensor<?x256xbf16>
    %w0 = tensor.extract %weights[%i, %c0] : tensor<?x2xf32>
    %p1 = tensor.extract %places[%r1] : tensor<?xi32>
    %a1 = arith.index_cast %p1 : i32 to index
    %x1 = tensor.extract %rows[%a1, %n] : tensor<?x256xbf16>
    %w1 = tensor.extract %weights[%i, %c1] : tensor<?x2xf32>
    %f0 = arith.extf %x0 : bf16 to f32
    %f1 = arith.extf %x1 : bf16 to f32
    %m0 = arith.mulf %w0, %f0 : f32
    %m1 = arith.mulf %w1, %f1 : f32
    %s = arith.addf %m0, %m1 : f32
    linalg.yield %s : f32
  } -> tensor<?x256xf32>
  %h = tensor.empty(%t) : tensor<?x256xbf16>
  %1 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x256xf32>) outs(%h : tensor<?x256xbf16>) {
  ^bb0(%s: f32, %o: bf16):
    %y = arith.truncf %s : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<?x256xbf16>
  return %1 : tensor<?x256xbf16>
}

// The number of a row that depends on the column is not one of a row.
// CHECK-LABEL: func.func @elements(
// CHECK-NOT: lowp.fusion
func.func @elements(%places: tensor<256xi32>, %rows: tensor<?x256xbf16>, %t: index) -> tensor<?x256xbf16> {
  %h = tensor.empty(%t) : tensor<?x256xbf16>
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%h : tensor<?x256xbf16>) {
  ^bb0(%o: bf16):
    %n = linalg.index 1 : index
    %p = tensor.extract %places[%n] : tensor<256xi32>
    %a = arith.index_cast %p : i32 to index
    %x = tensor.extract %rows[%a, %n] : tensor<?x256xbf16>
    linalg.yield %x : bf16
  } -> tensor<?x256xbf16>
  return %0 : tensor<?x256xbf16>
}
