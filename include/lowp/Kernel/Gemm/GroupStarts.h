//===- GroupStarts.h - Where groups of K may begin --------------*- C++ -*-
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_GROUPSTARTS_H
#define LOWP_KERNEL_GEMM_GROUPSTARTS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/MmaAtom.h"

namespace mlir::lowp_gpu {

/// Elements of K in a copy of operands with such elements for `atom`: groups
/// that begin at multiples of it have blocks of their own.
int64_t getBlockStart(const MmaAtom &atom, Type lhs, Type rhs);

/// Whether scales of blocks of `type` have places of their own: groups begin
/// within what their scales are aligned to.
bool hasOwnPlaces(lowp::ScaledType type);

/// Whether kernels of `atom` can clear the last block of a group of operands of
/// these types from its end on.
bool canClearTails(const MmaAtom &atom, lowp::ScaledType lhs,
                   lowp::ScaledType rhs);

/// Elements at multiples of which kernels of `atom` read groups of K of
/// operands of these types.
int64_t getStartUnit(const MmaAtom &atom, lowp::ScaledType lhs,
                     lowp::ScaledType rhs);

/// Whether scales of groups of K of `type` lie where kernels find them: those
/// of whole groups by the index of the group, those of blocks with their data
/// or, of blocks that are cleared, with the copies of `blockStart` elements
/// that their group takes.
bool hasReadPlaces(lowp::ScaledType type, int64_t blockStart);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_GROUPSTARTS_H
