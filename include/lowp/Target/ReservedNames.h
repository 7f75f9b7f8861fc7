//===- ReservedNames.h - Names that functions cannot have -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_RESERVEDNAMES_H
#define LOWP_TARGET_RESERVEDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::lowp {

/// Whose name `name` is, if a program that links a function of that name would
/// call it instead of its own: "the C library", for example. Otherwise empty.
llvm::StringRef findOwnerOfSymbol(llvm::StringRef name);

/// What `name` is to a C or C++ compiler that reads a header, if it cannot be
/// the name of a function there. Otherwise empty.
llvm::StringRef findOwnerOfIdentifier(llvm::StringRef name);

} // namespace mlir::lowp

#endif // LOWP_TARGET_RESERVEDNAMES_H
