// RUN: lowp-compile %s --chip=sm_90a --emit=llvm | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a -o %t.o
// RUN: llvm-readelf --symbols %t.o | FileCheck %s --check-prefix=OBJECT

// CHECK: target triple = "{{.*}}linux
// CHECK-DAG: define void @up(ptr {{.*}}%0, ptr
// CHECK-DAG: declare void @lowpLaunchKernel(ptr

// OBJECT-DAG: GLOBAL DEFAULT {{.*}} up
// OBJECT-DAG: GLOBAL DEFAULT UND lowpLaunchKernel

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
