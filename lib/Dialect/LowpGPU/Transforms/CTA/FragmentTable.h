//===- FragmentTable.h - What threads have of a launch's values -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTTABLE_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTTABLE_H

#include "LoadsAhead.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp_gpu {

/// The fragments of values, by the ops that have been lowered.
///
/// Loads and maps of whole tiles wait until an op of another kind reads what
/// they compute. Then they are lowered for one vector of the thread after the
/// other, from the loads to the last map: a thread holds results, and of what
/// they are computed from only the vectors that are on their way.
class FragmentTable {
public:
  FragmentTable(gpu::LaunchOp launch, const ThreadPlace &place)
      : launch(launch), place(place) {}

  void set(Value value, Fragment fragment);
  /// Leaves `op` for later if its vectors need nothing of each other.
  bool defer(Operation *op);
  /// Whether threads have elements of `value`, row by row.
  bool canKeep(Value value) const;
  /// Writes the elements of `op` to shared memory when they are computed.
  void keep(CTAKeepOp op);
  /// The fragment of `value` for `reader`, before which what it depends on
  /// is lowered; null for a value that no op computes.
  const Fragment *find(Value value, Operation *reader);
  /// Lowers all that waits before `reader`.
  void computeAll(Operation *reader);
  /// Forgets what waits: nobody has asked for it.
  void forgetDeferred() { deferred.clear(); }
  /// Says that the threads have met at a barrier.
  void passBarrier() { ++barriers; }

private:
  /// A load or map that waits.
  struct Deferred {
    /// By result and vector; null where it is not lowered.
    SmallVector<SmallVector<Value>> pieces;
    bool isComplete() const;
  };
  using Leaves = llvm::SmallSetVector<Value, 4>;
  /// What values depend on: results of loads, values that are lowered, and
  /// whether a map on the way may branch.
  struct Sources {
    Leaves loads, lowered;
    bool branch = false;
  };

  int64_t countPieces() const { return place.rows * place.vectors; }
  bool canRead(Value input) const;
  Sources findSources(ValueRange values) const;
  int64_t countAhead(const Leaves &loads) const;
  LoadsAhead planCopies(const Leaves &loads) const;
  Value computePiece(ImplicitLocOpBuilder &b, Value value, int64_t piece);
  void compute(Value value, Operation *reader);
  /// Computes what the map `cheap` follows from, as far as maps do.
  void computeInputs(CTAMapOp cheap, Operation *reader);
  /// The ops whose elements wait to be computed and kept.
  SmallVector<CTAKeepOp> findPendingKeeps() const;
  void storeKept(ImplicitLocOpBuilder &b, CTAKeepOp op, int64_t piece,
                 Value vector);
  /// Reads what `op` keeps before `reader`.
  void readKept(CTAKeepOp op, Operation *reader);
  /// Ends the waiting of ops that are lowered by now.
  void settle();
  /// Has the pieces of `fragment` computed before `reader`.
  void pinAll(Fragment &fragment, Operation *reader);
  void renew(Value value, Operation *reader);

  gpu::LaunchOp launch;
  const ThreadPlace &place;
  /// A fragment stays where it is.
  llvm::DenseMap<Value, std::unique_ptr<Fragment>> fragments;
  /// By the order of the program.
  llvm::MapVector<Operation *, Deferred> deferred;
  /// The buffers of what is kept, and of which some have their elements.
  llvm::MapVector<Operation *, Value> kept;
  llvm::SmallPtrSet<Operation *, 2> stored;
  /// How many barriers lie after, and lay when a value was renewed.
  unsigned barriers = 0;
  llvm::DenseMap<Value, unsigned> renewedAt;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTTABLE_H
