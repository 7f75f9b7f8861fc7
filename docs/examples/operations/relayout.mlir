func.func @f(%q: !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>>) {
  %r = lowp.relayout %q : !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>>
    -> !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  return
}
