//===- GroupAtoms.h - Groups of rows that begin with atoms ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GROUPATOMS_H
#define LOWP_DIALECT_LOWP_IR_GROUPATOMS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/MmaAtom.h"

namespace mlir::lowp {

/// Whether `type` has groups of rows each of which begins with an atom of
/// scales of its own.
bool hasAtomsOfGroups(ScaledType type);

/// Whether the scales of groups of rows must begin with atoms: products of
/// `atom` take them from there as they lie, where lanes begin inside one.
bool readsAtomsOfGroups(const lowp_gpu::MmaAtom &atom);

/// `type`, of rows in `count` groups, with scales where products of `atom`
/// read them.
ScaledType withAtomsOfGroups(ScaledType type, int64_t count,
                             const lowp_gpu::MmaAtom &atom);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GROUPATOMS_H
