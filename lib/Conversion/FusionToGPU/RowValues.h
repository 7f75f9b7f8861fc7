//===- RowValues.h - What elements of a row share ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWVALUES_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWVALUES_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// The ops in the body of an elementwise op that read nothing but numbers of
/// the row, as the mean that a norm divides by and its root: one thread
/// computes them for a row, before they are broadcast to its elements.
class RowValues {
public:
  /// Emits the values of rows of `body`, whose first arguments stand for
  /// `inputs`, in a map over tiles of `shape`, and replaces inputs that nothing
  /// else reads; `scalars` are values from outside, `results` what it gives.
  RowValues(ImplicitLocOpBuilder &b, Block &body,
            SmallVectorImpl<Value> &inputs, ArrayRef<int64_t> shape,
            const IRMapping &scalars, ArrayRef<Value> results);

  /// Whether `op` is computed by rows.
  bool contains(Operation *op) const { return ops.contains(op); }
  /// What the map over elements reads of them, to be passed after the inputs.
  ArrayRef<Value> getEntries() const { return entries; }
  /// Says that `elements` stand for the entries.
  void mapTo(ValueRange elements, IRMapping &mapping) const {
    mapping.map(read, elements);
  }

private:
  enum class Kind { Scalar, Row, Element };
  Kind classify(Value value, Block &body, ArrayRef<Value> inputs,
                const IRMapping &scalars) const;
  void emit(ImplicitLocOpBuilder &b, Block &body, ArrayRef<Value> inputs,
            const IRMapping &scalars);

  /// The shape of a value per row.
  SmallVector<int64_t> rowShape;
  llvm::SmallSetVector<Operation *, 8> ops;
  /// Their results that others read, and those by row.
  SmallVector<Value> read, entries;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWVALUES_H
