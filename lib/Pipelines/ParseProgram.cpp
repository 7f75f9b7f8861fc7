//===- ParseProgram.cpp - Programs from text or bytecode ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/ParseProgram.h"

#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether the parser complains of a dialect that nobody registered.
static bool isOfUnknownDialect(const std::string &message) {
  StringRef text(message);
  return text.contains("not found for custom op") ||
         text.contains("unregistered dialect");
}

ForeignDialectHints::ForeignDialectHints(MLIRContext *context)
    : ScopedDiagnosticHandler(context, [](Diagnostic &diagnostic) {
        if (isOfUnknownDialect(diagnostic.str()))
          diagnostic << "; lowp takes func, linalg, tensor, arith, math, scf "
                        "and its own dialect: lower others (torch, stablehlo, "
                        "tosa, tm_tensor, iree_linalg_ext) to these by the "
                        "front end's passes, or compute sorts, scans and "
                        "scatters outside and pass them as arguments";
        // What comes next, or the default, prints it.
        return failure();
      }) {}
