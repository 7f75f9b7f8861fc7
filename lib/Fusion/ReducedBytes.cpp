//===- ReducedBytes.cpp - What is read to reduce rows ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/ReducedBytes.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/TensorBytes.h"

using namespace mlir;
using namespace mlir::lowp;

static SmallVector<Value> listReduced(Operation *op) {
  return isa<linalg::LinalgOp>(op)
             ? cast<DestinationStyleOpInterface>(op).getDpsInputs()
             : SmallVector<Value>(op->getOperands());
}

int64_t mlir::lowp::countReducedBytes(ArrayRef<Operation *> ops) {
  llvm::SetVector<Value> open;
  for (Operation *op : ops)
    if (classifyForFusion(op) == FusedKind::RowReduction)
      open.insert_range(listReduced(op));
  int64_t bytes = 0;
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *maker = open[next].getDefiningOp();
    if (llvm::is_contained(ops, maker))
      open.insert_range(listReduced(maker));
    else
      bytes += countBytes(open[next].getType());
  }
  return bytes;
}

/// Whether `op` computes elements, or a number of each row.
static bool isPlain(Operation *op) {
  FusedKind kind = classifyForFusion(op);
  return kind == FusedKind::Elementwise || kind == FusedKind::View ||
         kind == FusedKind::RowReduction;
}

int64_t mlir::lowp::countReducedBytes(Value value) {
  llvm::SetVector<Operation *> ops;
  auto add = [&](Value read) {
    Operation *maker = read.getDefiningOp();
    // What others read is stored.
    if (maker && isPlain(maker) &&
        (read == value || llvm::all_of(maker->getUsers(), isPlain)))
      ops.insert(maker);
  };
  add(value);
  for (size_t next = 0; next < ops.size(); ++next)
    llvm::for_each(ops[next]->getOperands(), add);
  return countReducedBytes(ops.getArrayRef());
}
