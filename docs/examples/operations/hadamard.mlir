func.func @f(%x: tensor<?x7168xbf16>) -> tensor<?x7168xbf16> {
  %y = lowp.hadamard %x axis 0 signs 0xD7E8 : tensor<?x7168xbf16>
  return %y : tensor<?x7168xbf16>
}
