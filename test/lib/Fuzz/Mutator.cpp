//===- Mutator.cpp - Near-valid modules -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on tokens, so that most of a module stays what it was. A change of all
// places that say the same (a size, an element type, a recipe) often leaves a
// valid module, and one that no test has thought of.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::lowp::fuzz;
using llvm::SmallVector;
using llvm::StringRef;

namespace {
using Tokens = std::vector<std::string>;

/// Words of one kind, which can often stand for each other.
struct Kind {
  std::vector<StringRef> words;
};
} // namespace

static const Kind kKinds[] = {
    // Sizes and other numbers.
    {{"0",
      "1",
      "2",
      "3",
      "4",
      "7",
      "8",
      "15",
      "16",
      "17",
      "31",
      "32",
      "33",
      "64",
      "127",
      "128",
      "129",
      "255",
      "256",
      "300",
      "512",
      "1024",
      "4096",
      "65535",
      "65536",
      "2147483647",
      "2147483648",
      "4294967296",
      "4611686018427387904",
      "9223372036854775807",
      "9223372036854775808",
      "18446744073709551616",
      "-1",
      "-2",
      "-128",
      "-9223372036854775808",
      "?",
      "1.0",
      "1.0e-12",
      "0x7FC00000",
      "1.0e400"}},
    {{"f8E4M3FN",     "f8E5M2",       "f8E8M0FNU",  "f6E2M3FN",
      "f6E3M2FN",     "f4E2M1FN",     "f8E4M3FNUZ", "f8E3M4",
      "f32",          "f16",          "bf16",       "f64",
      "tf32",         "f128",         "i1",         "i4",
      "i8",           "i32",          "i64",        "index",
      "i0",           "i1024",        "none",       "vector<4xf32>",
      "complex<f32>", "memref<?xf32>"}},
    {{"#lowp.tensorwise",     "#lowp.rowwise",      "#lowp.block<1x32>",
      "#lowp.block<1x64>",    "#lowp.block<1x128>", "#lowp.block<128x1>",
      "#lowp.block<128x128>", "#lowp.block<1x256>", "#lowp.block<256x128>",
      "#lowp.block<1x1024>",  "#lowp.block<3x128>", "#lowp.block<0x128>",
      "#lowp.block_1x128",    "#lowp.block_32x1",   "#lowp.mx<1x32>",
      "#lowp.mx<32x1>",       "#lowp.mx<32x32>",    "#lowp.mx<128x128>",
      "#lowp.mx<1x1>",        "#lowp.mx_1x32",      "#lowp.nvfp4<1x16>",
      "#lowp.nvfp4<16x1>",    "#lowp.nvfp4<16x16>", "#lowp.nvfp4_1x16",
      "#lowp_test.block_1x64"}},
    {{"#lowp.compact", "#lowp.mn_major", "#lowp.k_major", "#lowp.packed_words",
      "#lowp.swizzled", "#lowp_test.flat", "#lowp_test.row_tiles"}},
    {{"tensorwise",
      "tensorwise_grad",
      "rowwise",
      "rowwise_grad",
      "rowwise_with_gw_hp_dgrad",
      "block_1x128_128x128",
      "block_1x128_1x128",
      "block_1x256_1x256",
      "mxfp8",
      "mxfp8_e5m2",
      "mxfp8_grad",
      "mxfp6",
      "mxfp6_e3m2",
      "mxfp4",
      "mxfp8_mxfp6",
      "mxfp8_mxfp6_e3m2",
      "mxfp8_mxfp4",
      "nvfp4",
      "nvfp4_dgrad",
      "nvfp4_wgrad"}},
    {{"torchao", "torchao_rowwise", "transformer_engine",
      "transformer_engine_stochastic", "mx_floor", "mx_ceil", "mx_even",
      "mx_rceil"}},
    {{"#lowp.identity", "#lowp_test.tiles", "#lowp_test.z_order"}},
    {{"decode", "encode"}},
    {{"dense", "bytes"}},
    {{"true", "false"}},
    {{"tensor", "memref", "vector"}},
    {{"lowp.quantize", "lowp.dequantize", "lowp.relayout", "lowp.transpose",
      "lowp.split_scaled", "lowp.make_scaled", "lowp.scaled_matmul",
      "lowp.hadamard", "lowp.gemm", "lowp.grouped_matmul",
      "lowp.grouped_scaled_matmul", "lowp.widen", "lowp.amax",
      "lowp.compute_scale", "lowp.compute_global_scale"}},
    {{"linalg.matmul", "linalg.generic", "linalg.batch_matmul",
      "linalg.matmul_transpose_b", "linalg.contract"}},
    {{"acquire", "commit", "wait", "release"}},
    {{"\"sm_90a\"", "\"sm_100a\"", "\"sm_90\"", "\"\"", "\"a\"", "\"b\""}},
    {{"data",
      "panel",
      "order",
      "scales",
      "convention",
      "packing",
      "alignment",
      "transposed",
      "axis",
      "signs",
      "size",
      "hadamard",
      "fast_accumulation",
      "accumulate",
      "seed",
      "ends",
      "counts",
      "groups",
      "separate",
      "start",
      "spread"}},
};

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// The length of the token at the start of `text`, which is not empty.
/// `afterSize`: right behind a number or `?`, where an x separates sizes.
static size_t measureToken(StringRef text, bool afterSize) {
  if (llvm::isSpace(text[0]))
    return text.take_while(llvm::isSpace).size();
  if (text.starts_with("//"))
    return std::min(text.find('\n'), text.size());
  if (text[0] == '"')
    return std::min(text.find('"', 1), text.size() - 1) + 1;
  if (afterSize && text[0] == 'x')
    return 1;
  if (llvm::isDigit(text[0])) {
    size_t digits = text.take_while(llvm::isDigit).size();
    StringRef rest = text.drop_front(digits);
    bool isFraction = rest.size() > 1 && rest[0] == '.';
    return isFraction ? text.take_while([](char c) {
                              return isWordCharacter(c) || c == '-';
                            })
                            .size()
                      : digits;
  }
  bool hasSigil = StringRef("%#!@^").contains(text[0]);
  size_t word = text.drop_front(hasSigil).take_while(isWordCharacter).size();
  return std::max<size_t>(1, hasSigil + word);
}

static Tokens split(StringRef text) {
  Tokens tokens;
  bool afterSize = false;
  while (!text.empty()) {
    size_t length = measureToken(text, afterSize);
    tokens.push_back(text.take_front(length).str());
    afterSize = llvm::isDigit(tokens.back()[0]) || tokens.back() == "?";
    text = text.drop_front(length);
  }
  return tokens;
}

static bool isNumber(StringRef token) {
  return !token.empty() && llvm::isDigit(token[0]);
}

/// The position of a token that is neither blank nor comment.
static size_t pickPosition(const Tokens &tokens, Random &random) {
  size_t position = 0;
  for (int attempt = 0; attempt < 20; ++attempt) {
    position = random.below(tokens.size());
    StringRef token = tokens[position];
    if (!llvm::isSpace(token[0]) && !token.starts_with("//"))
      break;
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Changes of tokens
//===----------------------------------------------------------------------===//

/// Another word of the token's kind; of a name, another name in `tokens`.
static std::string pickReplacement(StringRef token, const Tokens &tokens,
                                   Random &random) {
  for (const Kind &kind : kKinds)
    if (llvm::is_contained(kind.words, token) ||
        (isNumber(token) && isNumber(kind.words.front())))
      return random.pick(kind.words).str();
  for (int attempt = 0; attempt < 20; ++attempt) {
    const std::string &other = random.pick(tokens);
    if (other[0] == token[0] && other != token)
      return other;
  }
  return random.pick(random.pick(llvm::ArrayRef<Kind>(kKinds)).words).str();
}

static void replaceOne(Tokens &tokens, Random &random) {
  std::string &token = tokens[pickPosition(tokens, random)];
  token = pickReplacement(token, tokens, random);
}

static void replaceAll(Tokens &tokens, Random &random) {
  std::string old = tokens[pickPosition(tokens, random)];
  std::string replacement = pickReplacement(old, tokens, random);
  llvm::replace(tokens, old, replacement);
}

static void removeOne(Tokens &tokens, Random &random) {
  tokens.erase(tokens.begin() + pickPosition(tokens, random));
}

static void repeatOne(Tokens &tokens, Random &random) {
  size_t position = pickPosition(tokens, random);
  std::string token = tokens[position];
  tokens.insert(tokens.begin() + position, token);
}

static void swapTwo(Tokens &tokens, Random &random) {
  std::swap(tokens[pickPosition(tokens, random)],
            tokens[pickPosition(tokens, random)]);
}

//===----------------------------------------------------------------------===//
// Changes of lines
//===----------------------------------------------------------------------===//

static std::string
changeLines(StringRef text, const std::vector<Module> &corpus, Random &random) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  size_t line = random.below(lines.size());
  size_t other = random.below(lines.size());
  SmallVector<StringRef> foreign;
  switch (random.below(4)) {
  case 0:
    lines.erase(lines.begin() + line);
    break;
  case 1:
    lines.insert(lines.begin() + other, StringRef(lines[line]));
    break;
  case 2:
    std::swap(lines[line], lines[other]);
    break;
  case 3:
    StringRef(random.pick(corpus).text).split(foreign, '\n');
    lines.insert(lines.begin() + line, random.pick(foreign));
    break;
  }
  return llvm::join(lines, "\n");
}

static std::string changeTokens(StringRef text, Random &random) {
  Tokens tokens = split(text);
  switch (random.below(10)) {
  case 0:
    removeOne(tokens, random);
    break;
  case 1:
    repeatOne(tokens, random);
    break;
  case 2:
    swapTwo(tokens, random);
    break;
  case 3:
  case 4:
  case 5:
    replaceOne(tokens, random);
    break;
  default:
    replaceAll(tokens, random);
  }
  return llvm::join(tokens, "");
}

std::string mlir::lowp::fuzz::mutate(StringRef text,
                                     const std::vector<Module> &corpus,
                                     Random &random) {
  std::string result = text.str();
  // Few changes leave most of the verifier behind.
  do {
    if (result.empty())
      break;
    result = random.chance(1, 6) ? changeLines(result, corpus, random)
                                 : changeTokens(result, random);
  } while (random.chance(1, 2));
  return result;
}
