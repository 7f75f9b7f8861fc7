//===- CHeader.h - C declarations of compiled functions ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CHEADER_H
#define LOWP_TARGET_CHEADER_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {

/// A host function with the C interface of lowp_runtime.h.
struct CFunction {
  llvm::StringRef name;
  /// Its type over buffers and scalars, without the LowpCall. Results are
  /// passed after the arguments.
  FunctionType type;
  Location loc;
  /// That of the prepared weights that it takes or makes; empty without such.
  llvm::StringRef fingerprint = {};
  /// The function that prepares its last arguments; empty if there is none.
  llvm::StringRef prepare = {};
  /// Whether it is the user's, who defines it.
  bool isExternal = false;
};

/// Writes a C header that declares `functions`, each with a comment that has
/// the shapes and element types of its arguments. A function `f$prepare` is
/// called `f_prepare` in C, and the fingerprint of `f` is a macro. `guard` is
/// what the include guard is made of, for example the file's name. Fails with a
/// diagnostic for an argument that lowp_runtime.h has no type for.
LogicalResult printCHeader(ArrayRef<CFunction> functions, llvm::StringRef guard,
                           llvm::raw_ostream &os);

} // namespace mlir::lowp

#endif // LOWP_TARGET_CHEADER_H
