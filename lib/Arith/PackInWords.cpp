//===- PackInWords.cpp - Elements of less than a byte in words ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector is a row of bits, its first element lowest. LLVM's back end for
// NVIDIA stores the one vector of a bitcast on the thread's stack, and loads
// the other, where elements have less than a byte.
//
//===----------------------------------------------------------------------===//

#include "PackInWords.h"

#include "lowp/Dialect/Common/FloatMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Bits of an element of `type` if it is a row of numbers, otherwise 0.
static unsigned elementBits(VectorType type) {
  bool isRow = type.getRank() == 1 && !type.isScalable() &&
               type.getElementType().isIntOrFloat();
  return isRow ? type.getElementTypeBitWidth() : 0;
}

namespace {
/// Takes elements out of a row of bits, and puts them in.
class BitRow {
public:
  BitRow(ImplicitLocOpBuilder &b, unsigned from, unsigned to)
      : b(b), from(from), to(to),
        word(b.getIntegerType(std::max({from, to, kLeastBits}))) {}

  /// The elements of `to` bits that hold the bits of `elements`, in words.
  SmallVector<Value> split(ArrayRef<Value> elements);

  /// The codes of `vector`, each in a word.
  SmallVector<Value> take(Value vector);
  /// The lowest bits of `words` as elements of `type`.
  Value put(ArrayRef<Value> words, VectorType type);

private:
  // Chips compute with no fewer.
  static constexpr unsigned kLeastBits = 32;

  /// `value` with its bit 0 at bit `place`, which may be negative.
  Value shift(Value value, int64_t place) {
    if (place < 0)
      return FloatMath(b).shiftRight(value, -place);
    return place ? FloatMath(b).shiftLeft(value, place) : value;
  }

  ImplicitLocOpBuilder &b;
  unsigned from, to;
  IntegerType word;
};
} // namespace

SmallVector<Value> BitRow::take(Value vector) {
  auto type = cast<VectorType>(vector.getType());
  VectorType codes = type.clone(b.getIntegerType(from));
  if (codes != type)
    vector = arith::BitcastOp::create(b, codes, vector);
  if (from < word.getWidth())
    vector = arith::ExtUIOp::create(b, type.clone(word), vector);
  SmallVector<Value> words;
  for (int64_t place = 0; place < type.getNumElements(); ++place)
    words.push_back(vector::ExtractOp::create(b, vector, place));
  return words;
}

SmallVector<Value> BitRow::split(ArrayRef<Value> elements) {
  int64_t bits = int64_t(elements.size()) * from;
  SmallVector<Value> results;
  for (int64_t first = 0; first < bits; first += to) {
    Value all;
    for (int64_t place = first / from; place * from < first + to; ++place) {
      Value part = shift(elements[place], place * from - first);
      all = all ? arith::OrIOp::create(b, all, part).getResult() : part;
    }
    results.push_back(all);
  }
  return results;
}

Value BitRow::put(ArrayRef<Value> words, VectorType type) {
  Value all = vector::FromElementsOp::create(b, type.clone(word), words);
  VectorType codes = type.clone(b.getIntegerType(to));
  if (to < word.getWidth())
    all = arith::TruncIOp::create(b, codes, all);
  return codes == type ? all : arith::BitcastOp::create(b, type, all);
}

static LogicalResult packInWords(vector::BitCastOp op,
                                 PatternRewriter &rewriter) {
  unsigned from = elementBits(op.getSourceVectorType());
  unsigned to = elementBits(op.getResultVectorType());
  constexpr unsigned kByte = 8, kMost = 64;
  if (!from || !to || from == to || std::min(from, to) >= kByte ||
      std::max(from, to) > kMost)
    return rewriter.notifyMatchFailure(op, "no elements of less than a byte");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  BitRow row(b, from, to);
  rewriter.replaceOp(op, row.put(row.split(row.take(op.getSource())),
                                 op.getResultVectorType()));
  return success();
}

void mlir::lowp::populatePackInWords(RewritePatternSet &patterns) {
  patterns.add(packInWords);
}
