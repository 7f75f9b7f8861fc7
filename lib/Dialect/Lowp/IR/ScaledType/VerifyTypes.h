//===- VerifyTypes.h - Checks that verifiers share --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_VERIFYTYPES_H
#define LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_VERIFYTYPES_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Whether sizes may be the same at run time: equal, or one of them dynamic.
bool mayBeEqual(int64_t size, int64_t other);

/// Prints a shape as types do, for example "?x128".
void printShape(InFlightDiagnostic &diagnostic, ArrayRef<int64_t> shape);

/// Succeeds when the shapes may be the same at run time. Otherwise emits an
/// error on `op` that says what `expectedName` has and what `gotName` has.
LogicalResult verifyCompatibleShapes(Operation *op, StringRef expectedName,
                                     ArrayRef<int64_t> expected,
                                     StringRef gotName, ArrayRef<int64_t> got);

/// Succeeds when `got` has the element type of `expected`, and sizes that may
/// be the same at run time. Otherwise emits an error on `op` about `name`.
LogicalResult verifyAgreeingType(Operation *op, StringRef name,
                                 RankedTensorType expected, Type got);

/// quantize-C5, dequantize-C3, amax-C2 and compute_scale-C5: a builtin tensor
/// has at most 2^48 elements, as scaled types have; one of unknown sizes takes
/// or gives it.
LogicalResult verifyAddressable(Operation *op, StringRef name,
                                ArrayRef<int64_t> shape);

/// Succeeds when there are `ends` exactly where a value has `groups` (null
/// for none), an offset per group. Otherwise emits an error on `op`.
LogicalResult verifyEnds(Operation *op, GroupsAttr groups, Value ends);

/// What lhs . rhs^T demands of the operands' types, whatever the target.
LogicalResult verifyProductOperands(Operation *op, ScaledType lhs,
                                    ScaledType rhs);

/// The shape of lhs . rhs^T, that of a batch first.
SmallVector<int64_t> getProductShape(ScaledType lhs, ScaledType rhs);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_SCALEDTYPE_VERIFYTYPES_H
