//===- SizeAsserts.h - Sizes compared at run time ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_SIZEASSERTS_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_SIZEASSERTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Writes before an operation what must hold for its sizes. What is known while
/// compiling is left to verifiers.
class SizeAsserts {
public:
  explicit SizeAsserts(Operation *op)
      : SizeAsserts(op, op->getName().getStringRef()) {}
  SizeAsserts(Operation *op, StringRef name)
      : name(name), builder(op->getLoc(), op) {}

  /// Fails the call with "<name>: expected <message>" unless `condition` holds.
  void require(Value condition, const Twine &message);
  /// {0}, {1} and so on in `message` are `numbers`, for the CPU alone.
  void require(Value condition, const Twine &message, ValueRange numbers);
  void requireEqual(OpFoldResult lhs, OpFoldResult rhs, const Twine &message);
  /// lhs <= rhs.
  void requireAtMost(OpFoldResult lhs, OpFoldResult rhs, const Twine &message);
  void requireNotNegative(OpFoldResult size, const Twine &message);
  /// As many elements in `sizes` as in `count`, and no negative size.
  void requireCount(ArrayRef<OpFoldResult> sizes, OpFoldResult count,
                    const Twine &message);
  /// `sizes` are those that `shape`, of the type of the result, knows; `what`
  /// they are of.
  void requireShape(ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> shape,
                    StringRef what);
  /// The sizes of `tensor`, a tensor or a buffer.
  SmallVector<OpFoldResult> getSizes(Value tensor);
  /// The sizes of a matmul's operand, a tensor or a scaled value.
  SmallVector<OpFoldResult> getShape(Value operand);
  Value toValue(OpFoldResult size);

private:
  void requireCompared(arith::CmpIPredicate predicate, OpFoldResult lhs,
                       OpFoldResult rhs, const Twine &message);

  /// The operation's, for messages.
  StringRef name;

public:
  ImplicitLocOpBuilder builder;
};

/// More elements no memory holds; products of sizes up to it do not wrap
/// around.
inline constexpr int64_t kMostElements = int64_t(1) << 48;

/// The product of `sizes` as an f64, which is exact up to 2^53 and never wraps
/// around.
Value createProduct(ImplicitLocOpBuilder &builder, ValueRange sizes);

/// What ops of tensor, memref, bufferization and lowp demand of the sizes that
/// they get.
void checkTensorOp(Operation *op);

/// What matmuls of lowp, and what computes their operands, demand of the sizes
/// that they get.
void checkLowpOp(Operation *op);

/// What grouped matmuls of lowp demand of their ends and counts, where the
/// host can read these.
void checkGroups(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_SIZEASSERTS_H
