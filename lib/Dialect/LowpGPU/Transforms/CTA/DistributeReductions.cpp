//===- DistributeReductions.cpp - Reductions in a CTA ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction goes from a thread's registers by shuffles to one lane per block
// and warp, and from there by shared memory to the one thread that has the
// block's entry. What follows (a division per scale) is computed there, once.
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static Value combine(ImplicitLocOpBuilder &b, Combiner kind, Value x, Value y) {
  switch (kind) {
  case Combiner::AddF:
    return arith::AddFOp::create(b, x, y);
  case Combiner::MulF:
    return arith::MulFOp::create(b, x, y);
  case Combiner::MaximumF:
    return arith::MaximumFOp::create(b, x, y);
  case Combiner::MinimumF:
    return arith::MinimumFOp::create(b, x, y);
  case Combiner::MaxNumF:
    return arith::MaxNumFOp::create(b, x, y);
  case Combiner::MinNumF:
    return arith::MinNumFOp::create(b, x, y);
  }
  llvm_unreachable("a combiner without a case");
}

/// What leaves every element as it is.
static TypedAttr getIdentity(Combiner kind, Type type) {
  auto element = cast<FloatType>(type);
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  switch (kind) {
  case Combiner::AddF:
    return FloatAttr::get(element, APFloat::getZero(semantics, true));
  case Combiner::MulF:
    return FloatAttr::get(element, 1.0);
  case Combiner::MaximumF:
    return FloatAttr::get(element, APFloat::getInf(semantics, true));
  case Combiner::MinimumF:
    return FloatAttr::get(element, APFloat::getInf(semantics));
  case Combiner::MaxNumF:
  case Combiner::MinNumF:
    return FloatAttr::get(element, APFloat::getNaN(semantics));
  }
  llvm_unreachable("a combiner without a case");
}

/// Replaces columns beyond `columns` by what changes nothing.
static Value maskColumns(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         Value vector, int64_t number, Value columns,
                         Combiner kind) {
  auto type = cast<VectorType>(vector.getType());
  Value other = arith::ConstantOp::create(
      b,
      DenseElementsAttr::get(type, getIdentity(kind, type.getElementType())));
  Value first =
      buildAdd(b, place.column, number * place.distribution.getSpan());
  std::optional<int64_t> known = getConstantIntValue(columns);
  if (known && *known % place.width == 0) {
    if (*known == place.tileN)
      return vector;
    return arith::SelectOp::create(b, buildLess(b, first, columns), vector,
                                   other);
  }
  SmallVector<Value> isInside;
  for (int64_t column = 0; column < place.width; ++column)
    isInside.push_back(buildLess(b, buildAdd(b, first, column), columns));
  return arith::SelectOp::create(b, buildVector(b, isInside), vector, other);
}

/// The thread's part of each of its blocks, one after the other: an element
/// per block, or per column for blocks of one column.
static Value reduceInThread(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                            const Blocks &blocks, CTAReduceOp op,
                            const Fragment &value) {
  Combiner kind = op.getKind();
  SmallVector<Value> partial;
  for (int64_t m = 0; m < blocks.countRowGroups(place); ++m)
    for (int64_t n = 0; n < blocks.countVectorGroups(place); ++n) {
      Value sum;
      for (int64_t v = 0; v < blocks.vectorsInThread; ++v)
        for (int64_t r = 0; r < blocks.rowsInThread; ++r) {
          int64_t row = m * blocks.rowsInThread + r;
          int64_t number = n * blocks.vectorsInThread + v;
          Value piece = value.pieces[row * place.vectors + number];
          if (op.getColumns())
            piece = maskColumns(b, place, piece, number, op.getColumns(), kind);
          sum = sum ? combine(b, kind, sum, piece) : piece;
        }
      if (blocks.isPerColumn) {
        for (int64_t column = 0; column < place.width; ++column)
          partial.push_back(extractElement(b, sum, column));
        continue;
      }
      // By halves, so that packed instructions can do the work.
      for (int64_t half = place.width / 2; half >= 1; half /= 2) {
        SmallVector<int64_t> low, high;
        for (int64_t i = 0; i < half; ++i) {
          low.push_back(i);
          high.push_back(half + i);
        }
        sum = combine(b, kind, vector::ShuffleOp::create(b, sum, sum, low),
                      vector::ShuffleOp::create(b, sum, sum, high));
      }
      partial.push_back(extractElement(b, sum, 0));
    }
  return buildVector(b, partial);
}

/// The same vector of the lane whose number differs in the bits of `offset`.
static Value shuffle(ImplicitLocOpBuilder &b, Value vector, int64_t offset) {
  auto type = cast<VectorType>(vector.getType());
  unsigned bits = type.getElementTypeBitWidth();
  int64_t perWord = bits < 32 ? 32 / bits : 1;
  int64_t count = type.getNumElements();
  int64_t padded = llvm::alignTo(count, perWord);
  if (padded != count) {
    SmallVector<int64_t> places;
    for (int64_t i = 0; i < padded; ++i)
      places.push_back(std::min(i, count - 1));
    vector = vector::ShuffleOp::create(b, vector, vector, places);
  }
  auto words = VectorType::get(padded * bits / 32, b.getI32Type());
  Value packed = vector::BitCastOp::create(b, words, vector);
  SmallVector<Value> received;
  for (int64_t word = 0; word < words.getNumElements(); ++word)
    received.push_back(
        gpu::ShuffleOp::create(b, extractElement(b, packed, word), offset,
                               /*width=*/32, gpu::ShuffleMode::XOR)
            .getShuffleResult());
  Value other = vector::BitCastOp::create(
      b, VectorType::get(padded, type.getElementType()),
      buildVector(b, received));
  if (padded == count)
    return other;
  SmallVector<int64_t> places = llvm::to_vector(llvm::seq<int64_t>(0, count));
  return vector::ShuffleOp::create(b, other, other, places);
}

static Value reduceInWarp(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                          const Blocks &blocks, Combiner kind, Value partial) {
  int64_t step = place.distribution.getLanes()[1];
  for (int64_t offset = 1; offset < blocks.lanesN; offset *= 2)
    partial = combine(b, kind, partial, shuffle(b, partial, offset));
  for (int64_t offset = 1; offset < blocks.lanesM; offset *= 2)
    partial = combine(b, kind, partial, shuffle(b, partial, offset * step));
  return partial;
}

/// Whether the thread is the first lane of its blocks.
static Value isFirstLane(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         const Blocks &blocks) {
  Value zero = buildIndex(b, 0);
  Value isN =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                            buildRem(b, place.laneN, blocks.lanesN), zero);
  Value isM =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                            buildRem(b, place.laneM, blocks.lanesM), zero);
  return arith::AndIOp::create(b, isN, isM);
}

/// Writes what warps have of each entry: `buffer` is (warps, entries).
static void storePartial(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         const Blocks &blocks, Value partial, Value buffer) {
  Value slot = arith::AddIOp::create(
      b, buildRem(b, place.warpN, blocks.warpsN),
      buildMul(b, buildRem(b, place.warpM, blocks.warpsM), blocks.warpsN));
  OpBuilder::InsertionGuard scope(b);
  lowp::enterIf(b, isFirstLane(b, place, blocks));
  int64_t next = 0;
  int64_t perBlock = blocks.isPerColumn ? place.width : 1;
  for (int64_t m = 0; m < blocks.countRowGroups(place); ++m)
    for (int64_t n = 0; n < blocks.countVectorGroups(place); ++n) {
      Value entry = blocks.getEntry(b, place, m, n);
      for (int64_t column = 0; column < perBlock; ++column)
        memref::StoreOp::create(
            b, extractElement(b, partial, next++), buffer,
            ValueRange{slot, buildAdd(b, entry, column * blocks.entryRows)});
    }
}

Fragment mlir::lowp_gpu::distributeReduce(ImplicitLocOpBuilder &b,
                                          gpu::LaunchOp launch,
                                          const ThreadPlace &place,
                                          CTAReduceOp op,
                                          const Fragment &value) {
  VectorType type = op.getResult().getType();
  // Blocks of one element: nothing to reduce.
  if (type == op.getValue().getType())
    return value;
  Blocks blocks(place, type);
  Value partial = reduceInThread(b, place, blocks, op, value);
  partial = reduceInWarp(b, place, blocks, op.getKind(), partial);
  Value buffer =
      getSharedBuffer(b, launch, {blocks.countWarps(), type.getNumElements()},
                      type.getElementType());
  storePartial(b, place, blocks, partial, buffer);
  gpu::BarrierOp::create(b);

  Fragment result = {Share::Entries, type, {}};
  Value last = buildIndex(b, type.getNumElements() - 1);
  for (int64_t index = 0; index < place.countEntries(type); ++index) {
    Value entry = place.getEntry(b, index);
    if (place.hasEntry(b, type, index))
      entry = arith::MinUIOp::create(b, entry, last);
    Value total;
    for (int64_t warp = 0; warp < blocks.countWarps(); ++warp) {
      Value part = memref::LoadOp::create(
          b, buffer, ValueRange{buildIndex(b, warp), entry});
      total = total ? combine(b, op.getKind(), total, part) : part;
    }
    result.pieces.push_back(total);
  }
  return result;
}
