//===- Reads.h - Which loops a read of memory depends on --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_READS_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_READS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::lowp {

/// One place where a linalg op reads memory: an input, or a load in its body.
struct Read {
  /// Loops that any index depends on.
  llvm::SmallBitVector loops;
  /// Loops along which neighbouring iterations read neighbouring elements.
  llvm::SmallBitVector contiguousLoops;
  /// Loops of an input's dimensions, the one of neighbours last.
  SmallVector<unsigned> order;
  Type elementType;
};

/// Bytes of an element of `type` in memory.
int64_t countElementBytes(Type type);

/// All reads of `op` but those of its destinations.
SmallVector<Read> getReads(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_READS_H
