//===- Corpus.h - Modules to start from -------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_CORPUS_H
#define LOWP_TEST_LIB_FUZZ_CORPUS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::lowp::fuzz {

/// One module of a test.
struct Module {
  std::string text;
  /// The pass pipelines that its test runs.
  std::vector<std::string> pipelines;
  /// Whether it comes from the tests of a parser's or verifier's errors.
  bool isInvalid = false;
};

/// Reads all .mlir files below `folder`, in the order of their paths, and
/// splits them where `-split-input-file` does.
std::vector<Module> readCorpus(llvm::StringRef folder);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_CORPUS_H
