//===- GivenScales.h - Scales that a quantize is given -------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GIVENSCALES_H
#define LOWP_DIALECT_LOWP_IR_GIVENSCALES_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Where sizes of `scales`, given to a quantize, or of `counts`, the numbers of
/// its blocks, are known only at run time, asserts that they agree.
void buildCheckOfGivenScales(OpBuilder &builder, Location loc, Value scales,
                             ArrayRef<OpFoldResult> counts);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GIVENSCALES_H
