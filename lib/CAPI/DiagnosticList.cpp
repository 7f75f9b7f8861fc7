//===- DiagnosticList.cpp - Diagnostics that are kept ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Diagnostics.h"

#include <deque>
#include <string>

namespace {
/// A diagnostic with the texts that it points to.
struct OwnedDiagnostic {
  explicit OwnedDiagnostic(const LowpDiagnostic &given)
      : file(given.file), message(given.message), diagnostic(given) {
    diagnostic.file = file.c_str();
    diagnostic.message = message.c_str();
  }
  // The pointers are into this object.
  OwnedDiagnostic(const OwnedDiagnostic &) = delete;

  std::string file, message;
  LowpDiagnostic diagnostic;
};
} // namespace

struct LowpDiagnosticList {
  std::deque<OwnedDiagnostic> all;
};

LowpDiagnosticList *lowpDiagnosticListCreate(void) {
  return new LowpDiagnosticList;
}

void lowpDiagnosticListAppend(const LowpDiagnostic *diagnostic, void *list) {
  if (diagnostic && list)
    static_cast<LowpDiagnosticList *>(list)->all.emplace_back(*diagnostic);
}

size_t lowpDiagnosticListSize(const LowpDiagnosticList *list) {
  return list ? list->all.size() : 0;
}

const LowpDiagnostic *lowpDiagnosticListGet(const LowpDiagnosticList *list,
                                            size_t number) {
  return number < lowpDiagnosticListSize(list) ? &list->all[number].diagnostic
                                               : nullptr;
}

void lowpDiagnosticListDestroy(LowpDiagnosticList *list) { delete list; }
