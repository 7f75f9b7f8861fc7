//===- AttributeNames.h - Which discardable attributes exist ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_ATTRIBUTENAMES_H
#define LOWP_DIALECT_LOWP_IR_ATTRIBUTENAMES_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// What a discardable attribute is on.
enum class AttributePlace { Operation, Argument, Result };

/// A discardable attribute that its dialect knows.
struct AttributeName {
  StringLiteral name;
  AttributePlace place;
};

/// Fails for an attribute `name` at `place` of `op` that is not in `known`, the
/// table of its dialect: a misspelt attribute would do nothing, silently.
LogicalResult verifyAttributeName(Operation *op, StringRef name,
                                  AttributePlace place,
                                  ArrayRef<AttributeName> known);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_ATTRIBUTENAMES_H
