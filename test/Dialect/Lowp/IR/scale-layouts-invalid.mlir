// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// k_major-C1
// expected-error @+1 {{expected 'alignment' to be at least 1 scale, got 0}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.k_major<alignment = 0>>)

// -----

// packed_words-C1
// expected-error @+1 {{expected 'scales' to be at least 1 scale a word, got 0}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words<scales = 0>>)

// -----

// packed_words-C2
// expected-error @+1 {{expected 'alignment' to be at least 1 word, got -4}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words<alignment = -4>>)

// -----

// swizzled-C1
// expected-error @+1 {{expected 'rows' to be factors of at least 1 with a product of at most 1048576, got factor 0}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<rows = [4, 0]>>)

// -----

// swizzled-C1: a product that no int64 holds.
// expected-error @+1 {{expected 'columns' to be factors of at least 1 with a product of at most 1048576, got factor 4294967296}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<columns = [4294967296, 4294967296]>>)

// -----

// swizzled-C2
// expected-error @+1 {{expected 'order' to name each of the 3 factors of 'rows' and 'columns' once, from 0, got [1, 1, 2]}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<order = [1, 1, 2]>>)

// -----

// swizzled-C2
// expected-error @+1 {{expected 'order' to name each of the 4 factors of 'rows' and 'columns' once, from 0, got [1, 0, 2]}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<columns = [2, 4]>>)

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: atom}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<atom = [4]>>)

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse Lowp_SwizzledAttr parameter 'transposed' which is to be a `bool`}}
func.func private @f(!lowp.scaled<8x8xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled<transposed = yes>>)
