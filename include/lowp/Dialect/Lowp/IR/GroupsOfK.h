//===- GroupsOfK.h - Recipes of operands in groups of K ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GROUPSOFK_H
#define LOWP_DIALECT_LOWP_IR_GROUPSOFK_H

#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Where groups of K begin that are quantized to elements of these types: at
/// multiples of that, as copies of 128 bytes of the wider ones along K do.
int64_t getGroupStart(Type lhs, Type rhs);
/// The same for the operands of `recipe`.
int64_t getGroupStart(MatmulRecipeAttr recipe);

/// Why `recipe` is not for `op`, whose K is in groups: its type does not know
/// how many there are, or scales or random bits reach over their borders. Empty
/// if it is.
std::string objectToGroupsOfK(GroupedMatmulOp op, MatmulRecipeAttr recipe);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GROUPSOFK_H
