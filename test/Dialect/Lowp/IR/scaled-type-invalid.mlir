// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// scaled-C1
// expected-error @+1 {{expected a matrix or a batch of matrices: 2 or 3 dimensions, got 4}}
func.func private @f(!lowp.scaled<2x2x64x256xf8E4M3FN, #lowp.block<1x128>>)

// -----

// scaled-C1
// expected-error @+1 {{expected a matrix or a batch of matrices: 2 or 3 dimensions, got 1}}
func.func private @f(!lowp.scaled<256xf8E4M3FN, #lowp.tensorwise>)

// -----

// scaled-C2
// expected-error @+1 {{expected an attribute with the Recipe interface, such as #lowp.tensorwise, got "block_1x128"}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, "block_1x128">)

// -----

// scaled-C2: a layout is no recipe.
// expected-error @+1 {{expected an attribute with the Recipe interface, such as #lowp.tensorwise, got #lowp.compact}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.compact>)

// -----

// scaled-C3
// expected-error @+1 {{expected element type f8E4M3FN or f8E5M2 for recipe #lowp.block<1x128>, got 'bf16'}}
func.func private @f(!lowp.scaled<64x256xbf16, #lowp.block<1x128>>)

// -----

// scaled-C3: the format of other hardware, with other limits.
// expected-error @+1 {{expected element type f8E4M3FN or f8E5M2 for recipe #lowp.tensorwise, got 'f8E4M3FNUZ'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FNUZ, #lowp.tensorwise>)

// -----

// scaled-C4
// expected-error @+1 {{expected 'order' to be [0, 1] (row-major) or [1, 0] (column-major), got [0, 0]}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [0, 0]>)

// -----

// scaled-C4
// expected-error @+1 {{expected 'order' to be [0, 1] (row-major) or [1, 0] (column-major), got [0, 1, 2]}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [0, 1, 2]>)

// -----

// scaled-C5
// expected-error @+1 {{expected an attribute with the ScaleLayout interface, such as #lowp.compact, got #lowp.rowwise}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, scales = #lowp.rowwise>)

// -----

// expected-error @+1 {{expected 'order', 'data', 'scales', 'convention', 'packing' or 'groups', got 'layout'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, layout = #lowp.compact>)

// -----

// expected-error @+1 {{expected 'decode' or 'encode', got 'multiply'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, convention = multiply>)

// -----

// scaled-C8
// expected-error @+1 {{expected 'packing = bytes' for elements of a byte or more, got 'dense' for 'f8E4M3FN'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, packing = dense>)

// -----

// expected-error @+1 {{expected 'bytes' or 'dense', got 'tight'}}
func.func private @f(!lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = tight>)

// -----

// scaled-C3: NVFP4 is e2m1.
// expected-error @+1 {{expected element type f4E2M1FN for recipe #lowp.nvfp4<1x16>, got 'f6E2M3FN'}}
func.func private @f(!lowp.scaled<64x256xf6E2M3FN, #lowp.nvfp4<1x16>>)

// -----

// scaled-C3: fp4 takes finer blocks than recipes with f32 scales have.
// expected-error @+1 {{expected element type f8E4M3FN or f8E5M2 for recipe #lowp.rowwise, got 'f4E2M1FN'}}
func.func private @f(!lowp.scaled<64x256xf4E2M1FN, #lowp.rowwise>)

// -----

// scaled-C9
// expected-error @+1 {{expected an attribute with the DataLayout interface, such as #lowp.identity, got #lowp.compact}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, data = #lowp.compact>)

// -----

// The former name of a layout, which bytecode may have.
// expected-error @+1 {{expected #lowp.identity, got its former name #lowp.plain}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, data = #lowp.plain>)

// -----

// scaled-C10
// expected-error @+1 {{expected the last index of the data layout to have a multiple of 16 values, the elements of 'f6E2M3FN' that are packed together, got affine_map<(d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)> from #lowp.panels<24>}}
func.func private @f(!lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, packing = dense, data = #lowp.panels<24>>)

// -----

// scaled-C12
// expected-error @+1 {{expected at most 2^48 elements in the static dimensions, got the shape 256x9223372036854775807}}
func.func private @f(!lowp.scaled<256x9223372036854775807xf8E4M3FN, #lowp.rowwise>)

// -----

// scaled-C12: one element more than there may be.
func.func private @f(!lowp.scaled<?x281474976710656xf8E4M3FN, #lowp.rowwise>)
// expected-error @+1 {{expected at most 2^48 elements in the static dimensions, got the shape ?x281474976710657}}
func.func private @g(!lowp.scaled<?x281474976710657xf8E4M3FN, #lowp.rowwise>)

// -----

// scaled-C12
// expected-error @+1 {{expected at most 2^48 elements in their layout in the static dimensions, got the shape 2x2}}
func.func private @f(!lowp.scaled<2x2xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<281474976710656>>)

// -----

// scaled-C12
// expected-error @+1 {{expected at most 2^48 scales in the static dimensions, got the shape 2x512}}
func.func private @f(!lowp.scaled<2x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 9223372036854775807>>)

// -----

// scaled-C12: an extent that is known counts beside one that is not.
// expected-error @+1 {{expected at most 2^48 scales in the static dimensions, got the shape ?x256}}
func.func private @f(!lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 9223372036854775807, transposed = true>>)

// -----

// scaled-C12: each matrix of a batch has its padding.
// expected-error @+1 {{expected at most 2^48 elements in their layout in the static dimensions, got the shape 1048576x2x2}}
func.func private @f(!lowp.scaled<1048576x2x2xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<1073741824>>)

// -----

// scaled-C12
// expected-error @+1 {{expected at most 2^48 scales in the static dimensions, got the shape 1048576x2x512}}
func.func private @f(!lowp.scaled<1048576x2x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 1073741824>>)

// -----

// scaled-C12: the gaps of groups are padding, too.
// expected-error @+1 {{expected at most 2^48 scales in the static dimensions, got the shape 64x68719476736}}
func.func private @f(!lowp.scaled<64x68719476736xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 0, alignment = 1048576>>)

// -----

// scaled-C13
// expected-error @+1 {{expected no 'groups' in a batch, whose matrices are its groups, got #lowp.groups<8, axis = 0>}}
func.func private @f(!lowp.scaled<8x64x256xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 0>>)

// -----

// scaled-C14
// expected-error @+1 {{expected separate groups to begin at multiples of what #lowp.swizzled cuts along dimension 1, got 'alignment = 2'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, alignment = 2, separate = true>>)

// -----

// scaled-C14: rows are padded to 4.
// expected-error @+1 {{expected separate groups to begin at multiples of what #lowp.mn_major cuts along dimension 0, got 'alignment = 6'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.mn_major, groups = <8, axis = 0, alignment = 6, separate = true>>)

// -----

// scaled-C14: a word has one group.
// expected-error @+1 {{expected separate groups to begin at multiples of what #lowp.packed_words cuts along dimension 1, got 'alignment = 1'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words, groups = <8, axis = 1, separate = true>>)

// -----

// scaled-C19: blocks of 1 x 128, 8 groups.
func.func private @f(!lowp.scaled<64x1073741823xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, alignment = 1048576>>)
// expected-error @+1 {{expected at most 2^31 - 1 elements, which ends of i32 count, in dimension 1 with 1048576 more blocks for each group, got #lowp.groups<8, axis = 1, alignment = 1048576> for the shape 64x1073741824}}
func.func private @g(!lowp.scaled<64x1073741824xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, alignment = 1048576>>)

// -----

// scaled-C19: what is known is too much.
// expected-error @+1 {{got #lowp.groups<?, axis = 0, alignment = 9223372036854775807> for the shape ?x?}}
func.func private @f(!lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x128>, groups = <?, axis = 0, alignment = 9223372036854775807>>)

// -----

// scaled-C19: a block spans the dimension.
// expected-error @+1 {{got #lowp.groups<65536, axis = 1, alignment = 32768> for the shape ?x?}}
func.func private @f(!lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise, groups = <65536, axis = 1, alignment = 32768>>)

// -----

// scaled-C19
// expected-error @+1 {{got #lowp.groups<8, axis = 0> for the shape 2147483648x64}}
func.func private @f(!lowp.scaled<2147483648x64xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 0>>)

// -----

// groups-C1
// expected-error @+1 {{expected at least 1 group, or '?' for a number that is known at run time, got 0}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <0, axis = 0>>)

// -----

// groups-C2
// expected-error @+1 {{expected 'axis' to be 0 (groups of rows) or 1 (groups of columns), got 2}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 2>>)

// -----

// groups-C3
// expected-error @+1 {{expected 'alignment' to be at least 1 scale, got 0}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 0, alignment = 0>>)

// -----

// scaled-C20: groups fill the dimension.
// expected-error @+1 {{expected a multiple of 128 elements, where groups begin, in dimension 1, got 200}}
func.func private @f(!lowp.scaled<64x200xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 128>>)

// -----

// scaled-C20: groups begin with a block.
// expected-error @+1 {{expected groups to begin at multiples of a block of 128 elements, got 'start = 64'}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 64>>)

// -----

// groups-C4
// expected-error @+1 {{expected 'start' to be at least 1 element, got 0}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 0>>)
