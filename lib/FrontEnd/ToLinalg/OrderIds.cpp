//===- OrderIds.cpp - Sorts of numbers of groups --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mixture of experts sorts rows by the numbers of their experts, which a topk
// has found: torch.argsort and jax.numpy.argsort are sorts of these numbers and
// of those of the rows. So few different keys are counted, not compared.
//
//===----------------------------------------------------------------------===//

#include "ElementOrder.h"
#include "GroupIds.h"
#include "Lowerings.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// The elements of `tensor` in the order of `rows`.
static Value buildOrdered(ImplicitLocOpBuilder &b, Value tensor, Value rows) {
  Type element = getElementTypeOrSelf(tensor);
  bool isIndex = isIota(tensor, /*dimension=*/0);
  if (isIndex && element == getElementTypeOrSelf(rows))
    return rows;
  auto build = [&](ImplicitLocOpBuilder &b, ValueRange row) -> Value {
    if (isIndex && element.isInteger(64))
      return arith::ExtSIOp::create(b, element, row.front());
    Value index = arith::IndexCastOp::create(b, b.getIndexType(), row.front());
    return tensor::ExtractOp::create(b, tensor, index);
  };
  return mapElements(b, b.getLoc(), rows, element, build);
}

/// Whether elements of `ids` themselves are compared, the smallest first.
static bool comparesIds(const ElementOrder &order, Value ids) {
  auto type = cast<RankedTensorType>(ids.getType());
  return type.getRank() == 1 && !order.isDescending && order.key.isElement() &&
         (type.getElementType().isInteger(32) ||
          type.getElementType().isInteger(64));
}

/// What has ordered the rows whose numbers are `ids`; null if there is none.
static OrderRowsOp getOrder(Value ids) {
  Element rows = traceElement(MappedTensor::of(ids));
  auto order = rows.value.getDefiningOp<OrderRowsOp>();
  return order && rows.value == order.getRows() && rows.map.isIdentity()
             ? order
             : OrderRowsOp();
}

static OrderRowsOp buildOrder(ImplicitLocOpBuilder &b, Value ids,
                              int64_t groups) {
  remark::passed(b.getLoc(), remark::RemarkOpts::name("ordered-ids")
                                 .category("convert-front-end-to-linalg"))
      << remark::add("a sort of the numbers of {0} groups counts them", groups);
  auto rows = cast<RankedTensorType>(ids.getType()).clone(b.getI32Type());
  auto ends = RankedTensorType::get(groups, b.getI32Type());
  return OrderRowsOp::create(b, TypeRange{rows, rows, ends}, ids);
}

FailureOr<IdSort> IdSort::get(Operation *op) {
  IdSort sort{op, std::nullopt, std::nullopt};
  if (!isSort(op))
    return sort;
  FailureOr<ElementOrder> order = ElementOrder::get(op);
  if (failed(order))
    return failure();
  Value ids = op->getOperand(order->key.getOperand());
  if (!comparesIds(*order, ids))
    return sort;
  sort.key = order->key.getOperand();
  std::optional<int64_t> groups = countGroups(ids);
  if (groups && *groups >= 1 && *groups <= LaunchOrderRowsOp::kMostGroups)
    sort.groups = groups;
  return sort;
}

bool IdSort::order() {
  if (!key)
    return false;
  Value ids = op->getOperand(*key), rows;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  if (OrderRowsOp earlier = getOrder(ids))
    // Numbers of rows are all different: their order is the inverse.
    rows = earlier.getPlaces();
  else if (groups)
    rows = buildOrder(b, ids, *groups).getRows();
  else
    return false;
  for (auto [result, operand] :
       llvm::zip_equal(op->getResults(), op->getOperands()))
    if (!result.use_empty())
      result.replaceAllUsesWith(buildOrdered(b, operand, rows));
  op->erase();
  return true;
}
