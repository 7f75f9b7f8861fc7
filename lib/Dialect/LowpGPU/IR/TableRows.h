//===- TableRows.h - Rows of a config table as text -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_IR_TABLEROWS_H
#define LOWP_LIB_DIALECT_LOWPGPU_IR_TABLEROWS_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::lowp_gpu {

/// Parses `rows = [64 : 1, 128 : 0, more : 1]`.
ParseResult parseTableRows(AsmParser &parser, SmallVectorImpl<int64_t> &bounds,
                           SmallVectorImpl<int64_t> &choices);

void printTableRows(AsmPrinter &printer, ArrayRef<int64_t> bounds,
                    ArrayRef<int64_t> choices);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_IR_TABLEROWS_H
