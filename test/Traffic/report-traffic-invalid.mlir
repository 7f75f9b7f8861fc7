// RUN: not lowp-opt %s --lowp-report-traffic=traffic-file=%t/no/folder.json -o /dev/null 2>&1 | FileCheck %s
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx --traffic-file=%t/no/folder.txt -o %t.ptx 2>&1 | FileCheck %s

// CHECK: error: the traffic is lost: cannot write '{{.*}}no/folder.{{json|txt}}': No such file or directory
func.func @f(%x: memref<4xf32>, %out: memref<4xf32>) {
  linalg.copy ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
