//===- MatmulRole.h - Which matmul of a linear layer is which ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_MATMULROLE_H
#define LOWP_DIALECT_LOWP_IR_MATMULROLE_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::lowp {

/// What a matmul computes for its linear layer: activations . weight^T,
/// gradient . weight or gradient^T . activations.
enum class MatmulRole { Forward, Dgrad, Wgrad };

StringRef stringify(MatmulRole role);

/// What `lowp.role` says on `op`, or on the function around it.
std::optional<MatmulRole> getRole(Operation *op);

/// Checks `value`, that of `lowp.role` on `op`.
LogicalResult verifyRole(Operation *op, Attribute value);

/// Whether the operands of `op` are in another order than in the program.
bool isExchanged(Operation *op);

/// Notes that the operands of `op` were exchanged: where nothing else tells,
/// the program's order says which of them is the weight or the gradient.
void noteExchange(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_MATMULROLE_H
