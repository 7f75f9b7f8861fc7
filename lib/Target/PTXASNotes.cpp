//===- PTXASNotes.cpp - What ptxas says, as data --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines that matter, as ptxas 13.0 writes them:
//
//   ptxas info    : (C7514) Potential Performance Loss: ... function 'f'
//   ptxas info    : Compiling entry function 'f' for 'sm_90a'
//       0 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
//   ptxas info    : Used 168 registers, used 1 barriers, 16 bytes smem
//   ptxas warning : ...
//   ptxas <file>, line 7; error   : ...
//   ptxas fatal   : ...
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/PTXASNotes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

using namespace mlir::lowp;
using llvm::StringRef;

bool PTXASNote::isCostly() const {
  static constexpr llvm::StringLiteral kCostly[] = {
      "C7507", "C7508", "C7510", "C7514", "C7515", "C7517", "C7519"};
  return llvm::is_contained(kCostly, code);
}

bool PTXASNote::wantsRegisters() const {
  return code == "C7507" || code == "C7508" || code == "C7510";
}

const PTXASKernel *PTXASReport::lookup(StringRef kernel) const {
  for (const PTXASKernel &entry : kernels)
    if (entry.name == kernel)
      return &entry;
  return nullptr;
}

/// The first group of `pattern` in `text`; empty where it is not there.
static std::string find(const char *pattern, StringRef text) {
  llvm::SmallVector<StringRef> groups;
  return llvm::Regex(pattern).match(text, &groups) ? groups[1].str() : "";
}

/// The same for a number; 0 where it is not there.
static unsigned findNumber(const char *pattern, StringRef text) {
  unsigned number = 0;
  StringRef(find(pattern, text)).getAsInteger(10, number);
  return number;
}

static PTXASNote parseNote(StringRef message) {
  PTXASNote note;
  if (message.consume_front("(")) {
    auto [code, rest] = message.split(')');
    note.code = code.str();
    message = rest.ltrim();
  }
  note.message = message.str();
  note.function = find(".*function '([^']*)'", message);
  note.line = findNumber("line ([0-9]+)", message);
  return note;
}

/// Adds an indented line of function properties to the kernel that ptxas is
/// at. Functions that it calls are listed after it and count as part of it.
static void addProperties(StringRef line, PTXASKernel &kernel) {
  kernel.spillStores += findNumber("([0-9]+) bytes spill stores", line);
  kernel.spillLoads += findNumber("([0-9]+) bytes spill loads", line);
}

static void parseInfo(StringRef message, PTXASReport &report) {
  if (message.starts_with("(C")) {
    report.notes.push_back(parseNote(message));
    return;
  }
  if (message.starts_with("Compiling entry function")) {
    report.kernels.emplace_back().name =
        find("entry function '([^']*)'", message);
    return;
  }
  if (report.kernels.empty() || !message.starts_with("Used "))
    return;
  report.kernels.back().registers = findNumber("([0-9]+) registers", message);
  report.kernels.back().staticSharedBytes =
      findNumber("([0-9]+) bytes smem", message);
}

static void parseError(unsigned line, StringRef message, PTXASReport &report) {
  // Says only that there were the errors above.
  if (!message.starts_with("Ptx assembly aborted") || report.errors.empty())
    report.errors.push_back({message.str(), line});
}

static void parseLine(StringRef line, PTXASReport &report) {
  static const llvm::Regex message("^ptxas +(.*, line ([0-9]+); +)?"
                                   "(info|warning|error|fatal) *: *(.*)$");
  llvm::SmallVector<StringRef> groups;
  if (!message.match(line, &groups)) {
    if (!report.kernels.empty())
      addProperties(line, report.kernels.back());
    return;
  }
  unsigned number = 0;
  groups[2].getAsInteger(10, number);
  if (groups[3] == "info")
    parseInfo(groups[4], report);
  else if (groups[3] == "warning")
    report.notes.push_back(parseNote(groups[4]));
  else
    parseError(number, groups[4], report);
}

PTXASReport mlir::lowp::parsePTXASOutput(StringRef output) {
  PTXASReport report;
  llvm::SmallVector<StringRef> lines;
  output.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    parseLine(line.rtrim(), report);
  return report;
}
