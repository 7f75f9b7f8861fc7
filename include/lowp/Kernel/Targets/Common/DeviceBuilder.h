//===- DeviceBuilder.h - Address maths of device code -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_DEVICEBUILDER_H
#define LOWP_KERNEL_TARGETS_COMMON_DEVICEBUILDER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// Builds the address arithmetic and memory accesses of device code. Addresses
/// in shared memory are i32 values.
class DeviceBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value constant(int64_t value);
  Value add(Value lhs, Value rhs);
  Value add(Value lhs, int64_t rhs);
  Value multiply(Value lhs, Value rhs);
  Value multiply(Value lhs, int64_t rhs);
  Value bitAnd(Value lhs, int64_t rhs);
  Value bitOr(Value lhs, int64_t rhs);
  Value bitXor(Value lhs, Value rhs);
  Value bitXor(Value lhs, int64_t rhs);
  Value shiftLeft(Value lhs, int64_t bits);
  Value shiftRight(Value lhs, int64_t bits);
  Value isEqual(Value lhs, int64_t rhs);

  /// The one with index `index` of `shares` equal shares of `values`.
  SmallVector<Value> selectShare(ValueRange values, int64_t shares,
                                 Value index);

  /// The pointer to a shared-memory address.
  Value sharedPointer(Value address);
  Value loadShared(Type type, Value address, unsigned alignment);
  void storeShared(Value value, Value address, unsigned alignment);

  /// `value`, an i32, of the first lane, known to be the same in the whole
  /// warp.
  Value takeFromFirst(Value value);

  /// A barrier of all lanes of the warp.
  void syncWarp();

  /// Orders this thread's accesses of shared memory before those of copies that
  /// begin after it has told somebody; reads have arrived.
  void fenceSharedForCopies();

  /// Lane r of the warp arrives at the barrier of the CTA of rank r that lies
  /// where `barrier` does in this CTA, for all r below `ctas`. `qualifiers` of
  /// the instruction say for whom earlier accesses are ordered.
  void arriveInCluster(Value barrier, Value lane, int64_t ctas,
                       StringRef qualifiers = "");

  /// The address in the CTA of rank `rank` that lies where `address` does in
  /// this CTA, as instructions take it that access shared::cluster.
  Value mapToCluster(Value address, Value rank);

  /// Parts of an LLVM struct, and a struct of them.
  SmallVector<Value> unpack(Value structure);
  Value pack(ValueRange values);

  /// Inline assembly with side effects that LLVM must not move memory accesses
  /// across.
  Value assembly(Type result, StringRef text, StringRef constraints,
                 ValueRange operands);
  void assembly(StringRef text, StringRef constraints, ValueRange operands);
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_DEVICEBUILDER_H
