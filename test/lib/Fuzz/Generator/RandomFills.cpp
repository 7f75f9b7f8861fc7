//===- RandomFills.cpp - Tensors that hold what scalars and positions tell ===//
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

/// The type of a tensor that exists, so that others may meet it.
static RankedTensorType pickType(FunctionBody &body) {
  return cast<RankedTensorType>(body.getTensor().type);
}

void fuzz::addFilled(FunctionBody &body) {
  RankedTensorType type = pickType(body);
  unsigned kind = body.random.below(4);
  if (kind == 0 && type.hasStaticShape()) {
    Named value = body.getScalar(type.getElementType());
    body.define(type,
                formatv("tensor.splat {0} : {1}", value.name, print(type)));
  } else if (kind == 1) {
    body.addValue(makeInit(body, type));
  } else {
    makeFilled(body, type, body.getScalar(type.getElementType()));
  }
}

void fuzz::addIota(FunctionBody &body) {
  RankedTensorType type = pickType(body);
  if (type.getRank() == 0)
    return;
  std::string element = print(type.getElementType());
  Named empty = makeEmpty(body, type), iota = body.addResult(type);
  body.line(formatv("{0} = linalg.generic {{indexing_maps = [{1}], "
                    "iterator_types = [{2}]} outs({3} : {4}) {{",
                    iota.name, printIdentity(type.getRank()),
                    printIterators(std::string(type.getRank(), 'p')),
                    empty.name, print(type)));
  body.line(formatv("^bb0(%o: {0}):", element));
  body.line(formatv("  %i = linalg.index {0} : index",
                    body.random.below(type.getRank())));
  body.line("  %n = arith.index_cast %i : index to i32");
  body.line(formatv("  %f = arith.sitofp %n : i32 to {0}", element));
  body.line(formatv("  linalg.yield %f : {0}", element));
  body.line(formatv("} -> {0}", print(type)));
}

void fuzz::addBroadcast(FunctionBody &body) {
  RankedTensorType type = pickType(body);
  if (type.getRank() == 0)
    return;
  int64_t dim = body.random.below(type.getRank());
  RankedTensorType small = dropDimension(type, dim);
  if (body.random.chance(1, 4))
    small = RankedTensorType::get({}, type.getElementType());
  SmallVector<std::string> added;
  for (int64_t each = 0; each < type.getRank(); ++each)
    if (small.getRank() == 0 || each == dim)
      added.push_back(std::to_string(each));
  Named x = body.getValue(small), init = makeEmpty(body, type);
  body.define(type, formatv("linalg.broadcast ins({0} : {1}) outs({2} : {3}) "
                            "dimensions = [{4}]",
                            x.name, print(small), init.name, print(type),
                            llvm::join(added, ", ")));
}
