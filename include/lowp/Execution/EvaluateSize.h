//===- EvaluateSize.h - Formulas of sizes, computed -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_EVALUATESIZE_H
#define LOWP_EXECUTION_EVALUATESIZE_H

#include "lowp/Runtime/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::lowp::execution {

/// Computes a formula as SizeFormula::str writes it, of what `lookUp` says that
/// names stand for; -1 where that does not know one, and where "?" is
/// mentioned. Fails for what is no formula, and where these numbers give it no
/// size.
runtime::Expected<int64_t> evaluateSize(
    llvm::StringRef formula,
    llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> lookUp);

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_EVALUATESIZE_H
