//===- RandomWide.cpp - Functions of many arguments and results -----------===//
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

void fuzz::addManyResults(FunctionBody &body) {
  // More results are for a test of their own: each costs time.
  uint64_t count = 2 + body.random.below(body.random.chance(1, 8) ? 40 : 10);
  Named x = body.getTensor();
  Named rate = body.getScalar(cast<RankedTensorType>(x.type).getElementType());
  Named rates = makeFilled(body, cast<RankedTensorType>(x.type), rate);
  std::string type = print(x.type);
  for (uint64_t number = 0; number < count; ++number) {
    Named state = body.random.chance(4, 5) ? body.addArgument(x.type)
                                           : body.getValue(x.type);
    Named step = body.define(x.type, formatv("arith.mulf {0}, {1} : {2}",
                                             rates.name, state.name, type));
    body.addReturned(body.define(
        x.type, formatv("arith.subf {0}, {1} : {2}", state.name,
                        body.random.chance(1, 2) ? step.name : x.name, type)));
  }
}
