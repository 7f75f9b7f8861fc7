//===- PackedAccess.h - Elements below 8 bits in buffers --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_PACKEDACCESS_H
#define LOWP_DIALECT_LOWPGPU_IR_PACKEDACCESS_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp_gpu {

/// Whether a buffer of `stored` has several elements of type `element` in a
/// byte, as lowp/Support/PackedElements.h says.
inline bool isPackedIn(Type element, Type stored) {
  auto type = dyn_cast<FloatType>(element);
  return type && (type.getWidth() == 4 || type.getWidth() == 6) &&
         stored.isInteger(8);
}

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_IR_PACKEDACCESS_H
