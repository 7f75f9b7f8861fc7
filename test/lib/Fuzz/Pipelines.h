//===- Pipelines.h - What modules are sent through --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_PIPELINES_H
#define LOWP_TEST_LIB_FUZZ_PIPELINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp::fuzz {

/// The pipelines of lowp, and what goes with every module.
llvm::ArrayRef<llvm::StringRef> getWholePipelines();

/// Each pass of lowp on its own. test/Fuzz/passes.test compares the list with
/// the passes there are.
llvm::ArrayRef<llvm::StringRef> getSinglePasses();

/// `pass` in the syntax of pipelines on modules: around one that runs on
/// another operation, what leads there. Empty if there is no such pass.
std::string nestPass(llvm::StringRef pass);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_PIPELINES_H
