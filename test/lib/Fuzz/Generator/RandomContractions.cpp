//===- RandomContractions.cpp - Products whose types fit ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTensors.h"
#include "RandomTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

namespace {
/// A product of two tensors, by the letters of its dimensions: "mk,nk->mn".
struct Letters {
  StringRef lhs, rhs, result;
};
} // namespace

/// What each letter is: in all of a function's products the same letter may
/// have another size.
using Sizes = std::map<char, int64_t>;

static RankedTensorType getProductType(StringRef letters, Sizes &sizes,
                                       Type element) {
  SmallVector<int64_t> shape;
  for (char letter : letters)
    shape.push_back(sizes[letter]);
  return RankedTensorType::get(shape, element);
}

static Sizes pickSizes(FunctionBody &body, const Letters &product) {
  Sizes sizes;
  for (StringRef letters : {product.lhs, product.rhs, product.result})
    for (char letter : letters)
      if (!sizes.count(letter))
        sizes[letter] = body.getSize();
  // Rows that copies of tiles take are multiples of 16.
  if (body.random.chance(2, 3))
    for (auto &[letter, size] : sizes)
      if (letter == 'k' || letter == 'n')
        size = 64 << body.random.below(3);
  return sizes;
}

/// A recipe and a role, or neither.
static std::string pickAttributes(FunctionBody &body) {
  if (!body.random.chance(2, 3))
    return "";
  StringRef recipe = body.random.pick(lowp::MatmulRecipeAttr::getPresetNames());
  std::string role;
  if (body.forms.has(Trait::Role) && body.random.chance(1, 3))
    role = formatv(", lowp.role = \"{0}\"",
                   body.random.pick({"forward", "dgrad", "wgrad"}));
  return formatv("lowp.recipe = #lowp.matmul_recipe<{0}>{1}", recipe, role);
}

static Type pickResult(FunctionBody &body, Type element) {
  return body.random.chance(1, 3) ? Float32Type::get(body.context) : element;
}

void fuzz::addNamedContraction(FunctionBody &body) {
  static constexpr std::pair<StringRef, Letters> kNamed[] = {
      {"linalg.matmul", {"mk", "kn", "mn"}},
      {"linalg.batch_matmul", {"bmk", "bkn", "bmn"}},
      {"linalg.matvec", {"mk", "k", "m"}},
      {"linalg.vecmat", {"k", "kn", "n"}},
      {"linalg.dot", {"k", "k", ""}},
      {"linalg.batch_matvec", {"bmk", "bk", "bm"}}};
  auto &[name, product] = body.random.pick(kNamed);
  Sizes sizes = pickSizes(body, product);
  Type element = randomHighPrecision(body.context, body.random);
  Named lhs = body.getValue(getProductType(product.lhs, sizes, element)),
        rhs = makeInit(body, getProductType(product.rhs, sizes, element));
  RankedTensorType type =
      getProductType(product.result, sizes, pickResult(body, element));
  Named init =
      body.random.chance(2, 3) ? makeZeros(body, type) : makeInit(body, type);
  std::string attributes = pickAttributes(body);
  if (!attributes.empty())
    attributes = " {" + attributes + "}";
  body.define(type,
              formatv("{0}{1} ins({2}, {3} : {4}, {5}) outs({6} : {7}) "
                      "-> {7}",
                      name, attributes, lhs.name, rhs.name, print(lhs.type),
                      print(rhs.type), init.name, print(type)));
}

static std::string printMap(StringRef all, StringRef letters) {
  auto list = [](StringRef letters) {
    SmallVector<std::string> words;
    for (char letter : letters)
      words.push_back(std::string(1, letter));
    return llvm::join(words, ", ");
  };
  return formatv("affine_map<({0}) -> ({1})>", list(all), list(letters));
}

/// The body: widens where the result is wider, multiplies and adds.
static void addMultiplyAdd(FunctionBody &body, Type from, Type to) {
  std::string element = print(from), sum = print(to);
  body.line(formatv("^bb0(%x: {0}, %y: {0}, %z: {1}):", element, sum));
  std::string x = "%x", y = "%y";
  if (from != to) {
    for (std::string *operand : {&x, &y}) {
      body.line(formatv("  {0}w = arith.extf {0} : {1} to {2}", *operand,
                        element, sum));
      *operand += "w";
    }
  }
  body.line(formatv("  %p = arith.mulf {0}, {1} : {2}", x, y, sum));
  body.line(formatv("  %s = arith.addf {0} : {1}",
                    body.random.pick({"%z, %p", "%p, %z"}), sum));
  body.line(formatv("  linalg.yield %s : {0}", sum));
}

void fuzz::addGenericContraction(FunctionBody &body) {
  static constexpr Letters kProducts[] = {
      {"mk", "nk", "mn"},       {"km", "kn", "mn"},     {"mk", "kn", "nm"},
      {"bmk", "bnk", "bmn"},    {"bmk", "nk", "bmn"},   {"mhk", "nhk", "hmn"},
      {"bmhk", "bnhk", "bhmn"}, {"bmk", "hnk", "bhmn"}, {"m", "n", "mn"},
      {"mk", "k", "m"},         {"mkj", "nkj", "mn"}};
  const Letters &product = body.random.pick(kProducts);
  Sizes sizes = pickSizes(body, product);
  std::string all, kinds;
  for (auto &[letter, size] : sizes) {
    all += letter;
    kinds += product.result.contains(letter) ? 'p' : 'r';
  }
  Type element = randomHighPrecision(body.context, body.random),
       sum = pickResult(body, element);
  Named lhs = body.getValue(getProductType(product.lhs, sizes, element)),
        rhs = makeInit(body, getProductType(product.rhs, sizes, element));
  RankedTensorType type = getProductType(product.result, sizes, sum);
  Named init =
      body.random.chance(2, 3) ? makeZeros(body, type) : makeInit(body, type);
  std::string attributes = pickAttributes(body);
  Named y = body.addResult(type);
  body.line(formatv("{0} = linalg.generic {{indexing_maps = [{1}, {2}, {3}], "
                    "iterator_types = [{4}]} ins({5}, {6} : {7}, {8}) "
                    "outs({9} : {10}){11} {{",
                    y.name, printMap(all, product.lhs),
                    printMap(all, product.rhs), printMap(all, product.result),
                    printIterators(kinds), lhs.name, rhs.name, print(lhs.type),
                    print(rhs.type), init.name, print(type),
                    attributes.empty() ? "" : " attrs = {" + attributes + "}"));
  addMultiplyAdd(body, element, sum);
  body.line(formatv("} -> {0}", print(type)));
}
