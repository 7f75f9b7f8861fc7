//===- Minimizer.cpp - Smaller modules with the same finding --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Minimizer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::lowp::fuzz;
using llvm::SmallVector;
using llvm::StringRef;

std::string
mlir::lowp::fuzz::minimize(StringRef text,
                           llvm::function_ref<bool(StringRef)> stillFails) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (size_t part = lines.size() / 2; part > 0; part /= 2) {
    for (size_t first = 0; first < lines.size();) {
      SmallVector<StringRef> rest(lines);
      size_t count = std::min(part, rest.size() - first);
      rest.erase(rest.begin() + first, rest.begin() + first + count);
      if (stillFails(llvm::join(rest, "\n")))
        lines = rest;
      else
        first += part;
    }
  }
  return llvm::join(lines, "\n");
}
