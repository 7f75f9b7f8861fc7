//===- OutlineCopies.h - Copies as fusions ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_OUTLINECOPIES_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_OUTLINECOPIES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Turns copies of buffers, which bufferization or the alignment of rows left,
/// into fusions of one op: these have vectors and several elements per thread.
/// Copies of scalars, of elements of parts of bytes and between buffers whose
/// innermost dimension has gaps stay.
void outlineCopies(ModuleOp program);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_OUTLINECOPIES_H
