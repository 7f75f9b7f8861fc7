//===- ParseProgram.h - Programs from text or bytecode ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_PARSEPROGRAM_H
#define LOWP_PIPELINES_PARSEPROGRAM_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::lowp {

/// While it lives, the parser's errors about dialects that are not registered
/// say what to do about operations of front ends.
class ForeignDialectHints : public ScopedDiagnosticHandler {
public:
  explicit ForeignDialectHints(MLIRContext *context);
};

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_PARSEPROGRAM_H
