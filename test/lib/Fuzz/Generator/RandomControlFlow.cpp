//===- RandomControlFlow.cpp - What stands around operations of lowp ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

void mlir::lowp::fuzz::addBranch(FunctionBody &body) {
  Named q = body.getScaled();
  Named other = body.addArgument(q.type);
  Named condition = body.addArgument(IntegerType::get(body.context, 1));
  Named chosen = body.addResult(q.type);
  std::string type = print(q.type);
  if (body.random.chance(1, 2)) {
    body.line(formatv("{0} = arith.select {1}, {2}, {3} : {4}", chosen.name,
                      condition.name, q.name, other.name, type));
    return;
  }
  body.line(formatv("{0} = scf.if {1} -> ({2}) {{", chosen.name, condition.name,
                    type));
  body.line(formatv("  scf.yield {0} : {1}", q.name, type));
  body.line("} else {");
  body.line(formatv("  scf.yield {0} : {1}", other.name, type));
  body.line("}");
}

void mlir::lowp::fuzz::addLoop(FunctionBody &body) {
  Named first = body.random.chance(1, 2) ? body.getScaled() : body.getMatrix();
  Type index = IndexType::get(body.context);
  Named bound = body.addArgument(index), step = body.addArgument(index);
  Named other = body.addArgument(first.type);
  Named last = body.addResult(first.type);
  std::string type = print(first.type);
  std::string carried = body.makeName("carried");
  body.line(
      formatv("{0} = scf.for %i = {1} to {2} step {1} iter_args({3} = {4}) -> "
              "({5}) {{",
              last.name, step.name, bound.name, carried, first.name, type));
  body.line(formatv("  scf.yield {0} : {1}",
                    body.random.chance(1, 2) ? carried : other.name, type));
  body.line("}");
}

void mlir::lowp::fuzz::addCall(FunctionBody &body) {
  if (body.callees.empty())
    return;
  const Signature &callee = body.random.pick(body.callees);
  SmallVector<std::string> operands, operandTypes, results, resultTypes;
  for (Type type : callee.arguments) {
    operands.push_back(body.addArgument(type).name);
    operandTypes.push_back(print(type));
  }
  for (Type type : callee.results) {
    results.push_back(body.makeName("called"));
    resultTypes.push_back(print(type));
    body.addValue({results.back(), type});
  }
  body.line(formatv("{0} = func.call @{1}({2}) : ({3}) -> ({4})",
                    llvm::join(results, ", "), callee.name,
                    llvm::join(operands, ", "), llvm::join(operandTypes, ", "),
                    llvm::join(resultTypes, ", ")));
}
