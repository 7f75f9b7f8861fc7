//===- StorageDigits.cpp - Positions as digits ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/StorageDigits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// `digit` with `floordiv divisor` after it.
static FailureOr<StorageDigit> divide(StorageDigit digit, int64_t divisor) {
  // The last value would stand for fewer positions than the others.
  if (digit.count && *digit.count % divisor != 0)
    return failure();
  if (digit.count)
    *digit.count /= divisor;
  if (llvm::MulOverflow(digit.weight, divisor, digit.weight))
    return failure();
  return digit;
}

/// `digit` with `mod count` after it.
static FailureOr<StorageDigit> bound(StorageDigit digit, int64_t count) {
  if (digit.count && *digit.count % count != 0)
    return failure();
  digit.count = count;
  return digit;
}

/// The digit that `index` is, a chain of `floordiv` and `mod` on a dimension.
static FailureOr<StorageDigit> matchDigit(AffineExpr index) {
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return StorageDigit{dim.getPosition(), /*weight=*/1, std::nullopt};
  if (index == 0)
    return StorageDigit{/*dim=*/0, /*weight=*/1, /*count=*/1};
  auto operation = dyn_cast<AffineBinaryOpExpr>(index);
  if (!operation)
    return failure();
  auto operand = dyn_cast<AffineConstantExpr>(operation.getRHS());
  FailureOr<StorageDigit> digit = matchDigit(operation.getLHS());
  if (!operand || operand.getValue() < 1 || failed(digit))
    return failure();
  switch (operation.getKind()) {
  case AffineExprKind::FloorDiv:
    return divide(*digit, operand.getValue());
  case AffineExprKind::Mod:
    return bound(*digit, operand.getValue());
  default:
    return failure();
  }
}

FailureOr<StorageDigits> mlir::lowp::matchStorageDigits(AffineMap storageMap) {
  StorageDigits digits;
  for (AffineExpr index : storageMap.getResults()) {
    FailureOr<StorageDigit> digit = matchDigit(index);
    if (failed(digit))
      return failure();
    digits.push_back(*digit);
  }
  return digits;
}

bool mlir::lowp::isComplete(ArrayRef<StorageDigit> digits, unsigned dim) {
  StorageDigits sorted = llvm::filter_to_vector(
      digits, [&](StorageDigit it) { return it.dim == dim && it.count != 1; });
  llvm::sort(sorted, [](StorageDigit a, StorageDigit b) {
    return a.weight < b.weight;
  });
  int64_t weight = 1;
  for (auto [index, digit] : llvm::enumerate(sorted)) {
    bool isSlowest = index + 1 == sorted.size();
    if (digit.weight != weight || digit.count.has_value() == isSlowest)
      return false;
    if (!isSlowest && llvm::MulOverflow(weight, *digit.count, weight))
      return false;
  }
  return !sorted.empty();
}

unsigned mlir::lowp::getSlowestDigit(ArrayRef<StorageDigit> digits,
                                     unsigned dim) {
  auto isSlowest = [&](StorageDigit it) { return it.dim == dim && !it.count; };
  return std::distance(digits.begin(), llvm::find_if(digits, isSlowest));
}

AffineMap mlir::lowp::getStorageShapeMap(ArrayRef<StorageDigit> digits,
                                         MLIRContext *context) {
  SmallVector<AffineExpr> shape;
  for (StorageDigit digit : digits)
    shape.push_back(
        digit.count
            ? getAffineConstantExpr(*digit.count, context)
            : getAffineDimExpr(digit.dim, context).ceilDiv(digit.weight));
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, shape, context);
}

AffineMap mlir::lowp::getElementMap(ArrayRef<StorageDigit> digits,
                                    MLIRContext *context) {
  SmallVector<AffineExpr> position(2, getAffineConstantExpr(0, context));
  for (auto [index, digit] : llvm::enumerate(digits))
    if (digit.count != 1)
      position[digit.dim] =
          position[digit.dim] + getAffineDimExpr(index, context) * digit.weight;
  return AffineMap::get(/*dimCount=*/digits.size(), /*symbolCount=*/0, position,
                        context);
}
