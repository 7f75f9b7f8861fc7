//===- Trial.h - One module through one pipeline ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_TRIAL_H
#define LOWP_TEST_LIB_FUZZ_TRIAL_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp::fuzz {

/// A pipeline of this name checks that a valid module survives printing and
/// parsing, as text and as bytecode.
inline constexpr llvm::StringLiteral kRoundTrip = "round-trip";

enum class Outcome {
  /// No module, and an error says where and why.
  Unparsable,
  /// The pipeline failed, likewise.
  Refused,
  /// The pipeline ran to its end.
  Passed,
  /// Whatever must not happen.
  Finding
};

struct TrialResult {
  Outcome outcome;
  /// What must not happen, in one line.
  std::string finding;
};

/// Parses and verifies `text` and runs `pipeline` on it, as lowp-opt does. A
/// crash and a hang are for the caller to notice; findings are
/// - failure without an error, or with errors that name no location,
/// - success with an error,
/// - a pass that leaves IR that its verifier refuses,
/// - for `kRoundTrip`: another module than before.
/// `onInvalidIR` is called with that finding at once: what invalid IR does to
/// later passes is no finding of its own.
TrialResult
runTrial(const DialectRegistry &registry, llvm::StringRef text,
         llvm::StringRef pipeline,
         llvm::function_ref<void(const std::string &)> onInvalidIR = nullptr);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_TRIAL_H
