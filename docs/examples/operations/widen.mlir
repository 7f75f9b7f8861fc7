func.func @f(%x: !lowp.scaled<?x512xf6E3M2FN, #lowp.mx<32x32>>, %w: !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>>) {
  %0 = lowp.widen %x : !lowp.scaled<?x512xf6E3M2FN, #lowp.mx<32x32>> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>>
  %1 = lowp.widen %w spread 16
     : !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<256x1024xf8E4M3FN, #lowp.block<1x32>>
  return
}
