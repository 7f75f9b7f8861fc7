// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu))" --remarks-filter=convert-linalg-to-gpu --remark-format=emitRemark --verify-diagnostics -o /dev/null

func.func @elementwise(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  // expected-remark @below {{[Missed] generic-kernel | Category:convert-linalg-to-gpu | Remark="'linalg.exp' has a kernel of its own with a thread for each element: it joined no fusion", bytes=1024}}
  linalg.exp ins(%x : memref<8x16xf32>) outs(%y : memref<8x16xf32>)
  return
}

func.func @sum(%x: memref<?x4096xf32>, %y: memref<?xf32>) {
  // expected-remark @below {{"'linalg.reduce' has a kernel of its own with threads that share sums: it joined no fusion", bytes=unknown}}
  linalg.reduce { arith.addf } ins(%x : memref<?x4096xf32>) outs(%y : memref<?xf32>) dimensions = [1]
  return
}

func.func @indices(%x: memref<8xindex>, %y: memref<8xindex>) {
  // expected-remark @below {{bytes=128}}
  linalg.copy ins(%x : memref<8xindex>) outs(%y : memref<8xindex>)
  return
}
