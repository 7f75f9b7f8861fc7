//===- Swizzled.cpp - Scales in contiguous atoms --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atom's rows and columns are products of factors. A position within an atom
// is a number per factor, the digits of its row and of its column, and memory
// has the digits in an order of its own.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

/// Far beyond any atom, and small enough that products cannot overflow.
static constexpr int64_t kMaxAtomScales = 1 << 20;

static int64_t multiply(ArrayRef<int64_t> factors) {
  return std::accumulate(factors.begin(), factors.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

int64_t SwizzledAttr::getAtomRows() const { return multiply(getRows()); }

int64_t SwizzledAttr::getAtomColumns() const { return multiply(getColumns()); }

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether `order` holds each number below `count` once.
static bool isPermutation(ArrayRef<int64_t> order, size_t count) {
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  return llvm::equal(sorted, llvm::seq<int64_t>(0, count));
}

static LogicalResult
verifyFactors(llvm::function_ref<InFlightDiagnostic()> emitError,
              ArrayRef<int64_t> factors, StringRef name) {
  int64_t size = 1;
  for (int64_t factor : factors) {
    if (factor < 1 || factor > kMaxAtomScales / size)
      return emitError() << "expected '" << name
                         << "' to be factors of at least 1 with a product of "
                            "at most "
                         << kMaxAtomScales << ", got factor " << factor;
    size *= factor;
  }
  return success();
}

LogicalResult
SwizzledAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     ArrayRef<int64_t> rows, ArrayRef<int64_t> columns,
                     ArrayRef<int64_t> order, bool) {
  // swizzled-C1.
  if (failed(verifyFactors(emitError, rows, "rows")) ||
      failed(verifyFactors(emitError, columns, "columns")))
    return failure();
  // swizzled-C2.
  size_t count = rows.size() + columns.size();
  if (isPermutation(order, count))
    return success();
  InFlightDiagnostic diagnostic =
      emitError() << "expected 'order' to name each of the " << count
                  << " factors of 'rows' and 'columns' once, from 0, got [";
  llvm::interleaveComma(order, diagnostic);
  return diagnostic << "]";
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Appends the digits of `index` to the base of `factors`, slowest first.
static void appendDigits(AffineExpr index, ArrayRef<int64_t> factors,
                         SmallVectorImpl<AffineExpr> &digits) {
  for (size_t position = 0; position < factors.size(); ++position) {
    int64_t below = multiply(factors.drop_front(position + 1));
    digits.push_back(index.floorDiv(below) % factors[position]);
  }
}

/// Dimension `dim` of the scale matrix as it is without `transposed`.
static AffineExpr getDim(SwizzledAttr layout, unsigned dim) {
  return getAffineDimExpr(layout.getTransposed() ? 1 - dim : dim,
                          layout.getContext());
}

AffineMap SwizzledAttr::getStorageMap() const {
  AffineExpr i = getDim(*this, 0), j = getDim(*this, 1);
  SmallVector<AffineExpr> digits;
  appendDigits(i, getRows(), digits);
  appendDigits(j, getColumns(), digits);
  SmallVector<AffineExpr> place = {i.floorDiv(getAtomRows()),
                                   j.floorDiv(getAtomColumns())};
  for (int64_t digit : getOrder())
    place.push_back(digits[digit]);
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, place, getContext());
}

AffineMap SwizzledAttr::getStorageShapeMap() const {
  SmallVector<int64_t> factors(getRows());
  llvm::append_range(factors, getColumns());
  SmallVector<AffineExpr> shape = {getDim(*this, 0).ceilDiv(getAtomRows()),
                                   getDim(*this, 1).ceilDiv(getAtomColumns())};
  for (int64_t digit : getOrder())
    shape.push_back(getAffineConstantExpr(factors[digit], getContext()));
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, shape, getContext());
}

Attribute SwizzledAttr::getTransposedLayout() const {
  return get(getContext(), getRows(), getColumns(), getOrder(),
             !getTransposed());
}
