//===- Fragments.h - A thread's share of what a CTA holds -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// How the entries of a value are divided among the threads.
enum class Share {
  /// A thread has `rows` x `vectors` vectors of elements of the tile.
  Elements,
  /// A thread has `vectors` vectors; all threads of a column have the same.
  Columns,
  /// Entry number e, counted down the rows first, is that of thread e modulo
  /// the number of threads: each is computed once.
  Entries
};

/// A value in the registers of one thread.
struct Fragment {
  Share share = Share::Elements;
  VectorType type;
  /// Vectors, row by row; or single entries. With `byColumn`, vectors of
  /// `rows` elements, one for each of the thread's columns.
  SmallVector<Value> pieces;
  bool byColumn = false;
};

/// Where a thread is in its CTA. Positions are within the tile.
class ThreadPlace {
public:
  ThreadPlace(gpu::LaunchOp launch, DistributionAttr distribution);

  DistributionAttr distribution;
  int64_t rows, vectors, width, tileM, tileN, threads;
  /// The thread, its lane and warp; the latter along rows and columns.
  Value thread, lane, warp;
  Value laneM, laneN, warpM, warpN;
  /// The thread's first row, and first column of its first vector.
  Value row, column;

  /// The column of element `element` of the thread's vector `vector`.
  Value getColumn(ImplicitLocOpBuilder &b, int64_t vector,
                  int64_t element = 0) const;
  /// How many entries a value of `type` has per thread.
  int64_t countEntries(VectorType type) const {
    return llvm::divideCeil(type.getNumElements(), threads);
  }
  /// Number of the thread's entry `index`, which may be beyond the last one.
  Value getEntry(ImplicitLocOpBuilder &b, int64_t index) const;
  /// Row and column of an entry of a value of `type`.
  static std::pair<Value, Value> splitEntry(ImplicitLocOpBuilder &b,
                                            VectorType type, Value entry);
  /// Whether the value has that entry; null for always.
  Value hasEntry(ImplicitLocOpBuilder &b, VectorType type, int64_t index) const;
};

/// Index arithmetic that folds constants.
Value buildAdd(ImplicitLocOpBuilder &b, Value value, int64_t constant);
Value buildMul(ImplicitLocOpBuilder &b, Value value, int64_t constant);
Value buildDiv(ImplicitLocOpBuilder &b, Value value, int64_t constant);
Value buildRem(ImplicitLocOpBuilder &b, Value value, int64_t constant);
Value buildIndex(ImplicitLocOpBuilder &b, int64_t constant);
Value buildLess(ImplicitLocOpBuilder &b, Value value, Value bound);

/// Whether two conditions hold; null is one that always does.
Value buildAnd(ImplicitLocOpBuilder &b, Value condition, Value other);

/// A buffer in the shared memory of the CTA of `launch`: where a barrier lies
/// after all that uses another one, that.
Value getSharedBuffer(OpBuilder &b, gpu::LaunchOp launch,
                      ArrayRef<int64_t> shape, Type elementType);

/// A buffer of its own there, in what the launch has of it dynamically, with
/// `pieces` vectors of each thread: by index, thread and element.
Value getThreadBuffer(gpu::LaunchOp launch, const ThreadPlace &place,
                      Location loc, Type element, int64_t pieces);
/// Finds vector `piece` of this thread in such a buffer.
SmallVector<Value> locateInThreadBuffer(ImplicitLocOpBuilder &b,
                                        const ThreadPlace &place,
                                        int64_t piece);
/// Reads that vector.
Value readThreadBuffer(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                       Value buffer, int64_t piece);

/// Element `position` of a vector.
Value extractElement(ImplicitLocOpBuilder &b, Value vector, int64_t position);
Value buildVector(ImplicitLocOpBuilder &b, ArrayRef<Value> elements);

/// Makes LLVM take `piece`, if it fills words, for another value that an empty
/// `asm` computes of it. With side effects that happens here and nowhere else.
Value hide(ImplicitLocOpBuilder &b, Value piece, bool hasSideEffects);

/// Bytes of registers that an element takes.
int64_t countBytes(Type element);

/// The same values with a vector for each column of the thread.
Fragment turnToColumns(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                       const Fragment &fragment);

/// Lowers a reduction; the result is divided by entries.
Fragment distributeReduce(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                          const ThreadPlace &place, CTAReduceOp op,
                          const Fragment &value);
/// Lowers a broadcast of entries to elements or entries of finer blocks, or of
/// columns to elements.
Fragment distributeBroadcast(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                             const ThreadPlace &place, CTABroadcastOp op,
                             const Fragment &value);
/// Lowers an elementwise computation.
SmallVector<Fragment> distributeMap(ImplicitLocOpBuilder &b,
                                    const ThreadPlace &place, CTAMapOp op,
                                    ArrayRef<const Fragment *> inputs);
/// The results of `op` for one vector of elements of each input, or what all
/// elements share.
SmallVector<Value> mapPiece(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                            CTAMapOp op, ArrayRef<Value> inputs);
/// Whether the elements of a vector share a branch there.
bool mayBranch(CTAMapOp op);
/// The quotient of two values of f32, or of vectors of it; the reciprocal is
/// NaN where it must not be used.
Value distributeDivide(ImplicitLocOpBuilder &b, Value x, Value divisor,
                       Value reciprocal);
/// The quotients of two vectors of f32, rounded to nearest.
Value distributeQuotient(ImplicitLocOpBuilder &b, Value x, Value divisor);
/// Lowers a read; `rowsAt` are the numbers of the rows, null for those of the
/// tile.
Fragment distributeLoad(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                        const ThreadPlace &place, CTALoadOp op,
                        const Fragment *rowsAt);
/// Whether `op` reads the tile by vectors that need nothing of each other.
bool readsPieces(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                 CTALoadOp op);
/// Where such a vector is: the one with index `piece` of the thread, row by
/// row.
std::pair<Value, SmallVector<Value>> locatePiece(ImplicitLocOpBuilder &b,
                                                 const ThreadPlace &place,
                                                 CTALoadOp op, int64_t piece);
Value loadPiece(ImplicitLocOpBuilder &b, const ThreadPlace &place, CTALoadOp op,
                int64_t piece);
/// An entry for each of the thread's rows, of a value that has one for each row
/// of the tile.
SmallVector<Value> shareRows(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                             const ThreadPlace &place, const Fragment &value);
/// Lowers positions along one dimension.
FailureOr<Fragment> distributeIndex(ImplicitLocOpBuilder &b,
                                    const ThreadPlace &place, CTAIndexOp op);
/// Lowers a write of elements that share bytes.
LogicalResult distributePackedStore(ImplicitLocOpBuilder &b,
                                    const ThreadPlace &place, CTAStoreOp op,
                                    const Fragment &value);
void distributeStore(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                     const ThreadPlace &place, CTAStoreOp op,
                     const Fragment &value);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_FRAGMENTS_H
