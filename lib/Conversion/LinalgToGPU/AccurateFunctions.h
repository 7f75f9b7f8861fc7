//===- AccurateFunctions.h - Functions to a few units -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_ACCURATEFUNCTIONS_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_ACCURATEFUNCTIONS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {

/// Adds patterns that compute `math.exp` of f32 and less to a few units in the
/// last place, with an instruction of the chip on a reduced range.
void populateAccurateFunctions(RewritePatternSet &patterns);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_ACCURATEFUNCTIONS_H
