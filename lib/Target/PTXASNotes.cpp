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
#include "llvm/ADT/StringExtras.h"

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

/// The number before the first `unit` in `text`, or 0.
static unsigned numberBefore(StringRef text, StringRef unit) {
  size_t end = text.find(unit);
  if (end == StringRef::npos)
    return 0;
  StringRef head = text.take_front(end).rtrim();
  unsigned number = 0;
  head.take_back(head.size() - head.find_last_not_of("0123456789") - 1)
      .getAsInteger(10, number);
  return number;
}

/// The number right after the first `key` in `text`, or 0.
static unsigned numberAfter(StringRef text, StringRef key) {
  size_t start = text.find(key);
  if (start == StringRef::npos)
    return 0;
  unsigned number = 0;
  StringRef tail = text.drop_front(start + key.size()).ltrim();
  tail.take_while(llvm::isDigit).getAsInteger(10, number);
  return number;
}

/// What stands in single quotes after the last `key` in `text`, or nothing.
static StringRef quotedAfter(StringRef text, StringRef key) {
  size_t start = text.rfind(key);
  if (start == StringRef::npos)
    return {};
  StringRef tail = text.drop_front(start + key.size()).ltrim();
  if (!tail.consume_front("'"))
    return {};
  return tail.take_until([](char c) { return c == '\''; });
}

static PTXASNote parseNote(StringRef message) {
  PTXASNote note;
  if (message.consume_front("(")) {
    auto [code, rest] = message.split(')');
    note.code = code.str();
    message = rest.ltrim();
  }
  note.message = message.str();
  note.function = quotedAfter(message, "function").str();
  note.line = numberAfter(message, "line ");
  return note;
}

/// Adds an indented line of function properties to the kernel that ptxas is
/// at. Functions that it calls are listed after it and count as part of it.
static void addProperties(StringRef line, PTXASKernel &kernel) {
  kernel.spillStores += numberBefore(line, "bytes spill stores");
  kernel.spillLoads += numberBefore(line, "bytes spill loads");
}

static void parseInfo(StringRef message, PTXASReport &report) {
  if (message.starts_with("(C")) {
    report.notes.push_back(parseNote(message));
    return;
  }
  if (message.starts_with("Compiling entry function")) {
    report.kernels.emplace_back();
    report.kernels.back().name = quotedAfter(message, "entry function").str();
    return;
  }
  if (report.kernels.empty() || !message.starts_with("Used "))
    return;
  report.kernels.back().registers = numberBefore(message, "registers");
  report.kernels.back().staticSharedBytes = numberBefore(message, "bytes smem");
}

/// `head` is what precedes the severity: "ptxas" or "ptxas <file>, line 7;".
static void parseError(StringRef head, StringRef message, PTXASReport &report) {
  // Says only that there were the errors above.
  if (message.starts_with("Ptx assembly aborted") && !report.errors.empty())
    return;
  size_t line = head.rfind(", line ");
  report.errors.push_back(
      {message.str(), line == StringRef::npos
                          ? 0
                          : numberAfter(head.drop_front(line), ", line ")});
}

static void parseLine(StringRef line, PTXASReport &report) {
  if (!line.starts_with("ptxas ")) {
    if (!report.kernels.empty())
      addProperties(line, report.kernels.back());
    return;
  }
  // A message may contain colons, a path too; the severity does not.
  for (StringRef severity : {"info", "warning", "error", "fatal"}) {
    size_t start = line.find((severity + " ").str());
    size_t colon = start == StringRef::npos ? start : line.find(':', start);
    if (colon == StringRef::npos || line.slice(start, colon).trim() != severity)
      continue;
    StringRef message = line.drop_front(colon + 1).trim();
    if (severity == "info")
      parseInfo(message, report);
    else if (severity == "warning")
      report.notes.push_back(parseNote(message));
    else
      parseError(line.take_front(start), message, report);
    return;
  }
}

PTXASReport mlir::lowp::parsePTXASOutput(StringRef output) {
  PTXASReport report;
  llvm::SmallVector<StringRef> lines;
  output.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    parseLine(line.rtrim(), report);
  return report;
}
