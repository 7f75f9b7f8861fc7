func.func @f(%x: tensor<?x7168xbf16>) -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>
}
func.func @g(%go: tensor<?x7168xbf16>, %seed: i64) {
  %q = lowp.quantize %go numerics <transformer_engine_stochastic> seed %seed
     : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
  return
}
func.func @h(%go: tensor<4096x?xbf16>, %ends: tensor<8xi32>) {
  %q = lowp.quantize %go numerics <torchao> ends(%ends : tensor<8xi32>)
     : tensor<4096x?xbf16> -> !lowp.scaled<4096x?xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1>>
  return
}
// A scale that comes with a model: its reciprocal is the encode factor.
func.func @i(%x: tensor<?x7168xbf16>, %scale: tensor<1x1xf32>) {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %encode = arith.divf %one, %scale : tensor<1x1xf32>
  %q = lowp.quantize %x numerics <torchao> scales(%encode, %scale : tensor<1x1xf32>, tensor<1x1xf32>)
     : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.tensorwise>
  return
}
