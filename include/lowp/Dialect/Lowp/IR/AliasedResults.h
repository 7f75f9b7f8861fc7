//===- AliasedResults.h - Results in place of arguments ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_ALIASEDRESULTS_H
#define LOWP_DIALECT_LOWP_IR_ALIASEDRESULTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::lowp {

/// The result of `func` that is written in place of argument `number`, as
/// `lowp.aliasing_output` says; none where nothing is said.
std::optional<unsigned> getAliasingOutput(FunctionOpInterface func,
                                          unsigned number);

/// The argument in whose place result `number` of `func` is written.
std::optional<unsigned> getAliasedArgument(FunctionOpInterface func,
                                           unsigned number);

/// Fails unless each `lowp.aliasing_output` of `func` names a result of the
/// argument's type, which no other argument has.
LogicalResult verifyAliasingOutputs(FunctionOpInterface func);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_ALIASEDRESULTS_H
