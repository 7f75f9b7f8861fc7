//===- GroupsOfK.h - Recipes of operands in groups of K ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GROUPSOFK_H
#define LOWP_DIALECT_LOWP_IR_GROUPSOFK_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Groups of K that are quantized begin at multiples of that, as copies along K
/// of 8-bit elements do.
constexpr int64_t kGroupStart = 128;

/// Why `recipe` is not for operands whose K is in groups: its scales or random
/// bits reach over the borders of groups. Empty if it is.
std::string objectToGroupsOfK(MatmulRecipeAttr recipe);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GROUPSOFK_H
