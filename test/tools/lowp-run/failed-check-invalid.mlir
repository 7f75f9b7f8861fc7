// A size that does not fill whole tiles, or groups of packed elements, is an
// error of the call and not a wrong result.
// RUN: lowp-run %s --device=cpu --function=panels --shape M=64
// RUN: not lowp-run %s --device=cpu --function=panels --shape M=65 2>&1 | FileCheck %s --check-prefix=PANELS
// PANELS: lowp-run: error: LOWP_ERROR_INVALID_ARGUMENT: 'panels': lowp: expected dimension 1 of '!lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>>' to be a multiple of 32, got another size; pad it, or compile for a size that the type has
// RUN: lowp-run %s --device=cpu --function=packed --shape M=32
// RUN: not lowp-run %s --device=cpu --function=packed --shape M=40 2>&1 | FileCheck %s --check-prefix=PACKED
// PACKED: lowp-run: error: LOWP_ERROR_INVALID_ARGUMENT: 'packed': lowp: expected dimension 1 of '!lowp.scaled<?x?xf6E3M2FN, #lowp.mx<1x32>, packing = dense>' to be a multiple of 16

func.func @panels(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<?x?xf32> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>>
  %y = lowp.dequantize %q : !lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<32>> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @packed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<?x?xf32> -> !lowp.scaled<?x?xf6E3M2FN, #lowp.mx<1x32>, packing = dense>
  %y = lowp.dequantize %q : !lowp.scaled<?x?xf6E3M2FN, #lowp.mx<1x32>, packing = dense> -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
