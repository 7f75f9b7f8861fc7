//===- Report.cpp - What a run has found ----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "lowp/Files/OutputSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::lowp::fuzz;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Known findings
//===----------------------------------------------------------------------===//

void KnownFindings::read(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::errs() << "lowp-fuzz: cannot read " << path << ": "
                 << buffer.getError().message() << "\n";
    exit(2);
  }
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    std::string error;
    if (!llvm::Regex(line).isValid(error)) {
      llvm::errs() << "lowp-fuzz: expected a regular expression in " << path
                   << ", got '" << line << "': " << error << "\n";
      exit(2);
    }
    expressions.push_back(line.str());
  }
}

bool KnownFindings::match(const Ending &ending) const {
  return llvm::any_of(expressions, [&](StringRef expression) {
    llvm::Regex regex(expression);
    return regex.match(ending.finding) || regex.match(ending.output);
  });
}

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

/// The functions of LLVM's stack trace in `output` without those that print it.
static SmallVector<StringRef> getFrames(StringRef output) {
  SmallVector<StringRef> lines, frames;
  output.split(lines, '\n');
  for (StringRef line : lines) {
    auto [number, rest] = line.ltrim(" #").split(' ');
    unsigned frame;
    if (number.getAsInteger(10, frame) || !rest.ltrim().starts_with("0x"))
      continue;
    StringRef name = rest.ltrim().split(' ').second;
    name.consume_front("(anonymous namespace)::");
    bool isNoise = llvm::any_of(
        ArrayRef<StringRef>{"llvm::sys::", "SignalHandler", "libc.so",
                            "onTimeout", "gsignal", "abort", "raise",
                            "libstdc++", "__pthread_kill"},
        [&](StringRef word) { return name.contains(word); });
    if (!isNoise && !name.starts_with("(/"))
      frames.push_back(name.split(" /").first.split('(').first);
  }
  return frames;
}

/// `finding` without numbers, which differ where the cause is the same.
static std::string withoutNumbers(StringRef finding) {
  std::string text;
  for (char c : finding)
    if (!llvm::isDigit(c))
      text += c;
  return text;
}

std::string mlir::lowp::fuzz::summarize(const Input &input,
                                        const Ending &ending) {
  if (StringRef(ending.finding).starts_with("pars"))
    return ending.finding; // No pipeline has run.
  if (!StringRef(ending.finding).starts_with("crash"))
    return withoutNumbers(ending.finding) + " in " + input.pipeline;
  SmallVector<StringRef> frames = getFrames(ending.output);
  frames.resize(std::min<size_t>(frames.size(), 3));
  return ending.finding + " in " + llvm::join(frames, " < ");
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static void writeFile(StringRef path, StringRef text) {
  if (llvm::Error error = mlir::lowp::writeOutput(path, text))
    llvm::errs() << "lowp-fuzz: " << llvm::toString(std::move(error)) << "\n";
}

bool Report::isNew(const Input &input, const Ending &ending) const {
  return findings.count(summarize(input, ending)) == 0;
}

void Report::addRepeated(const Input &input, const Ending &ending) {
  ++findings[summarize(input, ending)];
}

void Report::add(const Input &input, const Ending &ending, StringRef name) {
  addRepeated(input, ending);
  llvm::sys::fs::create_directories(folder);
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name + ".mlir");
  writeFile(path, formatInput(input, ending.finding));
  llvm::outs() << "FINDING " << summarize(input, ending)
               << "\n  pipeline: " << input.pipeline << "\n  input: " << path
               << "\n  reproduce: lowp-fuzz " << path << "\n";
  SmallVector<StringRef> lines;
  StringRef(ending.output).split(lines, '\n', 40);
  for (StringRef line : ArrayRef<StringRef>(lines).take_front(40))
    llvm::outs() << "  | " << line << "\n";
  llvm::outs().flush();
}
