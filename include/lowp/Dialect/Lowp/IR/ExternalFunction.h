//===- ExternalFunction.h - Functions that stand for C functions -*- C++ -*-==//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_EXTERNALFUNCTION_H
#define LOWP_DIALECT_LOWP_IR_EXTERNALFUNCTION_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::lowp {

class CallExternalOp;

/// A function with the attribute `lowp.external`.
class ExternalFunction {
public:
  explicit ExternalFunction(FunctionOpInterface func) : func(func) {}

  /// Fails unless the function and the attributes of its arguments are what
  /// docs/Specification.md demands.
  LogicalResult verify();

  FunctionOpInterface getFunction() { return func; }
  /// The C function.
  StringRef getSymbol();
  /// Whether argument `number` may have gaps between its rows.
  bool isStrided(unsigned number);
  /// Whether argument `number` is written as a result.
  bool isAliased(unsigned number);
  /// The argument in whose place result `number` is written.
  std::optional<unsigned> getAliased(unsigned number);
  /// Whether C sees the same function in both.
  bool hasInterfaceOf(ExternalFunction &other);

private:
  LogicalResult verifySymbol();
  LogicalResult verifyTypes();
  LogicalResult verifySizes();

  FunctionOpInterface func;
};

/// Whether C sees the same function in both calls.
bool haveOneInterface(CallExternalOp lhs, CallExternalOp rhs);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_EXTERNALFUNCTION_H
