//===- ConcatParts.cpp - Parts of one size beside each other --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ConcatParts.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<int64_t> mlir::lowp::getPartSize(tensor::ConcatOp op) {
  auto getSize = [&](Value part) {
    return cast<RankedTensorType>(part.getType()).getDimSize(op.getDim());
  };
  int64_t size = getSize(op.getInputs().front());
  bool isOne = !ShapedType::isDynamic(size) && size > 0 &&
               llvm::all_of(op.getInputs(),
                            [&](Value part) { return getSize(part) == size; });
  return isOne ? std::optional(size) : std::nullopt;
}
