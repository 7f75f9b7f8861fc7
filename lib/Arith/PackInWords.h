//===- PackInWords.h - Elements of less than a byte in words ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_ARITH_PACKINWORDS_H
#define LOWP_LIB_ARITH_PACKINWORDS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {
/// `vector.bitcast` between elements of less than a byte and others becomes
/// shifts of words.
void populatePackInWords(RewritePatternSet &patterns);
} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_ARITH_PACKINWORDS_H
