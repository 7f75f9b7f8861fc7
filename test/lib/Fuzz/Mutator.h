//===- Mutator.h - Near-valid modules ---------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_MUTATOR_H
#define LOWP_TEST_LIB_FUZZ_MUTATOR_H

#include "Corpus.h"
#include "Random.h"

namespace mlir::lowp::fuzz {

/// Changes a few tokens or lines of `text`; lines may come from `corpus`.
std::string mutate(llvm::StringRef text, const std::vector<Module> &corpus,
                   Random &random);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_MUTATOR_H
