//===- TextTable.h - Rows of text in columns --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FILES_TEXTTABLE_H
#define LOWP_FILES_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>
#include <string>

namespace mlir::lowp {

/// Prints a line for each row, each column as wide as its widest cell, without
/// blanks at the end.
template <size_t kColumns>
void printTable(llvm::ArrayRef<std::array<std::string, kColumns>> rows,
                llvm::raw_ostream &os) {
  std::array<size_t, kColumns> widths = {};
  for (const auto &row : rows)
    for (auto [width, cell] : llvm::zip(widths, row))
      width = std::max(width, cell.size());
  for (const auto &row : rows) {
    std::string line;
    for (auto [width, cell] : llvm::zip(widths, row))
      line += "  " + cell + std::string(width - cell.size(), ' ');
    os << llvm::StringRef(line).rtrim() << "\n";
  }
}

} // namespace mlir::lowp

#endif // LOWP_FILES_TEXTTABLE_H
