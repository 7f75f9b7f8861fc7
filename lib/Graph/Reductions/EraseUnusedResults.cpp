//===- EraseUnusedResults.cpp - Results of linalg that nobody reads -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A front end writes a maximum along rows as one op with two results, the
// maximum and its position, and softmax reads the maximum alone. The op of one
// result is a row reduction, which `lowp-form-fusions` can fuse. The patterns
// are upstream's.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

LogicalResult mlir::lowp::eraseUnusedResults(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  return applyPatternsGreedily(op, std::move(patterns));
}
