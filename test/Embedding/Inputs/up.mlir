func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
