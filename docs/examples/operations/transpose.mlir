func.func @f(%w: !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>)
    -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>, order = [1, 0], scales = #lowp.compact<transposed = true>> {
  %t = lowp.transpose %w : !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>>
  return %t : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>, order = [1, 0], scales = #lowp.compact<transposed = true>>
}
