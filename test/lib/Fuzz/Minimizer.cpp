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

using Lines = SmallVector<StringRef>;
using Fails = llvm::function_ref<bool(StringRef)>;

/// Removes `count` lines from `first` on where what is left still fails.
static bool tryRemoval(Lines &lines, size_t first, size_t count,
                       Fails stillFails) {
  Lines rest(lines);
  rest.erase(rest.begin() + first, rest.begin() + first + count);
  if (!stillFails(llvm::join(rest, "\n")))
    return false;
  lines = rest;
  return true;
}

/// Parts of one length, beside each other.
static void removeParts(Lines &lines, size_t length, Fails stillFails) {
  for (size_t first = 0; first < lines.size();)
    if (!tryRemoval(lines, first, std::min(length, lines.size() - first),
                    stillFails))
      first += length;
}

/// How many lines the region has that line `first` opens; 0 if it opens none.
static size_t measureRegion(const Lines &lines, size_t first) {
  if (!lines[first].rtrim().ends_with("{"))
    return 0;
  int64_t open = 0;
  for (size_t line = first; line < lines.size(); ++line) {
    open += lines[line].count('{') - lines[line].count('}');
    if (open <= 0)
      return line - first + 1;
  }
  return 0;
}

/// Operations with regions, functions among them.
static void removeRegions(Lines &lines, Fails stillFails) {
  for (size_t first = 0; first < lines.size(); ++first)
    while (size_t length =
               first < lines.size() ? measureRegion(lines, first) : 0)
      if (!tryRemoval(lines, first, length, stillFails))
        break;
}

std::string mlir::lowp::fuzz::minimize(StringRef text, Fails stillFails) {
  Lines lines;
  text.split(lines, '\n');
  size_t before;
  do {
    before = lines.size();
    removeRegions(lines, stillFails);
    for (size_t part = lines.size() / 2; part > 0; part /= 2)
      removeParts(lines, part, stillFails);
  } while (lines.size() < before);
  return llvm::join(lines, "\n");
}
