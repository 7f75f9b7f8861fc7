//===- RandomReductions.cpp - Sums, maxima and softmaxes by chance --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTensors.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

void fuzz::addReduction(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  if (type.getRank() == 0)
    return;
  int64_t dim = body.random.below(type.getRank());
  RankedTensorType sums = dropDimension(type, dim);
  Named init =
      body.random.chance(2, 3) ? makeZeros(body, sums) : makeInit(body, sums);
  StringRef combine =
      body.random.pick({"arith.addf", "arith.addf", "arith.maximumf",
                        "arith.maxnumf", "arith.minimumf", "arith.mulf"});
  body.define(
      sums, formatv("linalg.reduce {{ {0} } ins({1} : {2}) outs({3} : {4}) "
                    "dimensions = [{5}]",
                    combine, x.name, print(type), init.name, print(sums), dim));
}

void fuzz::addPairOfReductions(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  bool isOfRows = body.random.chance(1, 2);
  RankedTensorType sums = dropDimension(type, isOfRows ? 1 : 0);
  std::string element = print(type.getElementType());
  Named sum = makeZeros(body, sums), largest = makeInit(body, sums);
  std::string pair = body.makeName("pair");
  std::string kept =
      formatv("affine_map<(d0, d1) -> ({0})>", isOfRows ? "d0" : "d1");
  body.line(formatv(
      "{0}:2 = linalg.generic {{indexing_maps = [{1}, {2}, {2}], "
      "iterator_types = [{3}]} ins({4} : {5}) outs({6}, {7} : {8}, {8}) {{",
      pair, printIdentity(2), kept, printIterators(isOfRows ? "pr" : "rp"),
      x.name, print(type), sum.name, largest.name, print(sums)));
  body.line(formatv("^bb0(%e: {0}, %s: {0}, %m: {0}):", element));
  body.line(formatv("  %t = arith.addf %s, %e : {0}", element));
  body.line(formatv("  %n = arith.maximumf %m, %e : {0}", element));
  body.line(formatv("  linalg.yield %t, %n : {0}, {0}", element));
  body.line(formatv("} -> ({0}, {0})", print(sums)));
  body.addValue({pair + "#0", sums});
  if (body.random.chance(2, 3)) // Otherwise nobody reads it.
    body.addValue({pair + "#1", sums});
}

/// Rows, or columns, in a small float that their elements are rounded to.
void fuzz::addSmallReduction(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  Type from = type.getElementType();
  MLIRContext *context = body.context;
  Type formats[] = {
      Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
      Float6E2M3FNType::get(context), Float6E3M2FNType::get(context),
      Float4E2M1FNType::get(context)};
  Type small = body.random.pick(formats);
  bool isOfRows = body.random.chance(1, 2);
  RankedTensorType kept = dropDimension(type, isOfRows ? 1 : 0);
  auto sums = RankedTensorType::get(kept.getShape(), small);
  Named init = makeZeros(body, sums);
  std::string name = body.makeName("small");
  body.line(formatv(
      "{0} = linalg.generic {{indexing_maps = [{1}, affine_map<(d0, d1) -> "
      "({2})>], iterator_types = [{3}]} ins({4} : {5}) outs({6} : {7}) {{",
      name, printIdentity(2), isOfRows ? "d0" : "d1",
      printIterators(isOfRows ? "pr" : "rp"), x.name, print(type), init.name,
      print(sums)));
  body.line(formatv("^bb0(%e: {0}, %s: {1}):", print(from), print(small)));
  body.line(formatv("  %t = arith.truncf %e : {0} to {1}", print(from),
                    print(small)));
  body.line(formatv("  %n = {0} %s, %t : {1}",
                    body.random.pick({"arith.addf", "arith.maximumf",
                                      "arith.minnumf", "arith.mulf"}),
                    print(small)));
  body.line(formatv("  linalg.yield %n : {0}", print(small)));
  body.line(formatv("} -> {0}", print(sums)));
  body.define(kept, formatv("arith.extf {0} : {1} to {2}", name, print(sums),
                            print(kept)));
}

void fuzz::addSoftmax(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  if (type.getRank() == 0)
    return;
  Named init = makeInit(body, type);
  body.define(type, formatv("linalg.softmax dimension({0}) ins({1} : {2}) "
                            "outs({3} : {2}) -> {2}",
                            body.random.below(type.getRank()), x.name,
                            print(type), init.name));
}

void fuzz::addRunningSum(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  if (type.getRank() == 0)
    return;
  int64_t dim = body.random.below(type.getRank());
  RankedTensorType last = dropDimension(type, dim);
  std::string element = print(type.getElementType());
  Named init = makeEmpty(body, type), start = makeInit(body, last);
  std::string pair = body.makeName("scan");
  body.line(formatv("{0}:2 = tm_tensor.scan dimension({1}) inclusive({2}) "
                    "ins({3} : {4}) outs({5}, {6} : {4}, {7}) {{",
                    pair, dim, body.random.pick({"true", "false"}), x.name,
                    print(type), init.name, start.name, print(last)));
  body.line(formatv("^bb0(%s: {0}, %e: {0}):", element));
  body.line(formatv("  %t = arith.addf %s, %e : {0}", element));
  body.line(formatv("  tm_tensor.yield %t : {0}", element));
  body.line(formatv("} -> {0}, {1}", print(type), print(last)));
  body.addValue({pair + "#1", last});
  body.addValue({pair + "#0", type});
}
