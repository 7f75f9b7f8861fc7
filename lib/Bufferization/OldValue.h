//===- OldValue.h - What an updated argument held before --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_BUFFERIZATION_OLDVALUE_H
#define LOWP_LIB_BUFFERIZATION_OLDVALUE_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

#include <optional>

namespace mlir::lowp {

/// The tensor that the function reads of the argument that `store` updates, if
/// it reads and stores all of it at most once; null where it does not read it.
std::optional<Value>
findOldValue(bufferization::MaterializeInDestinationOp store);

} // namespace mlir::lowp

#endif // LOWP_LIB_BUFFERIZATION_OLDVALUE_H
