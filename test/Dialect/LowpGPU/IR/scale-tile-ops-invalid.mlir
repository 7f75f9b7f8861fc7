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

// -----

func.func @atom_behind(%sa: !lowp_gpu.tile<4x512xf8E4M3FN>, %count: i32) {
  // expected-error@+1 {{expected one of 4 atoms along K, got atom 4}}
  %0 = lowp_gpu.keep_scales %sa, %count in 4 : !lowp_gpu.tile<4x512xf8E4M3FN>
  return
}

// -----

func.func @no_atom(%sa: !lowp_gpu.tile<2x1x512xf8E4M3FN>, %count: i32) {
  // expected-error@+1 {{expected one of 1 atoms along K, got atom -1}}
  %0 = lowp_gpu.keep_scales %sa, %count in -1 : !lowp_gpu.tile<2x1x512xf8E4M3FN>
  return
}

// -----

func.func @swizzled(%a: !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>, %count: i32) {
  // expected-error@+1 {{expected atoms of scales along K, got '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>'}}
  %0 = lowp_gpu.keep_scales %a, %count in 0 : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
  return
}
