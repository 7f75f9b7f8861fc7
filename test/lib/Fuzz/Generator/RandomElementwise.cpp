//===- RandomElementwise.cpp - Element by element, by chance --------------===//
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

void fuzz::addArithmetic(FunctionBody &body) {
  Named x = body.getTensor();
  std::string type = print(x.type);
  if (body.random.chance(1, 2)) {
    StringRef name = body.random.pick(
        {"math.exp", "math.tanh", "arith.negf", "math.absf", "math.rsqrt",
         "math.log1p", "math.erf", "math.sin", "math.exp2", "math.sqrt"});
    body.define(x.type, formatv("{0} {1} : {2}", name, x.name, type));
    return;
  }
  StringRef name =
      body.random.pick({"arith.addf", "arith.mulf", "arith.divf", "arith.subf",
                        "arith.maximumf", "arith.minnumf", "math.powf"});
  Named y = body.random.chance(1, 3)
                ? makeInit(body, cast<RankedTensorType>(x.type))
                : body.getValue(x.type);
  body.define(x.type,
              formatv("{0} {1}, {2} : {3}", name, x.name, y.name, type));
}

void fuzz::addMask(FunctionBody &body) {
  Named x = body.getTensor(), y = body.getValue(x.type);
  auto type = cast<RankedTensorType>(x.type);
  auto mask =
      RankedTensorType::get(type.getShape(), IntegerType::get(body.context, 1));
  StringRef predicate = body.random.pick({"oeq", "une", "olt", "uge", "ord"});
  Named is = body.define(mask, formatv("arith.cmpf {0}, {1}, {2} : {3}",
                                       predicate, x.name, y.name, print(type)));
  Named other = makeInit(body, type);
  body.define(type, formatv("arith.select {0}, {1}, {2} : {3}, {4}", is.name,
                            body.random.chance(1, 2) ? x.name : y.name,
                            other.name, print(mask), print(type)));
}

void fuzz::addMapWithDeadOperation(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  std::string element = print(type.getElementType()),
              identity = printIdentity(type.getRank());
  // The body may read what was in the destination, or do so in vain.
  Named init = makeInit(body, type), y = body.addResult(type);
  body.line(formatv("{0} = linalg.generic {{indexing_maps = [{1}, {1}], "
                    "iterator_types = [{2}]} ins({3} : {4}) outs({5} : {4}) {{",
                    y.name, identity,
                    printIterators(std::string(type.getRank(), 'p')), x.name,
                    print(type), init.name));
  body.line(formatv("^bb0(%e: {0}, %o: {0}):", element));
  body.line(formatv("  %d = arith.addf %e, %o : {0}", element));
  body.line(formatv("  %n = arith.negf %e : {0}", element));
  body.line(formatv("  linalg.yield {0} : {1}",
                    body.random.pick({"%d", "%n", "%n", "%e", "%o"}), element));
  body.line(formatv("} -> {0}", print(type)));
}
