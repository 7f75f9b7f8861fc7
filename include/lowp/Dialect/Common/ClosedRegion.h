//===- ClosedRegion.h - Regions in the text of operations -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_CLOSEDREGION_H
#define LOWP_DIALECT_COMMON_CLOSEDREGION_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::lowp {

/// Parses `region` for `custom<ClosedRegion>` of an assembly format with more
/// text after the region. Where that text is wrong, the parser that MLIR writes
/// frees the region; who used its values before they were defined would write
/// to freed memory then. So such a use is an error here, and is dropped.
ParseResult parseClosedRegion(OpAsmParser &parser, Region &region);

void printClosedRegion(OpAsmPrinter &printer, Operation *op, Region &region);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_CLOSEDREGION_H
