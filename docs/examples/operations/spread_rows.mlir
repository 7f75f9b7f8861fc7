!t = !lowp.scaled<2048x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], groups = <8, axis = 0, start = 128>>
func.func @f(%x: tensor<1040x4096xbf16>, %ends: tensor<8xi32>) -> !t {
  %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128 : tensor<1040x4096xbf16> -> tensor<2048x4096xbf16>
  %q = lowp.quantize %s numerics <torchao> ends(%ends : tensor<8xi32>) : tensor<2048x4096xbf16> -> !t
  return %q : !t
}
