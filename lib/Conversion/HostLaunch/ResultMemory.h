//===- ResultMemory.h - Buffers in results not yet written ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_RESULTMEMORY_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_RESULTMEMORY_H

#include "Lifetimes.h"

#include "lowp/Support/LifetimeArena.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::lowp {

/// The bytes of a buffer of `type`, without its unknown sizes; none where
/// lowp-host-launch refuses it, and for elements that are not whole bytes.
std::optional<int64_t> countKnownBytes(MemRefType type);

/// Pieces of the workspace begin at multiples of it.
inline constexpr int64_t kPieceAlignment = 256;

/// A buffer of known size within memory that others lie in, too.
struct PlacedBuffer {
  memref::AllocOp alloc;
  Lifetime lifetime;
  int64_t offset;
};

/// The memory of a result, which is free until something is written there.
class ResultMemory {
public:
  ResultMemory(BlockArgument result, int64_t bytes, unsigned firstAccess)
      : result(result), bytes(bytes), firstAccess(firstAccess),
        arena(kPieceAlignment, bytes) {}

  /// Finds a place for a buffer that is dead before the result is written;
  /// false if there is none.
  bool place(memref::AllocOp alloc, Lifetime lifetime, int64_t size);

  BlockArgument getResult() const { return result; }
  int64_t getBytes() const { return bytes; }
  ArrayRef<PlacedBuffer> getMembers() const { return members; }

private:
  BlockArgument result;
  int64_t bytes;
  /// Number of the first operation that reads or writes the result.
  unsigned firstAccess;
  LifetimeArena arena;
  SmallVector<PlacedBuffer> members;
};

/// Whether a buffer of `type` may lie where result `argument` of `func` begins.
bool mayHold(func::FuncOp func, BlockArgument argument, MemRefType type);

/// The results of `func` that may hold buffers, the smallest first.
SmallVector<ResultMemory> collectResultMemory(func::FuncOp func,
                                              const Lifetimes &lifetimes);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_RESULTMEMORY_H
