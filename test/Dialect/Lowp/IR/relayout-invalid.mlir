// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

// relayout-C1: moving is not transposing.
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>) {
  // expected-error @below {{'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone}}
  %r = lowp.relayout %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise> -> !lowp.scaled<256x64xf8E4M3FN, #lowp.tensorwise>
  return
}

// -----

func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>, %ends: tensor<4xi32>) {
  %r = lowp.relayout %q ends(%ends : tensor<4xi32>) : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  return
}

// TWIN: relayout-C1: blocks begin anew at other places.
//   axis = 0 => axis = 1
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// TWIN: relayout-C1: each group has a global scale, of which one for all cannot be made.
//   64x256xf8E4M3FN => 64x256xf4E2M1FN
//   .block<1x128 => .nvfp4<1x16
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// TWIN: relayout-C1: as many groups as before.
//   1x128>> => 1x128>, groups = <5, axis = 0>>
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// -----

// relayout-C1: groups begin at multiples of what they did.
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 64>>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone}}
  %r = lowp.relayout %q ends(%ends : tensor<4xi32>) : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 64>> -> !lowp.scaled<64x576xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 96>>
  return
}

// -----

func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 32>>, %ends: tensor<4xi32>) {
  %r = lowp.relayout %q ends(%ends : tensor<4xi32>) : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 32>> -> !lowp.scaled<64x640xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 128>>
  return
}

// TWIN: relayout-C1: moved groups take as much as any division does.
//   64x640xf8E4M3FN => 64x256xf8E4M3FN
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// TWIN: relayout-C1: and begin with as many blocks as their scales are aligned to.
//   start = 128 => alignment = 8, start = 128
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// -----

func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>) {
  %r = lowp.relayout %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
  return
}

// TWIN: relayout-C1: another recipe is another quantization.
//   .block<1x128>> => .rowwise>
//   , order = [1, 0] =>
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>' to '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>'; another recipe, element type, convention or division takes lowp.dequantize and lowp.quantize

// TWIN: relayout-C1: a convention is a meaning, not a layout.
//   .block<1x128>> => .rowwise>
//   .block<1x128>, order = [1, 0] => .rowwise, convention = encode
//   error at lowp.relayout: 'lowp.relayout' op expected a result that differs from the input in 'order', 'data', 'packing', 'scales' and the places of 'groups' alone

// TWIN: relayout-C2
//   order = [1, 0] => groups = <4, axis = 0, alignment = 128>
//   error at lowp.relayout: 'lowp.relayout' op expected 'ends', where the groups of a type with 'groups' end, got none

// -----

// relayout-C2
func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>, %ends: tensor<4xi32>) {
  // expected-error @below {{'lowp.relayout' op expected no 'ends' for types without 'groups', got some}}
  %r = lowp.relayout %q ends(%ends : tensor<4xi32>) : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
  return
}
