//===- PackedData.h - Several elements to a byte ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_PACKEDDATA_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_PACKEDDATA_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// What an element of `type` is between packing and arithmetic: the code in a
/// byte when elements are packed, so that no buffer holds less than bytes.
Type getUnpackedElementType(ScaledType type);

/// Turns an element of `type` into that, and back.
Value toUnpackedElement(OpBuilder &builder, Location loc, ScaledType type,
                        Value element);
Value fromUnpackedElement(OpBuilder &builder, Location loc, ScaledType type,
                          Value unpacked);

/// Builds the tensor of bytes that holds `elements`, the unpacked elements of
/// `type` in storage order; what fills up a row is 0.
Value buildPacked(OpBuilder &builder, Location loc, ScaledType type,
                  Value elements);

/// Builds the tensor of unpacked elements, in storage order, that `bytes`
/// holds.
Value buildUnpacked(OpBuilder &builder, Location loc, ScaledType type,
                    Value bytes);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_PACKEDDATA_H
