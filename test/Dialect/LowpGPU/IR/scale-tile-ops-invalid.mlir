// RUN: lowp-opt %s --split-input-file --verify-diagnostics

func.func @one_atom(%sa: !lowp_gpu.tile<1x4x512xf8E4M3FN>, %row: i32) {
  // expected-error@+1 {{expected two rows of atoms such as '!lowp_gpu.tile<4x512xf8E4M3FN>', got '!lowp_gpu.tile<1x4x512xf8E4M3FN>'}}
  %0 = lowp_gpu.skip_rows %sa, %row : !lowp_gpu.tile<1x4x512xf8E4M3FN> -> !lowp_gpu.tile<4x512xf8E4M3FN>
  return
}

// -----

func.func @elements(%sa: !lowp_gpu.tile<2x4x512xf8E4M3FN>, %row: i32) {
  // expected-error@+1 {{expected two rows of atoms such as '!lowp_gpu.tile<4x512xf8E8M0FNU>', got '!lowp_gpu.tile<2x4x512xf8E4M3FN>'}}
  %0 = lowp_gpu.skip_rows %sa, %row : !lowp_gpu.tile<2x4x512xf8E4M3FN> -> !lowp_gpu.tile<4x512xf8E8M0FNU>
  return
}
