//===- Minimizer.h - Smaller modules with the same finding ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_MINIMIZER_H
#define LOWP_TEST_LIB_FUZZ_MINIMIZER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp::fuzz {

/// Removes lines from `text` as long as `stillFails` says so of the rest.
std::string minimize(llvm::StringRef text,
                     llvm::function_ref<bool(llvm::StringRef)> stillFails);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_MINIMIZER_H
