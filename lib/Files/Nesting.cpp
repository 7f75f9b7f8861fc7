//===- Nesting.cpp - How deep a text nests --------------------------------===//
//------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Files/Nesting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::lowp;
using llvm::StringRef;

/// Operators of one affine expression, each of which is a level of its parser.
static constexpr unsigned kMostOperators = 1024;
/// Bytes of a text with its aliases written out, per byte as it is, and bytes
/// that any text may have.
static constexpr uint64_t kMostExpansion = 256;
static constexpr uint64_t kAnyExpansion = uint64_t(64) << 20;

namespace {
/// What is known of `!name` or `#name`, written out.
struct Alias {
  unsigned depth = 0;
  uint64_t bytes = 0;
};

/// Walks over a text with as much understanding of MLIR as brackets take.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}
  std::optional<SourceFault> run();

private:
  void skipString();
  void skipLine();
  void readWord();
  void readAlias();
  bool startsDefinition(size_t end) const;
  void readPunctuation(char c);
  void open();
  void countOperator();
  void reach(unsigned inner);

  StringRef text;
  size_t at = 0;
  unsigned depth = 0, operators = 0;
  bool isLineStart = true;
  llvm::StringMap<Alias> aliases;
  /// That which is being defined.
  Alias *defined = nullptr;
  uint64_t expansion = 0;
  std::optional<SourceFault> fault;
};
} // namespace

/// After the end of a string; one that has none ends the parser's work, too.
void Scanner::skipString() {
  size_t end = at + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  at = end + 1;
}

void Scanner::skipLine() { at = std::min(text.find('\n', at), text.size()); }

/// Takes note that something lies `inner` levels below the present one.
void Scanner::reach(unsigned inner) {
  unsigned reached = depth + inner;
  if (defined)
    defined->depth = std::max(defined->depth, reached);
  if (reached > kMostNesting && !fault)
    fault = {at, "expected at most " + std::to_string(kMostNesting) +
                     " levels of nesting, got more; what people write "
                     "has a dozen"};
}

void Scanner::open() {
  ++depth;
  operators = 0;
  reach(0);
}

void Scanner::countOperator() {
  if (++operators > kMostOperators && !fault)
    fault = {at, "expected at most " + std::to_string(kMostOperators) +
                     " operators in an affine expression, got more; compute it "
                     "by operations"};
}

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
}

void Scanner::readWord() {
  size_t start = at;
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  StringRef word = text.slice(start, at);
  if (word == "mod" || word == "floordiv" || word == "ceildiv")
    countOperator();
}

/// Whether the alias before `end` is defined there.
bool Scanner::startsDefinition(size_t end) const {
  StringRef rest = text.drop_front(end).ltrim(" \t");
  return isLineStart && depth == 0 && rest.starts_with("=") &&
         !rest.starts_with("==");
}

void Scanner::readAlias() {
  size_t start = at++;
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  StringRef name = text.slice(start, at);
  if (startsDefinition(at)) {
    defined = &aliases[name];
    *defined = Alias();
    return;
  }
  auto known = aliases.find(name);
  if (known == aliases.end() || &known->second == defined)
    return;
  reach(known->second.depth);
  uint64_t &bytes = defined ? defined->bytes : expansion;
  bytes = llvm::SaturatingAdd(bytes, known->second.bytes);
  if (bytes > kAnyExpansion && bytes / kMostExpansion > text.size() && !fault)
    fault = {start, "expected aliases that stand for texts of some size, got "
                    "one that stands for one without end"};
}

void Scanner::readPunctuation(char c) {
  switch (c) {
  case '(':
  case '[':
  case '{':
  case '<':
    return open();
  case ')':
  case ']':
  case '}':
  case '>':
    depth -= depth != 0;
    operators = 0;
    return;
  case '+':
  case '-':
  case '*':
    return countOperator();
  case ',':
  case '=':
  case '%':
    operators = 0;
    return;
  default:
    return;
  }
}

std::optional<SourceFault> Scanner::run() {
  while (at < text.size() && !fault) {
    char c = text[at];
    StringRef rest = text.drop_front(at);
    size_t start = at;
    if (c == '\n') {
      isLineStart = true;
      ++at;
      continue;
    }
    // What is in no bracket ends what an alias stands for.
    if (isLineStart && depth == 0 && !llvm::isSpace(c))
      defined = nullptr;
    if (c == '"')
      skipString();
    else if (rest.starts_with("//"))
      skipLine();
    else if (c == '#' || c == '!')
      readAlias();
    else if (isWordCharacter(c))
      readWord();
    else if (rest.starts_with("->") || rest.starts_with(">=") ||
             rest.starts_with("<="))
      at += 2;
    else {
      readPunctuation(c);
      ++at;
    }
    if (!llvm::isSpace(c))
      isLineStart = false;
    if (defined)
      defined->bytes = llvm::SaturatingAdd<uint64_t>(
          defined->bytes, std::min(at, text.size()) - start);
  }
  return fault;
}

std::optional<SourceFault> mlir::lowp::findDeepNesting(StringRef text) {
  return Scanner(text).run();
}
