//===- BufferAlignment.h - What is known of a buffer's start ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_BUFFERALIGNMENT_H
#define LOWP_CONVERSION_LINALGTOGPU_BUFFERALIGNMENT_H

#include "mlir/IR/Value.h"

namespace mlir::lowp {

/// Whether `buffer` starts at a multiple of 16 bytes: where an allocation or a
/// matrix argument does, or such a multiple after. Host code checks the
/// alignment of arguments.
bool isAlignedBuffer(Value buffer);

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_BUFFERALIGNMENT_H
