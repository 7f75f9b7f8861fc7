//===- SourceFile.h - Where a module was read from --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_SOURCEFILE_H
#define LOWP_DIALECT_COMMON_SOURCEFILE_H

#include "mlir/IR/Location.h"

namespace mlir::lowp {

/// The file that a module at `loc` was read from, or nothing.
inline StringRef getSourceFile(Location loc) {
  auto place = dyn_cast<FileLineColLoc>(loc);
  return place ? place.getFilename().getValue() : StringRef();
}

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_SOURCEFILE_H
