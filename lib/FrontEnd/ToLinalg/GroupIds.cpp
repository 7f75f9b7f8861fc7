//===- GroupIds.cpp - Tensors of numbers of groups ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupIds.h"

#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isIota(Value tensor, int64_t dimension) {
  return getPosition(traceElement(MappedTensor::of(tensor))) ==
         getAffineDimExpr(dimension, tensor.getContext());
}

/// How many places there are along the dimension in which `op`, a topk or a
/// sort, has found the places `ids`; nothing if it is something else.
static std::optional<int64_t> countPlaces(Operation *op, Value ids) {
  StringRef name = op->getName().stripDialect();
  auto dimension = op->getAttrOfType<IntegerAttr>("dimension");
  bool isTopk = name == "topk" && op->getNumOperands() == 3 &&
                op->getNumResults() == 2 && ids == op->getResult(1);
  bool isSort = name == "sort" && op->getNumOperands() == op->getNumResults();
  if (!dimension || !(isTopk || isSort))
    return std::nullopt;
  Value searched =
      op->getOperand(isTopk ? 0 : cast<OpResult>(ids).getResultNumber());
  auto type = dyn_cast<RankedTensorType>(searched.getType());
  if (!type || dimension.getInt() < 0 || dimension.getInt() >= type.getRank() ||
      type.isDynamicDim(dimension.getInt()) ||
      (isSort && !isIota(searched, dimension.getInt())))
    return std::nullopt;
  return type.getDimSize(dimension.getInt());
}

std::optional<int64_t> mlir::lowp::countGroups(Value ids) {
  ids = traceElement(MappedTensor::of(ids)).value;
  while (auto slice = ids.getDefiningOp<tensor::ExtractSliceOp>())
    ids = traceElement(MappedTensor::of(slice.getSource())).value;
  Operation *op = ids.getDefiningOp();
  return op ? countPlaces(op, ids) : std::nullopt;
}
