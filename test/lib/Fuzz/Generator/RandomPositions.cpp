//===- RandomPositions.cpp - Reads and writes at positions that data tell -===//
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

/// The body of a scatter: yields the update, or what was there too, and at
/// times computes what nobody needs.
static void addScatterBody(FunctionBody &body, StringRef element,
                           StringRef terminator) {
  body.line(formatv("^bb0(%u: {0}, %e: {0}):", element));
  if (body.random.chance(1, 2))
    body.line(formatv("  %dead = arith.mulf %e, %u : {0}", element));
  body.line(formatv("  %s = {0} %e, %u : {1}",
                    body.random.pick({"arith.addf", "arith.maximumf"}),
                    element));
  body.line(formatv("  {0} {1} : {2}", terminator,
                    body.random.pick({"%s", "%u"}), element));
}

void fuzz::addScatter(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  int64_t count = body.getSize(), columns = type.getDimSize(1);
  bool isOfTorch = body.random.chance(1, 2);
  Type element = type.getElementType(),
       i64 = IntegerType::get(body.context, 64);
  SmallVector<int64_t> shape = {count, columns}, places = {count};
  if (isOfTorch) {
    shape.insert(shape.begin() + 1, 1);
    places.push_back(1);
  }
  Named updates = body.getValue(RankedTensorType::get(shape, element));
  Named positions = body.getValue(RankedTensorType::get(places, i64));
  Named y = body.addResult(type);
  std::string operands = formatv(
      "ins({0}, {1} : {2}, {3}) outs({4} : {5})", updates.name, positions.name,
      print(updates.type), print(positions.type), x.name, print(type));
  if (isOfTorch)
    body.line(formatv("{0} = tm_tensor.scatter {{dimension_map = array<i64: "
                      "0>} unique_indices({1}) {2} {{",
                      y.name, body.random.pick({"true", "false"}), operands));
  else
    body.line(formatv("{0} = lowp.scatter {1} dimensions [0]{2} {{", y.name,
                      operands, body.random.pick({"", "", " unique"})));
  addScatterBody(body, print(element),
                 isOfTorch ? "tm_tensor.yield" : "lowp.scatter_yield");
  body.line(formatv("} -> {0}", print(type)));
}

void fuzz::addGather(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  Type element = type.getElementType(),
       i64 = IntegerType::get(body.context, 64);
  int64_t count = body.getSize();
  Named rows = body.getValue(RankedTensorType::get({count}, i64));
  auto result = RankedTensorType::get({count, type.getDimSize(1)}, element);
  Named empty = makeEmpty(body, result), y = body.addResult(result);
  body.line(formatv("{0} = linalg.generic {{indexing_maps = [affine_map<(d0, "
                    "d1) -> (d0)>, {1}], iterator_types = [{2}]} ins({3} : "
                    "{4}) outs({5} : {6}) {{",
                    y.name, printIdentity(2), printIterators("pp"), rows.name,
                    print(rows.type), empty.name, print(result)));
  body.line(formatv("^bb0(%p: i64, %o: {0}):", print(element)));
  body.line("  %r = arith.index_cast %p : i64 to index");
  body.line("  %c = linalg.index 1 : index");
  body.line(
      formatv("  %e = tensor.extract {0}[%r, %c] : {1}", x.name, print(type)));
  body.line(formatv("  linalg.yield %e : {0}", print(element)));
  body.line(formatv("} -> {0}", print(result)));
}
