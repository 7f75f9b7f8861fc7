//===- Report.h - What a run has found --------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_REPORT_H
#define LOWP_TEST_LIB_FUZZ_REPORT_H

#include "Inputs.h"
#include "Supervisor.h"

#include <map>

namespace mlir::lowp::fuzz {

/// Findings that are not lowp's.
class KnownFindings {
public:
  /// Reads a file of regular expressions, one a line; lines that start with
  /// `#` say why. Ends the program where one cannot be understood.
  void read(llvm::StringRef path);

  /// Whether the finding or what was written to stderr matches one of them.
  bool match(const Ending &ending) const;

private:
  std::vector<std::string> expressions;
};

/// Collects findings and writes each kind once.
class Report {
public:
  /// `folder`: where inputs are written to.
  explicit Report(llvm::StringRef folder) : folder(folder) {}

  /// Whether there was no finding of this kind before.
  bool isNew(const Input &input, const Ending &ending) const;

  /// Writes `input` to a file, and to stdout what was found.
  void add(const Input &input, const Ending &ending, llvm::StringRef name);

  /// Counts a finding of a kind that was written already.
  void addRepeated(const Input &input, const Ending &ending);

  size_t size() const { return findings.size(); }

private:
  std::string folder;
  /// How often a kind of finding occurred.
  std::map<std::string, unsigned> findings;
};

/// What findings with the same cause have in common, most of the time: for a
/// crash, the innermost functions.
std::string summarize(const Input &input, const Ending &ending);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_REPORT_H
