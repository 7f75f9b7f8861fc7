//===- Identifier.h - Names that PTX takes ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_IDENTIFIER_H
#define LOWP_SUPPORT_IDENTIFIER_H

#include <string>

namespace mlir::lowp {

/// `name` with what PTX does not allow in identifiers replaced, and a first
/// digit after an underscore: `0f` is a number there.
inline std::string makeIdentifier(std::string name) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (char &c : name)
    if (!isDigit(c) && !isLetter(c))
      c = '_';
  return name.empty() || isDigit(name.front()) ? "_" + name : name;
}

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_IDENTIFIER_H
