//===- DivideContractions.cpp - Loops that no tensor has in one order -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX writes an einsum of queries in groups, or of tokens with the weights of
// experts, as one matmul of all rows, which it copies together: groups and
// tokens, experts and columns of their weights do not lie in one order. Where
// the operand of a contraction is a `tensor.collapse_shape` of a transpose that
// moves rows beside each other, and a `tensor.expand_shape` takes those of the
// result apart again, the contraction has a dimension for each of them. All but
// one count matrices of a batch, for which the other operand is repeated:
// kernels and recipes read through both. A batch is divided, too, whose result
// is transposed, rounded before or not, so that `turn-results` sees it.
// Where both operands store the parts of a sum side by side in one order, as
// heads and their elements, and a front end transposes both for another, the
// contraction reads them as they lie. So it does where one does, and the other
// stores many neighbours.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "LoopDivision.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Where dimensions lie
//===----------------------------------------------------------------------===//

namespace {
/// Where the factors of a loop lie in a tensor of rank `rank`.
struct Places {
  SmallVector<unsigned> dims;
  unsigned rank = 0;

  bool areNeighbours() const {
    return llvm::all_of(llvm::seq<size_t>(1, dims.size()),
                        [&](size_t i) { return dims[i] == dims[i - 1] + 1; });
  }
  bool isInnermost(unsigned part) const {
    return !dims.empty() && dims[part] + 1 == rank;
  }
};
} // namespace

/// Where `dims` of `tensor` lie in what it is a copy of, or a copy of a copy,
/// or in itself.
static Places findStored(Value tensor, ArrayRef<int64_t> dims) {
  Places places;
  AffineMap stored = listOrders(MappedTensor::of(tensor)).back().map;
  places.rank = stored.getNumDims();
  for (int64_t dim : dims)
    places.dims.push_back(
        *stored.getResultPosition(getAffineDimExpr(dim, tensor.getContext())));
  return places;
}

/// Where `dims` of `tensor` lie in a copy that alone reads it; none if there is
/// no such copy.
static Places findWritten(Value tensor, ArrayRef<int64_t> dims) {
  Places places;
  linalg::LinalgOp copy = getOnlyCopy(tensor);
  AffineMap source = copy ? getTransposeMap(copy->getResult(0)) : AffineMap();
  if (!source)
    return places;
  places.rank = source.getNumResults();
  for (int64_t dim : dims)
    places.dims.push_back(source.getDimPosition(dim));
  return places;
}

static ArrayRef<int64_t> getSizes(RankedTensorType type,
                                  ArrayRef<int64_t> group) {
  return type.getShape().slice(group.front(), group.size());
}

static bool isContraction(linalg::LinalgOp op) {
  return isSumOfProducts(op) &&
         !op->hasAttr(LowpDialect::getRecipeAttrName()) &&
         !op.hasDynamicShape() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

//===----------------------------------------------------------------------===//
// Rows that are rows of several matrices
//===----------------------------------------------------------------------===//

/// Whether `loop` of `op` is of operand `number` and the result alone.
static bool isFree(linalg::LinalgOp op, unsigned number, unsigned loop) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return maps[number].isFunctionOfDim(loop) &&
         !maps[1 - number].isFunctionOfDim(loop) &&
         maps[2].isFunctionOfDim(loop);
}

/// Whether `op` computes several matrices.
static bool isBatch(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  return succeeded(dims) && !dims->batch.empty();
}

/// The part that rows of a matrix are along: neighbours in memory are of one
/// matrix, and large matrices are fast. Nothing where others are neighbours in
/// what is read than in what is written.
static std::optional<unsigned> chooseRow(ArrayRef<int64_t> sizes,
                                         const Places &stored,
                                         const Places &written) {
  std::optional<unsigned> row;
  for (unsigned part : llvm::seq<unsigned>(0, sizes.size())) {
    if (!stored.isInnermost(part) && !written.isInnermost(part))
      continue;
    if (row)
      return std::nullopt;
    row = part;
  }
  return row ? row : llvm::max_element(sizes) - sizes.begin();
}

/// The rows of operand `number` that a front end has copied together, or whose
/// results it copies apart, if `expand` divides these.
static std::optional<LoopDivision::Matrices>
findMatrices(linalg::LinalgOp op, tensor::ExpandShapeOp expand,
             unsigned number) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto collapse =
      op.getDpsInputs()[number].getDefiningOp<tensor::CollapseShapeOp>();
  for (unsigned dim : llvm::seq(maps[number].getNumResults())) {
    unsigned loop = maps[number].getDimPosition(dim);
    if (!isFree(op, number, loop))
      continue;
    ReassociationIndices factors =
        expand.getReassociationIndices()[*maps[2].getResultPosition(
            getAffineDimExpr(loop, op.getContext()))];
    ArrayRef<int64_t> sizes = getSizes(expand.getResultType(), factors);
    Places stored, written;
    if (collapse) {
      ReassociationIndices group = collapse.getReassociationIndices()[dim];
      if (getSizes(collapse.getSrcType(), group) == sizes)
        stored = findStored(collapse.getSrc(), group);
    }
    // A projection onto heads is one matmul, whatever becomes of these.
    if (isBatch(op))
      written = findWritten(expand, factors);
    if (factors.size() < 2 || llvm::is_contained(sizes, 1) ||
        (stored.areNeighbours() && written.areNeighbours()))
      continue;
    if (std::optional<unsigned> row = chooseRow(sizes, stored, written))
      return LoopDivision::Matrices{number, loop, *row};
  }
  return std::nullopt;
}

/// Whether what reads all of `tensor` is a copy whose rows are others, which
/// the contraction may compute at once.
static bool isTurned(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  Places written = findWritten(tensor, {rank - 1});
  return !written.dims.empty() && !written.isInnermost(0);
}

/// Divides the rows of a matrix, or a batch, as `expand` does, which alone
/// reads the result, or the result with other elements.
static std::optional<LoopDivision> divideRows(linalg::LinalgOp op,
                                              tensor::ExpandShapeOp expand) {
  LoopDivision division(op);
  // Rows of a matrix that are rounded before they are taken apart mean one
  // matrix.
  bool isMatrix = expand.getSrc() != op->getResult(0) && !isBatch(op);
  for (unsigned number : {0, 1})
    if (!isMatrix && !division.matrices)
      division.matrices = findMatrices(op, expand, number);
  if (!division.matrices && !(isBatch(op) && isTurned(expand)))
    return std::nullopt;
  AffineMap result = op.getIndexingMapsArray()[2];
  for (auto [dim, factors] :
       llvm::enumerate(expand.getReassociationIndices())) {
    unsigned loop = result.getDimPosition(dim);
    bool isRow = isFree(op, 0, loop) || isFree(op, 1, loop);
    bool isDivided = division.matrices && division.matrices->loop == loop;
    // A matrix has one dimension of rows, and one of columns.
    if (isRow && !isDivided && factors.size() > 1)
      return std::nullopt;
    division.set(loop, getSizes(expand.getResultType(), factors));
  }
  return division;
}

/// The view that alone reads the result of `op`, rounded or widened or not, and
/// divides dimensions; null if there is none.
static tensor::ExpandShapeOp findView(linalg::LinalgOp op) {
  SmallVector<linalg::LinalgOp> casts = findCasts(op->getResult(0));
  Operation *last = casts.empty() ? op : casts.back();
  if (!last->hasOneUse())
    return {};
  return dyn_cast<tensor::ExpandShapeOp>(*last->user_begin());
}

static std::optional<LoopDivision> divideRows(linalg::LinalgOp op) {
  tensor::ExpandShapeOp expand = findView(op);
  if (!expand || !isZeroFilled(op.getDpsInits()[0]))
    return std::nullopt;
  return divideRows(op, expand);
}

/// Rounds or widens the result of `op` after the view that divides it.
static void castBehindView(linalg::LinalgOp op) {
  SmallVector<linalg::LinalgOp> casts = findCasts(op->getResult(0));
  tensor::ExpandShapeOp expand = findView(op);
  if (casts.empty() || !expand)
    return;
  OpBuilder builder(expand);
  Type element = getElementTypeOrSelf(op->getResult(0));
  Value result = tensor::ExpandShapeOp::create(
      builder, expand.getLoc(), expand.getResultType().clone(element),
      op->getResult(0), expand.getReassociationIndices());
  expand.replaceAllUsesWith(repeatCasts(builder, result, casts));
  eraseChain(casts.front(), expand);
}

//===----------------------------------------------------------------------===//
// Sums in another order than that of memory
//===----------------------------------------------------------------------===//

/// The operands as what they join; nothing if one is no such tensor.
static std::optional<std::array<tensor::CollapseShapeOp, 2>>
getJoined(linalg::LinalgOp op) {
  std::array<tensor::CollapseShapeOp, 2> joined;
  for (auto [collapse, operand] : llvm::zip_equal(joined, op.getDpsInputs())) {
    collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse)
      return std::nullopt;
  }
  return joined;
}

/// The order in which an operand stores the factors of a sum.
static SmallVector<unsigned> sortFactors(const Places &stored) {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, stored.dims.size()));
  llvm::sort(order, [&](unsigned one, unsigned other) {
    return stored.dims[one] < stored.dims[other];
  });
  return order;
}

/// Whether an operand stores the factors side by side in `order`.
static bool haveOrder(const Places &stored, ArrayRef<unsigned> order) {
  return llvm::all_of(llvm::enumerate(order), [&](auto entry) {
    return stored.dims[entry.value()] == stored.dims[order[0]] + entry.index();
  });
}

/// The order in which both operands store the factors of a sum, of `sizes`,
/// side by side or, where none is, one of them, and the other many neighbours
/// of the last factor: kernels read its factors where they lie.
static std::optional<SmallVector<unsigned>> findOrder(ArrayRef<Places> stored,
                                                      ArrayRef<int64_t> sizes) {
  // As many as a kernel copies at a time, of 16 bits.
  constexpr int64_t kNeighbours = 64;
  for (bool needsBoth : {true, false})
    for (const Places &one : stored) {
      SmallVector<unsigned> order = sortFactors(one);
      bool isEnough = needsBoth ? llvm::all_of(stored,
                                               [&](const Places &other) {
                                                 return haveOrder(other, order);
                                               })
                                : haveOrder(one, order) &&
                                      sizes[order.back()] % kNeighbours == 0;
      if (isEnough)
        return order;
    }
  return std::nullopt;
}

/// Divides a sum of which both operands are copied, since a front end adds up
/// in another order than both are stored in: heads and their elements.
static std::optional<LoopDivision> divideSum(linalg::LinalgOp op) {
  auto joined = getJoined(op);
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (!joined || failed(dims) || dims->k.size() != 1)
    return std::nullopt;
  LoopDivision division(op);
  SmallVector<Places> stored;
  for (auto [collapse, map] :
       llvm::zip_first(*joined, op.getIndexingMapsArray()))
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices())) {
      ArrayRef<int64_t> sizes = getSizes(collapse.getSrcType(), group);
      Places places = findStored(collapse.getSrc(), group);
      unsigned loop = map.getDimPosition(dim);
      if (loop == dims->k[0])
        stored.push_back(places);
      else if (!places.areNeighbours() &&
               !llvm::is_contained(dims->batch, loop))
        return std::nullopt;
      // Both operands have sums and batches.
      if (division.loops[loop].sizes.size() > 1 &&
          ArrayRef(division.loops[loop].sizes) != sizes)
        return std::nullopt;
      division.set(loop, sizes);
    }
  if (stored[0].dims.size() != stored[1].dims.size() ||
      (stored[0].areNeighbours() && stored[1].areNeighbours()))
    return std::nullopt;
  LoopDivision::Factors &sum = division.loops[dims->k[0]];
  std::optional<SmallVector<unsigned>> order = findOrder(stored, sum.sizes);
  bool isKept = order && llvm::is_sorted(*order);
  if (!order || isKept)
    return std::nullopt;
  for (auto [place, factor] : llvm::enumerate(*order))
    sum.places[factor] = place;
  division.sum = dims->k[0];
  return division;
}

void mlir::lowp::divideContractions(Operation *op) {
  SmallVector<LoopDivision> divisions;
  op->walk([&](linalg::LinalgOp op) {
    if (!isContraction(op))
      return;
    std::optional<LoopDivision> division = divideRows(op);
    if (!division)
      division = divideSum(op);
    if (division)
      divisions.push_back(*division);
  });
  for (LoopDivision &division : divisions) {
    castBehindView(division.op);
    division.apply();
  }
}
