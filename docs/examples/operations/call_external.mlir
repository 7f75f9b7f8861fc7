func.func @f(%x: tensor<64x256xbf16>, %cache: tensor<512x256xbf16>) -> (tensor<64x256xbf16>, tensor<512x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %y, %next = lowp.call_external "append_and_attend" ins(%x : tensor<64x256xbf16>)
      outs(%e, %cache : tensor<64x256xbf16>, tensor<512x256xbf16>) {strided = array<i64: 0>, updated = array<i64: 1>}
      -> tensor<64x256xbf16>, tensor<512x256xbf16>
  return %y, %next : tensor<64x256xbf16>, tensor<512x256xbf16>
}
