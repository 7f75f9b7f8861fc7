//===- LinalgLoops.h - Loops of a linalg op as GPU blocks -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_LINALGLOOPS_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_LINALGLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// The loops of a linalg op, parallel ones apart from reductions.
struct LinalgLoops {
  /// Extents of all loops; constants where they are static.
  SmallVector<Value> extents;
  /// Where loops begin that begin after 0; null for the others, empty where
  /// none does.
  SmallVector<Value> begins;
  /// Positions of the loops of either kind.
  SmallVector<unsigned> parallel, reduction;

  /// Reads the extents off the operands of `op`, at the insertion point.
  static LinalgLoops get(ImplicitLocOpBuilder &b, linalg::LinalgOp op);

  /// Number of points that the loops at `positions` span, as an index.
  Value countPoints(ImplicitLocOpBuilder &b,
                    ArrayRef<unsigned> positions) const;

  /// Takes `width` neighbouring points of `loop` for one.
  void coarsen(ImplicitLocOpBuilder &b, unsigned loop, int64_t width);

  /// Leaves `count` points of `loop`, or as many as there are, after the first
  /// `number` times `count`.
  void takePart(ImplicitLocOpBuilder &b, unsigned loop, Value number,
                int64_t count);

  /// Sets the entries of `ivs` at `positions` to the point with index `linear`
  /// of those loops; the last one runs fastest.
  void delinearize(ImplicitLocOpBuilder &b, Value linear,
                   ArrayRef<unsigned> positions,
                   MutableArrayRef<Value> ivs) const;
};

/// The number of points if all of the loops at `positions` are static; none if
/// it overflows, either.
std::optional<int64_t> countStaticPoints(linalg::LinalgOp op,
                                         ArrayRef<unsigned> positions);

/// Bytes of the widest element that `op` accesses along `loop`; of those that
/// it reads, if it reduces any. 0 for none.
int64_t getWidestElement(linalg::LinalgOp op, unsigned loop);

/// How many neighbouring points of `loop` one thread takes, so that the
/// accesses along it are as wide as the hardware's.
int64_t getVectorWidth(linalg::LinalgOp op, unsigned loop);

/// The values of `ivs` with entry `loop`, counted in vectors of `width`, moved
/// to element `element` of the vector.
SmallVector<Value> moveToElement(ImplicitLocOpBuilder &b, ArrayRef<Value> ivs,
                                 unsigned loop, int64_t width, int64_t element);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_LINALGLOOPS_H
