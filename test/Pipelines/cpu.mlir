// RUN: lowp-opt %s --lowp-to-cpu | FileCheck %s
// RUN: lowp-opt %s --lowp-to-cpu="out-params=false" | FileCheck %s --check-prefix=RETURNS
// RUN: lowp-opt %s --lowp-to-cpu="recipe=rowwise" | FileCheck %s

// Nothing but LLVM is left, results are out-parameters, and nothing is called
// but the allocator.

// CHECK-NOT:   lowp.
// CHECK-NOT:   unrealized_conversion_cast
// CHECK:       llvm.func @matmul({{.*}}) attributes {llvm.emit_c_interface} {
// CHECK:       llvm.func @_mlir_ciface_matmul(%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr) attributes

// A scaled value is two buffers: data and scales.
// CHECK:       llvm.func @_mlir_ciface_quantize(%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr) attributes

// RETURNS:     llvm.func @matmul({{.*}}) -> !llvm.struct<

!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>

func.func private @helper(%x: tensor<?x256xbf16>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xbf16> -> !q
  return %q : !q
}

func.func @matmul(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>) -> tensor<64x32xbf16> {
  %init = arith.constant dense<0.0> : tensor<64x32xbf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

func.func @quantize(%x: tensor<?x256xbf16>) -> !q {
  %q = call @helper(%x) : (tensor<?x256xbf16>) -> !q
  return %q : !q
}
