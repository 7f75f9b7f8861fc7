//===- GemmMaps.cpp - Indexing maps that gemms may have -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Interfaces/StorageDigits.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

std::optional<GemmIndex> mlir::lowp::matchGemmIndex(AffineExpr index) {
  FailureOr<StorageDigits> digits =
      matchStorageDigits(AffineMap::inferFromExprList(ArrayRef(ArrayRef(index)),
                                                      index.getContext())
                             .front());
  // A constant is a digit of no dimension.
  if (failed(digits) || isa<AffineConstantExpr>(index))
    return std::nullopt;
  const StorageDigit &digit = digits->front();
  return GemmIndex{digit.dim, digit.weight, digit.count.value_or(0)};
}

std::optional<SmallVector<GemmIndex>>
mlir::lowp::matchGemmIndices(AffineMap map) {
  SmallVector<GemmIndex> indices;
  for (AffineExpr result : map.getResults()) {
    std::optional<GemmIndex> index = matchGemmIndex(result);
    if (!index)
      return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

bool mlir::lowp::isGemmOperandMap(AffineMap map, unsigned row) {
  std::optional<SmallVector<GemmIndex>> indices = matchGemmIndices(map);
  if (!indices || indices->empty() || map.getNumSymbols() != 0)
    return false;
  unsigned isBatched = map.getNumDims() == 4, k = 2 + isBatched;
  unsigned others = 0, rows = 0, runs = 0;
  for (const GemmIndex &index : *indices) {
    bool isRow = index.dim == row + isBatched && index.isWhole();
    bool isRun = index.dim == k && index.divisor == 1;
    bool isBatch = isBatched && index.dim == 0;
    if (!isRow && !isBatch && index.dim != k)
      return false;
    rows += isRow;
    runs += isRun;
    others += !isRow && !isRun;
  }
  const GemmIndex &last = indices->back();
  bool endsInNeighbours =
      last.dim == row + isBatched || (last.dim == k && last.divisor == 1);
  return rows == 1 && runs == 1 && others <= kMostBatchDims && endsInNeighbours;
}

int64_t mlir::lowp::getRunOfK(AffineMap map) {
  int64_t run = 0;
  SmallVector<GemmIndex> indices = *matchGemmIndices(map);
  for (const GemmIndex &index : indices)
    if (index.dim + 1 == map.getNumDims()) {
      run = std::gcd(run, index.divisor * index.modulus);
      if (index.divisor > 1)
        run = std::gcd(run, index.divisor);
    }
  return run;
}

/// Whether `batches` are all digits of b, the first one first: each matrix has
/// a place of its own.
static bool areDigits(ArrayRef<GemmIndex> batches) {
  int64_t below = 1;
  for (const GemmIndex &digit : llvm::reverse(batches)) {
    bool isFirst = &digit == &batches.front();
    if (digit.divisor != below || (digit.modulus == 0) != isFirst)
      return false;
    below *= digit.modulus;
  }
  return !batches.empty();
}

bool mlir::lowp::isGemmDestinationMap(AffineMap map, bool hasRowGroups) {
  unsigned isBatched = map.getNumDims() == 4;
  std::optional<SmallVector<GemmIndex>> indices = matchGemmIndices(map);
  if (!indices || indices->empty() || map.getNumSymbols() != 0)
    return false;
  GemmIndex last = indices->pop_back_val();
  SmallVector<GemmIndex> batches;
  unsigned rows = 0;
  for (const GemmIndex &index : *indices) {
    if (isBatched && index.dim == 0)
      batches.push_back(index);
    else if (index.dim == isBatched && index.isWhole())
      ++rows;
    else
      return false;
  }
  return rows == 1 && last.dim == isBatched + 1 && last.isWhole() &&
         batches.size() <= kMostBatchDims &&
         (isBatched && !hasRowGroups ? areDigits(batches) : batches.empty());
}
