//===- GroupIds.cpp - Tensors of numbers of groups ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupIds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Ids of as many groups as there are, whatever they are cast to, fit into
/// this.
static constexpr unsigned kLeastBits = 32;

/// The operand of `op` if that is cast to another type of integer which has its
/// value, too; null otherwise.
static Value getCastInteger(Operation *op) {
  if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                       arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return {};
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  bool isWide = type.isIndex() || type.getIntOrFloatBitWidth() >= kLeastBits;
  return isWide ? op->getOperand(0) : Value();
}

/// What `op` gives in its body, without casts of integers; null if it is not
/// one value for each element.
static Value getYielded(linalg::GenericOp op) {
  if (!op || op->getNumResults() != 1 || op.getNumReductionLoops() != 0)
    return {};
  Value scalar = op.getBody()->getTerminator()->getOperand(0);
  while (Value narrow = getCastInteger(scalar.getDefiningOp()))
    scalar = narrow;
  return scalar;
}

bool mlir::lowp::isIota(Value tensor, int64_t dimension) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  Value scalar = getYielded(op);
  auto index =
      scalar ? scalar.getDefiningOp<linalg::IndexOp>() : linalg::IndexOp();
  if (!index)
    return false;
  AffineMap map = op.getIndexingMapsArray().back();
  return map.getResult(dimension) ==
         getAffineDimExpr(index.getDim(), op.getContext());
}

/// What `ids` are cast from one by one; null if they are not.
static Value getUncast(Value ids) {
  Operation *op = ids.getDefiningOp();
  if (isa_and_present<tensor::CastOp>(op))
    return op->getOperand(0);
  if (Value cast = getCastInteger(op))
    return cast;
  auto generic = dyn_cast_if_present<linalg::GenericOp>(op);
  auto argument = dyn_cast_if_present<BlockArgument>(getYielded(generic));
  if (!argument || argument.getOwner() != generic.getBody())
    return {};
  OpOperand *operand = generic.getMatchingOpOperand(argument);
  bool isOneByOne =
      generic.isDpsInput(operand) && generic.getMatchingIndexingMap(operand) ==
                                         generic.getIndexingMapsArray().back();
  return isOneByOne ? operand->get() : Value();
}

Value mlir::lowp::lookThroughCasts(Value ids) {
  while (Value source = getUncast(ids))
    ids = source;
  return ids;
}

/// A tensor of whose elements `ids` are some; null if there is none.
static Value getSource(Value ids) {
  Operation *op = ids.getDefiningOp();
  if (isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                      tensor::ExtractSliceOp>(op))
    return op->getOperand(0);
  return getUncast(ids);
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
  while (Value source = getSource(ids))
    ids = source;
  Operation *op = ids.getDefiningOp();
  return op ? countPlaces(op, ids) : std::nullopt;
}
