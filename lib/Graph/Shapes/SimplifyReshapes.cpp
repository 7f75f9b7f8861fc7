//===- SimplifyReshapes.cpp - Reshapes that are views ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `tensor.reshape` to sizes that are those of its source, but for sizes of 1,
// becomes `tensor.collapse_shape` and `tensor.expand_shape`, which say which
// dimension is which: without it rows of the result must lie without gaps. Two
// sizes are equal if they come from one dimension of one tensor; ranges of
// integers tell that such a size is not negative, which exporters ask before
// they use it. So does a copy that transposes dimensions of size 1 alone, as
// heads of one token; one after a view that only adds such dimensions
// transposes the others. Dimensions of an argument that are joined to those of
// a matrix after a transpose are joined before it, where they lie side by
// side there, too: columns of all experts are those of one matrix, which a
// matmul reads as it is stored.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/SizeTracer.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::lowp;

static SmallVector<SizeFormula> traceSource(Value source) {
  SmallVector<SizeFormula> sizes;
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(traceSize(source, dim));
  return sizes;
}

/// The sizes that `op` reshapes to; none if they come from memory.
static std::optional<SmallVector<SizeFormula>>
traceResult(tensor::ReshapeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  if (!type || !shape)
    return std::nullopt;
  SmallVector<SizeFormula> sizes;
  for (auto [known, size] :
       llvm::zip_equal(type.getShape(), shape.getElements()))
    sizes.push_back(ShapedType::isDynamic(known) ? traceSize(size)
                                                 : SizeFormula(known));
  return sizes;
}

static SmallVector<SizeFormula> dropOnes(ArrayRef<SizeFormula> sizes) {
  return llvm::filter_to_vector(
      sizes, [](const SizeFormula &size) { return size.getNumber() != 1; });
}

/// From the dimensions that are not known to be 1 to those of `sizes`.
static AffineMap getUnitMap(MLIRContext *context, ArrayRef<SizeFormula> sizes) {
  SmallVector<AffineExpr> indices;
  unsigned next = 0;
  for (const SizeFormula &size : sizes)
    indices.push_back(size.getNumber() == 1
                          ? getAffineConstantExpr(0, context)
                          : getAffineDimExpr(next++, context));
  return AffineMap::get(next, 0, indices, context);
}

/// Makes a view of `op`, if it only adds or drops dimensions of size 1.
static bool changeOnes(tensor::ReshapeOp op) {
  std::optional<SmallVector<SizeFormula>> after = traceResult(op);
  SmallVector<SizeFormula> before = traceSource(op.getSource());
  if (!after || dropOnes(before).empty() ||
      dropOnes(before) != dropOnes(*after))
    return false;
  OpBuilder builder(op);
  MLIRContext *context = op.getContext();
  MappedTensor dropped =
      dropUnitDims(builder, {op.getSource(), getUnitMap(context, before)});
  Value result =
      addUnitDims(builder, dropped.value, cast<RankedTensorType>(op.getType()),
                  getUnitMap(context, *after));
  op.replaceAllUsesWith(result);
  return true;
}

/// The one dimension of `type` whose size is unknown, if the others have
/// elements.
static std::optional<int64_t> findUnknown(RankedTensorType type) {
  bool hasElements = !llvm::is_contained(type.getShape(), 0);
  if (type.getNumDynamicDims() != 1 || !hasElements)
    return std::nullopt;
  auto *place = llvm::find(type.getShape(), ShapedType::kDynamic);
  return place - type.getShape().begin();
}

/// Stops the program unless sizes `given` and `size` are equal.
static void checkSize(ImplicitLocOpBuilder &b, Value given, Value size) {
  if (traceSize(given) == traceSize(size))
    return;
  if (!given.getType().isIndex())
    given = arith::IndexCastOp::create(b, b.getIndexType(), given);
  Value same = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, given, size);
  cf::AssertOp::create(b, same,
                       "tensor.reshape: expected a shape of as many elements "
                       "as the source has, got another number");
}

/// Makes a view of `op`, if it divides or joins known sizes around an unknown
/// one: since the elements are as many as before, that is the same size.
static bool regroup(tensor::ReshapeOp op) {
  auto before = cast<RankedTensorType>(op.getSource().getType());
  auto after = cast<RankedTensorType>(op.getType());
  std::optional<int64_t> from = findUnknown(before), to = findUnknown(after);
  if (!from || !to || countElements(before) != countElements(after))
    return false;
  auto groups = getReassociationIndicesForReshape(before, after);
  if (!groups)
    return false;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value size = tensor::DimOp::create(b, op.getSource(), *from);
  auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  Value given = shape ? shape.getElements()[*to]
                      : tensor::ExtractOp::create(
                            b, op.getShape(),
                            ValueRange{arith::ConstantIndexOp::create(b, *to)});
  checkSize(b, given, size);
  if (before.getRank() > after.getRank()) {
    op.replaceAllUsesWith(Value(
        tensor::CollapseShapeOp::create(b, after, op.getSource(), *groups)));
    return true;
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t known : after.getShape())
    sizes.push_back(ShapedType::isDynamic(known)
                        ? OpFoldResult(size)
                        : OpFoldResult(b.getIndexAttr(known)));
  op.replaceAllUsesWith(Value(
      tensor::ExpandShapeOp::create(b, after, op.getSource(), *groups, sizes)));
  return true;
}

static void simplify(tensor::ReshapeOp op) {
  if (isa<RankedTensorType>(op.getSource().getType()) &&
      isa<RankedTensorType>(op.getType()) && (changeOnes(op) || regroup(op)))
    op.erase();
}

/// From the dimensions of `type` that are not 1 to all of them.
static AffineMap getUnitMap(RankedTensorType type) {
  SmallVector<SizeFormula> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(size);
  return getUnitMap(type.getContext(), sizes);
}

/// Whether `tensor` is a view that only adds dimensions of size 1.
static bool hasAddedOnes(Value tensor) {
  Operation *view = tensor.getDefiningOp();
  return changesUnitDims(view) &&
         cast<ShapedType>(view->getOperand(0).getType()).getRank() <
             cast<ShapedType>(tensor.getType()).getRank();
}

/// Makes a view of `op`, if it transposes dimensions of size 1 alone; without
/// those that a view has added it transposes the others.
static void moveOnes(linalg::LinalgOp op) {
  if (op->getNumResults() != 1)
    return;
  AffineMap permutation = getTransposeMap(op->getResult(0));
  if (!permutation || permutation.isIdentity())
    return;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value source = op->getOperand(0);
  // Dimensions of the result, in the order of the source.
  SmallVector<int64_t> large;
  for (AffineExpr index : permutation.getResults())
    if (int64_t dim = cast<AffineDimExpr>(index).getPosition();
        type.getDimSize(dim) != 1)
      large.push_back(dim);
  bool isView = llvm::is_sorted(large);
  if (large.empty() || (!isView && !hasAddedOnes(source)))
    return;
  OpBuilder builder(op);
  AffineMap ones = getUnitMap(cast<RankedTensorType>(source.getType()));
  Value result = dropUnitDims(builder, {source, ones}).value;
  if (!isView) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, large.size()));
    llvm::sort(order,
               [&](int64_t a, int64_t b) { return large[a] < large[b]; });
    result = transpose(builder, op.getLoc(), result, order);
  }
  op->getResult(0).replaceAllUsesWith(
      addUnitDims(builder, result, type, getUnitMap(type)));
  op->erase();
}

//===----------------------------------------------------------------------===//
// Joined dimensions of transposes
//===----------------------------------------------------------------------===//

namespace {
/// Dimensions of a tensor, in its order, as those that are to be joined.
struct JoinedDims {
  /// Which dimension of the result each group becomes.
  SmallVector<int64_t> order;
  SmallVector<ReassociationIndices> groups;
};
} // namespace

/// Which of `groups` has `dim`.
static int64_t findGroup(ArrayRef<ReassociationIndices> groups, int64_t dim) {
  return llvm::find_if(groups,
                       [&](const ReassociationIndices &group) {
                         return llvm::is_contained(group, dim);
                       }) -
         groups.begin();
}

/// The dimensions of what `permutation` transposes, as `op` joins them after
/// it; nothing where others lie between those of one group, or in another
/// order.
static std::optional<JoinedDims> findNeighbours(tensor::CollapseShapeOp op,
                                                AffineMap permutation) {
  SmallVector<ReassociationIndices> joined = op.getReassociationIndices();
  JoinedDims dims;
  // Dimensions of size 1 belong to any group.
  ReassociationIndices ones;
  int64_t before = 0;
  for (unsigned from = 0; from < permutation.getNumResults(); ++from) {
    int64_t dim = permutation.getDimPosition(from),
            group = findGroup(joined, dim);
    if (op.getSrcType().getDimSize(dim) == 1 && joined[group].size() > 1) {
      (dims.groups.empty() ? ones : dims.groups.back()).push_back(from);
      continue;
    }
    if (dims.order.empty() || dims.order.back() != group) {
      if (llvm::is_contained(dims.order, group))
        return std::nullopt;
      dims.order.push_back(group);
      dims.groups.push_back(std::exchange(ones, {}));
    } else if (dim < before) {
      return std::nullopt;
    }
    dims.groups.back().push_back(from);
    before = dim;
  }
  return dims.order.size() == joined.size() ? std::optional(dims)
                                            : std::nullopt;
}

/// Whether `value` is an argument, or a view of one.
static bool isOfCaller(Value value) {
  return isa<BlockArgument>(skipViews(value));
}

/// Joins dimensions to those of a matrix before the transpose that `op`
/// reads, where they lie side by side there, too: whoever reads rows of several
/// matrices through a transpose reads those of one.
static void joinBeforeTranspose(tensor::CollapseShapeOp op) {
  AffineMap permutation = getTransposeMap(op.getSrc());
  // Batches of matrices are for divide-contractions.
  if (!permutation || permutation.isIdentity() || !op.getSrc().hasOneUse() ||
      op.getResultType().getRank() != 2)
    return;
  // What the program computes is written in the order of its readers.
  if (!isOfCaller(op.getSrc().getDefiningOp()->getOperand(0)))
    return;
  std::optional<JoinedDims> dims = findNeighbours(op, permutation);
  if (!dims)
    return;
  OpBuilder builder(op);
  Value joined = tensor::CollapseShapeOp::create(
      builder, op.getLoc(), op.getSrc().getDefiningOp()->getOperand(0),
      dims->groups);
  SmallVector<int64_t> order(invertPermutationVector(dims->order));
  if (!isIdentityPermutation(order))
    joined = transpose(builder, op.getLoc(), joined, order);
  op.replaceAllUsesWith(joined);
  eraseChain(op.getSrc().getDefiningOp(), op);
}

LogicalResult mlir::lowp::simplifyReshapes(
    Operation *op, llvm::function_ref<LogicalResult(OpPassManager &)> run) {
  SmallVector<tensor::CollapseShapeOp> joins;
  op->walk([&](tensor::CollapseShapeOp op) { joins.push_back(op); });
  llvm::for_each(joins, joinBeforeTranspose);
  op->walk(moveOnes);
  if (!op->walk([](tensor::ReshapeOp) {
           return WalkResult::interrupt();
         }).wasInterrupted())
    return success();
  // Exporters ask of each size whether it is negative, and infer it then.
  OpPassManager ranges(op->getName().getStringRef());
  ranges.addPass(arith::createIntRangeOptimizationsPass());
  ranges.addPass(createCanonicalizerPass());
  if (failed(run(ranges)))
    return failure();
  SmallVector<tensor::ReshapeOp> reshapes;
  op->walk([&](tensor::ReshapeOp op) { reshapes.push_back(op); });
  for (tensor::ReshapeOp op : reshapes)
    simplify(op);
  return success();
}
