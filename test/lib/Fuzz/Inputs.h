//===- Inputs.h - The trials of a run ---------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_INPUTS_H
#define LOWP_TEST_LIB_FUZZ_INPUTS_H

#include "Corpus.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::lowp::fuzz {

/// A module and the pipeline to run on it; empty: parse and verify it only.
struct Input {
  std::string text;
  std::string pipeline;
};

/// What a run is restricted to.
struct Restrictions {
  /// Without forms that wait for a fault to be mended (Forms.def).
  bool withoutWaiting = true;
  /// Modules written by chance alone, as they were written.
  bool onlyGenerated = false;
};

/// Trial `index` of the run with `seed`: the same for the same corpus. Seed 0
/// sends the corpus, unchanged, through all pipelines. `context` has loaded
/// lowp.
Input makeInput(uint64_t seed, uint64_t index,
                const std::vector<Module> &corpus, MLIRContext *context,
                const Restrictions &restrictions = {});

/// The input as a file that lowp-fuzz reads again, with `remark` in a comment.
std::string formatInput(const Input &input, llvm::StringRef remark);
Input parseInput(llvm::StringRef file);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_INPUTS_H
