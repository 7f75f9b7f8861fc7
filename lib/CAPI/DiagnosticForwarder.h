//===- DiagnosticForwarder.h - MLIR's diagnostics for C ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CAPI_DIAGNOSTICFORWARDER_H
#define LOWP_LIB_CAPI_DIAGNOSTICFORWARDER_H

#include "lowp-c/Diagnostics.h"
#include "mlir/IR/Diagnostics.h"

#include <string>

namespace mlir::lowp::capi {

/// While it lives, diagnostics of `context` go to a callback, which may be
/// null; with one, what passes decided is among them, unless the owner of the
/// context has those remarks go elsewhere.
class DiagnosticForwarder {
public:
  DiagnosticForwarder(MLIRContext &context, LowpDiagnosticCallback callback,
                      void *userData);
  ~DiagnosticForwarder();

  /// "file:line:column: message" of the first error; empty without one.
  const std::string &getFirstError() const { return firstError; }

private:
  void forward(const Diagnostic &diagnostic);

  MLIRContext &context;
  LowpDiagnosticCallback callback;
  void *userData;
  std::string firstError;
  ScopedDiagnosticHandler handler;
  bool reportsRemarks;
};

} // namespace mlir::lowp::capi

#endif // LOWP_LIB_CAPI_DIAGNOSTICFORWARDER_H
