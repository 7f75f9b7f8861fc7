// A fusion is what its region computes: written by hand, formed by the pass and not formed at all, a quantize gives the same
// bits. Outlined, it is a lowp.launch_fusion of a function in a nested module.
// RUN: lowp-run %s --function=plain --shape M=77 --dump-outputs=%t/plain > /dev/null
// RUN: lowp-run %s --function=fused --shape M=77 --dump-outputs=%t/fused > /dev/null
// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations -o %t.mlir
// RUN: lowp-run %t.mlir --function=plain --shape M=77 --dump-outputs=%t/formed > /dev/null
// RUN: cmp %t/plain/result0.bin %t/fused/result0.bin
// RUN: cmp %t/plain/result1.bin %t/fused/result1.bin
// RUN: cmp %t/plain/result0.bin %t/formed/result0.bin
// RUN: cmp %t/plain/result1.bin %t/formed/result1.bin
// RUN: lowp-opt %s --lowp-form-fusions=only=outline-fusions | FileCheck %s

func.func @plain(%x: tensor<?x256xbf16>) -> (tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
  return %data, %scales : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>
}

// CHECK-LABEL: func.func @fused
// CHECK: lowp.launch_fusion @fusions::@fused_0 ins(%{{.*}}) outs(%{{.*}})
// CHECK: module @fusions
// CHECK: func.func @fused_0(
// CHECK: lowp.quantize
func.func @fused(%x: tensor<?x256xbf16>) -> (tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x256xbf16>
  %d0 = tensor.empty(%m) : tensor<?x256xf8E4M3FN>
  %s0 = tensor.empty(%m) : tensor<?x2xf32>
  %d, %s = lowp.fusion ins(%x : tensor<?x256xbf16>)
      outs(%d0, %s0 : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) {
  ^bb0(%a: tensor<?x256xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
    %data, %scales = lowp.split_scaled %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
    lowp.fusion_yield %data, %scales : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>
  } -> tensor<?x256xf8E4M3FN>, tensor<?x2xf32>
  return %d, %s : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>
}
