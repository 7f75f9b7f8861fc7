//===- Nesting.h - How deep a text nests ------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsers, of MLIR and of JSON, call themselves for what is inside of
// something; MLIR's verifier and printer do so too. Aliases make short texts of
// deep and of endless ones.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FILES_NESTING_H
#define LOWP_FILES_NESTING_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// How deep things may lie within each other. Programs have a dozen levels.
inline constexpr unsigned kMostNesting = 256;

/// What is wrong with a text before it is parsed, and where.
struct SourceFault {
  size_t offset;
  std::string message;
};

/// The first place where `text`, of whatever language, nests too deep, or is
/// too long with its aliases written out.
std::optional<SourceFault> findDeepNesting(llvm::StringRef text);

} // namespace mlir::lowp

#endif // LOWP_FILES_NESTING_H
