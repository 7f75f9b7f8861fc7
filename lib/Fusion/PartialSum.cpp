//===- PartialSum.cpp - Sums over parts of a matrix's rows ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/PartialSum.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` adds up its only input in f32, and nothing else.
static bool addsUp(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return false;
  RowReduction reduction = matchRowReduction(op);
  if (!isa_and_present<arith::AddFOp>(reduction.combiner) ||
      !reduction.element.getType().isF32())
    return false;
  Value element = reduction.element;
  if (auto wide = element.getDefiningOp<arith::ExtFOp>())
    element = wide.getIn();
  auto fill = op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
  return element == op.getBlock()->getArgument(0) && fill &&
         matchPattern(fill.getInputs().front(), m_AnyZeroFloat());
}

namespace {
/// The loops of a sum of rows in parts.
struct PartLoops {
  unsigned part, row, column;
};
} // namespace

/// The loops of `op`, if it adds up the middle dimension of three.
static std::optional<PartLoops> matchLoops(linalg::GenericOp op) {
  AffineMap read = op.getIndexingMapsArray().front();
  if (op.getNumLoops() != 3 || op.getNumReductionLoops() != 1 ||
      !read.isPermutation())
    return std::nullopt;
  PartLoops loops = {read.getDimPosition(0), read.getDimPosition(1),
                     read.getDimPosition(2)};
  if (!linalg::isReductionIterator(op.getIteratorTypesArray()[loops.row]))
    return std::nullopt;
  return loops;
}

/// `op`, if it adds up the middle dimension of three.
static linalg::GenericOp matchSum(Operation *op) {
  auto sum = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!sum || !sum.hasPureTensorSemantics() || !addsUp(sum) ||
      !matchLoops(sum) ||
      !cast<ShapedType>(sum.getDpsInputs()[0].getType()).hasStaticShape())
    return {};
  return sum;
}

/// The type of the matrix whose rows `parts`, of three dimensions, has in
/// parts.
static RankedTensorType joinParts(Value parts) {
  auto type = cast<RankedTensorType>(parts.getType());
  return RankedTensorType::get(
      {type.getDimSize(0) * type.getDimSize(1), type.getDimSize(2)},
      type.getElementType());
}

/// A quantized matrix of type `type` whose elements are those of `value`, or of
/// something that it is a reshape of; null if there is none before `reader`.
static Value findQuantized(Value value, RankedTensorType type,
                           Operation *reader) {
  for (Value next : listReshapes(value)) {
    bool isQuantized = next.getType() == type &&
                       llvm::any_of(next.getUsers(), llvm::IsaPred<QuantizeOp>);
    Operation *maker = next.getDefiningOp();
    if (isQuantized && (!maker || (maker->getBlock() == reader->getBlock() &&
                                   maker->isBeforeInBlock(reader))))
      return next;
  }
  return {};
}

/// The matrix whose rows `parts` are in parts; null if there is none.
static Value findMatrix(Value parts, Operation *reader) {
  if (auto view = parts.getDefiningOp<tensor::ExpandShapeOp>();
      view && view.getSrcType().getRank() == 2)
    return view.getReassociationIndices().front().size() == 2 ? view.getSrc()
                                                              : Value();
  // Folding makes both views of one value.
  return parts.getDefiningOp<tensor::CollapseShapeOp>()
             ? findQuantized(parts, joinParts(parts), reader)
             : Value();
}

PartialSum mlir::lowp::matchPartialSum(Operation *op) {
  linalg::GenericOp sum = matchSum(op);
  Value parts = sum ? sum.getDpsInputs()[0] : Value();
  Value matrix = sum ? findMatrix(parts, sum) : Value();
  if (!matrix)
    return {};
  PartialSum found;
  found.matrix = matrix;
  found.rows = cast<RankedTensorType>(parts.getType()).getDimSize(1);
  AffineMap written = sum.getIndexingMapsArray().back();
  found.partFirst = written.getDimPosition(0) == matchLoops(sum)->part;
  return found;
}

bool mlir::lowp::dividesForPartialSums(Operation *reshape) {
  return !reshape->use_empty() &&
         llvm::all_of(reshape->getUsers(), [](Operation *user) {
           return bool(matchPartialSum(user));
         });
}

void mlir::lowp::readPartsOfQuantized(linalg::GenericOp op) {
  linalg::GenericOp sum = matchSum(op);
  if (!sum)
    return;
  Value parts = sum.getDpsInputs()[0];
  Value matrix = findQuantized(parts, joinParts(parts), sum);
  ReassociationIndices rows = {0, 1}, columns = {2};
  if (!matrix ||
      getViewed<tensor::ExpandShapeOp>(parts, {rows, columns}) == matrix)
    return;
  OpBuilder builder(sum);
  sum.getDpsInputOperand(0)->set(tensor::ExpandShapeOp::create(
      builder, sum.getLoc(), parts.getType(), matrix, ArrayRef{rows, columns}));
}
