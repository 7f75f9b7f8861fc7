//===- RandomRegions.cpp - Loops and branches around operations -----------===//
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

/// Some operations, most of whose results nobody needs, and a value of `type`
/// that may come from them.
static Named addBody(FunctionBody &body, const Named &first) {
  if (body.getDepth() < 4)
    for (uint64_t count = body.random.below(3); count > 0; --count)
      addOperation(body);
  auto type = dyn_cast<RankedTensorType>(first.type);
  if (!type || body.random.chance(1, 4))
    return body.getValue(first.type);
  Named other = body.getValue(type);
  return body.define(type, formatv("arith.addf {0}, {1} : {2}", first.name,
                                   other.name, print(type)));
}

void fuzz::addLoopAround(FunctionBody &body) {
  Named first = body.random.chance(5, 6) ? body.getTensor() : body.getScaled();
  Type index = IndexType::get(body.context);
  Named low = body.getScalar(index), high = body.getScalar(index),
        step = {body.makeName("step"), index};
  body.line(formatv("{0} = arith.constant {1} : index", step.name,
                    1 + body.random.below(2)));
  std::string type = print(first.type), result = body.makeName("loop");
  Named carried = {body.makeName("carried"), first.type};
  std::string number = body.makeName("i");
  body.openRegion(formatv("{0} = scf.for {1} = {2} to {3} step {4} "
                          "iter_args({5} = {6}) -> ({7}) {{",
                          result, number, low.name, high.name, step.name,
                          carried.name, first.name, type));
  body.addValue({number, index});
  body.addValue(carried);
  body.line(formatv("scf.yield {0} : {1}", addBody(body, carried).name, type));
  body.closeRegion("}");
  body.addValue({result, first.type});
}

void fuzz::addBranchAround(FunctionBody &body) {
  Named first = body.getTensor();
  Named condition = body.getScalar(IntegerType::get(body.context, 1));
  std::string type = print(first.type), result = body.makeName("if");
  body.openRegion(
      formatv("{0} = scf.if {1} -> ({2}) {{", result, condition.name, type));
  body.line(formatv("scf.yield {0} : {1}", addBody(body, first).name, type));
  body.closeRegion("} else {");
  body.openRegion("");
  body.line(formatv("scf.yield {0} : {1}", addBody(body, first).name, type));
  body.closeRegion("}");
  body.addValue({result, first.type});
}
