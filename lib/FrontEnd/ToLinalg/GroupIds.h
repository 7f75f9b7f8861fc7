//===- GroupIds.h - Tensors of numbers of groups ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_GROUPIDS_H
#define LOWP_LIB_FRONTEND_TOLINALG_GROUPIDS_H

#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::lowp {

/// Whether `tensor` holds at each place the place's index along `dimension`.
bool isIota(Value tensor, int64_t dimension);

/// A count that all elements of `ids` are below, none of which is negative:
/// they are places of a topk or of a sort along a dimension of so many
/// elements. Nothing if that is not known.
std::optional<int64_t> countGroups(Value ids);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_GROUPIDS_H
