//===- Supervisor.h - Trials that may crash or hang -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_SUPERVISOR_H
#define LOWP_TEST_LIB_FUZZ_SUPERVISOR_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <string>

namespace mlir::lowp::fuzz {

/// What may go wrong without end, and when it is too much.
struct Limits {
  /// Seconds of processor time per trial; of real time, ten times as much.
  unsigned seconds;
  /// Bytes of address space; 0 for no limit (sanitizers need that).
  uint64_t memory;
};

/// How a run of trials in a child process ended.
struct Ending {
  /// The trial that ended it; their number if none did.
  uint64_t trial;
  /// One line; empty if all was well.
  std::string finding;
  /// What the child wrote to stderr, such as a stack.
  std::string output;
};

/// Calls `trial` in a child process with `first`, `first` + 1, ... until one
/// returns a finding, crashes or exceeds `limits`, until `count` are done, or
/// until `isOver`.
Ending superviseTrials(uint64_t first, uint64_t count, const Limits &limits,
                       llvm::function_ref<std::string(uint64_t)> trial,
                       llvm::function_ref<bool()> isOver);

/// Ends the child, in the middle of a trial, with `finding`.
[[noreturn]] void endTrial(const std::string &finding);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_SUPERVISOR_H
