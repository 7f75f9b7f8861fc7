//===- DiagnosticForwarder.cpp - MLIR's diagnostics for C -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticForwarder.h"

#include "lowp/Pipelines/Remarks.h"
#include "mlir/IR/Location.h"

using namespace mlir::lowp;

static LowpSeverity getSeverity(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return LOWP_SEVERITY_NOTE;
  case mlir::DiagnosticSeverity::Remark:
    return LOWP_SEVERITY_REMARK;
  case mlir::DiagnosticSeverity::Warning:
    return LOWP_SEVERITY_WARNING;
  case mlir::DiagnosticSeverity::Error:
    return LOWP_SEVERITY_ERROR;
  }
  return LOWP_SEVERITY_ERROR;
}

/// The first place in a file that `loc` speaks of; of a call, the callee's.
static mlir::FileLineColLoc findPlace(mlir::Location loc) {
  mlir::FileLineColLoc place;
  loc->walk([&](mlir::Location part) {
    place = mlir::dyn_cast<mlir::FileLineColLoc>(part);
    return place ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return place;
}

capi::DiagnosticForwarder::DiagnosticForwarder(mlir::MLIRContext &context,
                                               LowpDiagnosticCallback callback,
                                               void *userData)
    : context(context), callback(callback), userData(userData),
      handler(&context,
              [this](mlir::Diagnostic &diagnostic) {
                forward(diagnostic);
                for (const mlir::Diagnostic &note : diagnostic.getNotes())
                  forward(note);
              }),
      reportsRemarks(callback && !context.getRemarkEngine() &&
                     mlir::succeeded(enableRemarks(context))) {}

capi::DiagnosticForwarder::~DiagnosticForwarder() {
  if (reportsRemarks)
    context.setRemarkEngine(nullptr);
}

void capi::DiagnosticForwarder::forward(const mlir::Diagnostic &diagnostic) {
  mlir::FileLineColLoc place = findPlace(diagnostic.getLocation());
  std::string file = place ? place.getFilename().str() : "";
  std::string message = diagnostic.str();
  LowpDiagnostic forwarded = {getSeverity(diagnostic.getSeverity()), 0, 0,
                              file.c_str(), message.c_str()};
  if (place) {
    forwarded.line = place.getLine();
    forwarded.column = place.getColumn();
  }
  if (forwarded.severity == LOWP_SEVERITY_ERROR && firstError.empty()) {
    // A module as a whole has a file but no line.
    std::string where = file;
    if (forwarded.line)
      where += ":" + std::to_string(forwarded.line) + ":" +
               std::to_string(forwarded.column);
    firstError = where.empty() ? message : where + ": " + message;
  }
  if (callback)
    callback(&forwarded, userData);
}

const char *lowpSeverityName(LowpSeverity severity) {
  switch (severity) {
  case LOWP_SEVERITY_NOTE:
    return "note";
  case LOWP_SEVERITY_REMARK:
    return "remark";
  case LOWP_SEVERITY_WARNING:
    return "warning";
  default:
    return "error";
  }
}
