//===- ElementwiseAccess.cpp - Operations that update in place ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ElementwiseAccess.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::updatesElements(GemmOp gemm, OpOperand &input) {
  unsigned first = gemm.getInputs().getBeginOperandIndex();
  unsigned number = input.getOperandNumber();
  if (number < first || number >= first + gemm.getInputs().size())
    return false;
  // Each element is read and written once, by the thread that has its sum.
  return gemm.getEpilogueMaps()[number - first] == gemm.getDestinationMap();
}

/// Whether `op` computes each element of its results from the element of `use`
/// at the same place, whatever else it reads.
static bool isElementwiseIn(linalg::LinalgOp op, OpOperand &use) {
  auto isIdentity = [&](OpOperand &operand) {
    return op.getMatchingIndexingMap(&operand).isIdentity();
  };
  return op.hasPureTensorSemantics() && op.isDpsInput(&use) &&
         op.getNumParallelLoops() == op.getNumLoops() && isIdentity(use) &&
         llvm::all_of(op.getDpsInitsMutable(), isIdentity);
}

/// Whether what follows from `value` is computed element by element; `found`
/// becomes true if the function returns some of it as result `result`. A kernel
/// has then read an element before it writes any result that depends on it, and
/// needs no other's.
static bool staysInPlace(Value value, unsigned result, bool &found) {
  for (OpOperand &use : value.getUses()) {
    if (isa<func::ReturnOp>(use.getOwner())) {
      found |= use.getOperandNumber() == result;
      continue;
    }
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !isElementwiseIn(op, use))
      return false;
    for (Value next : op->getResults())
      if (!staysInPlace(next, result, found))
        return false;
  }
  return true;
}

bool mlir::lowp::updatesElements(LaunchFusionOp launch, unsigned input,
                                 unsigned output) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      launch, launch.getCalleeAttr());
  // A later stage reads its inputs again.
  if (!function || function.isDeclaration() ||
      function->hasAttr(LowpDialect::getStagesAttrName()))
    return false;
  bool found = false;
  return staysInPlace(function.getArgument(input), output, found) && found;
}
