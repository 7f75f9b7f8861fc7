//===- BodyTrial.cpp - Bodies of operations on constants ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/BodyTrial.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

BodyTrial::BodyTrial(linalg::GenericOp op)
    : copy(cast<linalg::GenericOp>(op->clone())) {
  // What comes from outside is the same each time.
  copy.getBody()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Attribute constant;
      if (matchPattern(operand, m_Constant(&constant)))
        known[operand] = constant;
    }
  });
}

BodyTrial::~BodyTrial() { copy->erase(); }

Attribute BodyTrial::fold(Operation *op, ArrayRef<int64_t> position) {
  if (auto loop = dyn_cast<linalg::IndexOp>(op))
    return ShapedType::isDynamic(position[loop.getDim()])
               ? Attribute()
               : IntegerAttr::get(loop.getType(), position[loop.getDim()]);
  if (op->getNumResults() != 1)
    return {};
  SmallVector<OpFoldResult> results;
  // A folder that only puts operands in order says so by no results.
  for (int trial = 0; trial < 2 && results.empty(); ++trial) {
    SmallVector<Attribute> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value operand) {
          return known.lookup(operand);
        });
    if (failed(op->fold(operands, results)))
      return {};
  }
  if (results.empty())
    return {};
  if (auto value = dyn_cast<Value>(results[0]))
    return known.lookup(value);
  return cast<Attribute>(results[0]);
}

Attribute BodyTrial::run(ArrayRef<Attribute> inputs,
                         ArrayRef<int64_t> position) {
  Block *body = copy.getBody();
  for (auto [argument, input] : llvm::zip(body->getArguments(), inputs))
    known[argument] = input;
  for (Operation &op : body->without_terminator()) {
    if (matchPattern(&op, m_Constant()))
      continue;
    Attribute result = fold(&op, position);
    if (!result)
      return {};
    known[op.getResult(0)] = result;
  }
  return known.lookup(body->getTerminator()->getOperand(0));
}
