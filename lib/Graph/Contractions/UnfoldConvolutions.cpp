//===- UnfoldConvolutions.cpp - Convolutions that are matmuls -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The convolution by which a vision transformer reads patches has windows side
// by side, one of 1x1 a window for each element. Such a linalg operation, named
// or generic, that adds up products of a float image and filters becomes a
// contraction: the image is divided into windows, whose elements come after
// all that counts windows, in the order in which the filters store them.
// `lowp-normalize-contractions` makes a matmul of it. What the products are
// added to is added, and rounded where a reader only rounds, before the result
// gets its order. Convolutions whose windows overlap, or in groups, stay.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "ConvolutionWindows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Orders of dimensions
//===----------------------------------------------------------------------===//

/// `tensor` with its dimensions in the order of `loops`.
static Value reorder(OpBuilder &builder, Location loc,
                     const IndexedTensor &tensor, ArrayRef<unsigned> loops) {
  if (ArrayRef(tensor.loops) == loops)
    return tensor.value;
  auto order = llvm::map_to_vector(loops, [&](unsigned loop) -> int64_t {
    return llvm::find(tensor.loops, loop) - tensor.loops.begin();
  });
  return transpose(builder, loc, tensor.value, order);
}

/// The loops of `map`, which is a projected permutation, that are `isWanted`.
static SmallVector<unsigned>
pickLoops(AffineMap map, llvm::function_ref<bool(unsigned)> isWanted) {
  SmallVector<unsigned> loops;
  for (AffineExpr index : map.getResults())
    if (unsigned loop = cast<AffineDimExpr>(index).getPosition();
        isWanted(loop))
      loops.push_back(loop);
  return loops;
}

//===----------------------------------------------------------------------===//
// The matmul
//===----------------------------------------------------------------------===//

namespace {
/// A convolution as the matmul of windows by filters.
class Unfolding {
public:
  explicit Unfolding(linalg::LinalgOp op)
      : op(op), builder(op), image(op.getDpsInputOperand(0)),
        filters(op.getDpsInputOperand(1)), init(op.getDpsInitOperand(0)) {}
  /// Replaces the convolution if it is one.
  void run();

private:
  bool hasWindows();
  Value multiply(Value windows, ArrayRef<unsigned> row,
                 ArrayRef<unsigned> result);
  MappedTensor findInit(ArrayRef<unsigned> loops);
  Value finish(Value product, ArrayRef<unsigned> loops,
               linalg::LinalgOp rounding);
  void replace(Operation *replaced, IndexedTensor result);

  linalg::LinalgOp op;
  OpBuilder builder;
  OpOperand *image, *filters, *init;
};
} // namespace

/// Whether the image is not indexed by loops alone, but all else is, and loops
/// are those of a contraction.
bool Unfolding::hasWindows() {
  AffineMap filter = op.getMatchingIndexingMap(filters),
            result = op.getMatchingIndexingMap(init);
  if (op.getMatchingIndexingMap(image).isProjectedPermutation() ||
      !filter.isProjectedPermutation() || !result.isProjectedPermutation())
    return false;
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  return llvm::all_of(llvm::enumerate(types), [&](auto loop) {
    bool isInImage =
        op.getMatchingIndexingMap(image).isFunctionOfDim(loop.index());
    bool isInFilter = filter.isFunctionOfDim(loop.index());
    return loop.value() == utils::IteratorType::reduction
               ? isInImage && isInFilter
               : isInImage || isInFilter;
  });
}

/// The sums of products, in the order of the loops `result`.
Value Unfolding::multiply(Value windows, ArrayRef<unsigned> row,
                          ArrayRef<unsigned> result) {
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  AffineMap old = op.getMatchingIndexingMap(init);
  SmallVector<OpFoldResult> from = tensor::getMixedSizes(builder, loc,
                                                         init->get()),
                            sizes;
  for (unsigned loop : result)
    sizes.push_back(
        from[*old.getResultPosition(getAffineDimExpr(loop, context))]);
  Type element = getElementTypeOrSelf(init->get());
  Value zeros = buildZeros(builder, loc, sizes, element);
  auto index = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(op.getNumLoops(), loops,
                                                context);
  };
  return rebuildSum(
             builder, op, {windows, filters->get()}, zeros,
             {index(row), op.getMatchingIndexingMap(filters), index(result)},
             op.getIteratorTypesArray())
      .getResult(0);
}

/// What the convolution adds its products to, such as a bias, as far as it is
/// repeated from less, indexed by `loops`.
MappedTensor Unfolding::findInit(ArrayRef<unsigned> loops) {
  SmallVector<AffineExpr> dims(op.getNumLoops());
  for (auto [position, loop] : llvm::enumerate(loops))
    dims[loop] = getAffineDimExpr(position, op.getContext());
  AffineMap map = op.getMatchingIndexingMap(init).replaceDimsAndSymbols(
      dims, {}, loops.size(), 0);
  Type element = getElementTypeOrSelf(init->get());
  SmallVector<MappedTensor> sources = listSources({init->get(), map});
  while (getElementTypeOrSelf(sources.back().value) != element)
    sources.pop_back();
  return sources.back();
}

/// The sum of each element of `product` and the one of `added` at its place.
static Value addElements(OpBuilder &builder, Location loc, Value product,
                         const MappedTensor &added) {
  auto type = cast<RankedTensorType>(product.getType());
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), builder.getContext());
  auto add = [](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    return arith::AddFOp::create(b, elements[0], elements[1]);
  };
  return buildElements(builder, loc,
                       tensor::getMixedSizes(builder, loc, product),
                       type.getElementType(), {product, added.value},
                       {identity, added.map}, add);
}

/// What becomes of `product`: the init is added, and the sum is rounded if
/// somebody rounds it, on rows where an epilogue of a gemm can do both.
Value Unfolding::finish(Value product, ArrayRef<unsigned> loops,
                        linalg::LinalgOp rounding) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(product.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, product);
  unsigned last = loops.size() - 1;
  bool isZero = isZeroFilled(init->get());
  MappedTensor added = findInit(loops);
  AffineMap columns = AffineMap::getMultiDimMapWithTargets(loops.size(), {last},
                                                           op.getContext());
  bool isOnRows = isZero || added.map == columns;
  SmallVector<ReassociationIndices> groups(2);
  llvm::append_range(groups[0], llvm::seq<int64_t>(0, last));
  groups[1].push_back(last);
  if (isOnRows) {
    product = tensor::CollapseShapeOp::create(builder, loc, product, groups);
    added.map = AffineMap::getMultiDimMapWithTargets(2, {1}, op.getContext());
  }
  if (!isZero)
    product = addElements(builder, loc, product, added);
  if (rounding) {
    type = type.clone(getElementTypeOrSelf(rounding->getResult(0)));
    product = castElements(builder, loc, product, type.getElementType());
  }
  return isOnRows ? tensor::ExpandShapeOp::create(builder, loc, type, product,
                                                  groups, sizes)
                        .getResult()
                  : product;
}

/// `tensor` as `collapse` shows it in the order `wanted`, but in its own order,
/// if that keeps beside each other what is joined: so a reader's transpose
/// meets that of the result.
static std::optional<IndexedTensor>
collapse(OpBuilder &builder, const IndexedTensor &tensor,
         ArrayRef<unsigned> wanted, ArrayRef<ReassociationIndices> joined) {
  SmallVector<ReassociationIndices> groups;
  IndexedTensor collapsed;
  unsigned next = 0;
  while (next < tensor.loops.size()) {
    auto group = llvm::find_if(joined, [&](const ReassociationIndices &each) {
      return wanted[each.front()] == tensor.loops[next];
    });
    if (group == joined.end())
      return std::nullopt;
    collapsed.loops.push_back(tensor.loops[next]);
    groups.emplace_back();
    for (int64_t position : *group) {
      if (next == tensor.loops.size() || wanted[position] != tensor.loops[next])
        return std::nullopt;
      groups.back().push_back(next++);
    }
  }
  collapsed.value = tensor::CollapseShapeOp::create(
      builder, tensor.value.getLoc(), tensor.value, groups);
  return collapsed;
}

/// Gives the readers of `replaced` the result, in the order that they expect.
void Unfolding::replace(Operation *replaced, IndexedTensor result) {
  SmallVector<unsigned> wanted =
      pickLoops(op.getMatchingIndexingMap(init), [](unsigned) { return true; });
  auto reader = replaced->hasOneUse()
                    ? dyn_cast<tensor::CollapseShapeOp>(*replaced->user_begin())
                    : tensor::CollapseShapeOp();
  if (reader && reader->getBlock() == op->getBlock())
    if (auto collapsed = collapse(builder, result, wanted,
                                  reader.getReassociationIndices())) {
      SmallVector<unsigned> fewer;
      for (const ReassociationIndices &group : reader.getReassociationIndices())
        fewer.push_back(wanted[group.front()]);
      reader.getResult().replaceAllUsesWith(
          reorder(builder, op.getLoc(), *collapsed, fewer));
      reader.erase();
      return;
    }
  replaced->getResult(0).replaceAllUsesWith(
      reorder(builder, op.getLoc(), result, wanted));
}

void Unfolding::run() {
  // Sums of 16 bits onto something round once, as they would not then.
  bool isWide = getElementTypeOrSelf(init->get()).isF32();
  if (!hasWindows() || !(isWide || isZeroFilled(init->get())))
    return;
  std::optional<IndexedTensor> windows = expandWindows(builder, op, *image);
  if (!windows)
    return;
  AffineMap filter = op.getMatchingIndexingMap(filters),
            result = op.getMatchingIndexingMap(init);
  auto isInImage = [&](unsigned loop) {
    return llvm::is_contained(windows->loops, loop);
  };
  // Groups count matrices of image, filters and result alike.
  auto isGroup = [&](unsigned loop) {
    return isInImage(loop) && filter.isFunctionOfDim(loop) &&
           result.isFunctionOfDim(loop);
  };
  auto isOwn = [&](unsigned loop) { return isInImage(loop) && !isGroup(loop); };
  SmallVector<unsigned> loops = pickLoops(result, isGroup);
  llvm::append_range(loops, pickLoops(result, isOwn));
  SmallVector<unsigned> row(loops);
  llvm::append_range(row, pickLoops(filter, isOwn));
  llvm::append_range(loops, pickLoops(result, std::not_fn(isInImage)));
  Value image = reorder(builder, op.getLoc(), *windows, row);
  // Rounded before it is reordered: a gemm rounds as it writes.
  linalg::LinalgOp rounding = findRounding(op->getResult(0));
  Value value = finish(multiply(image, row, loops), loops, rounding);
  Operation *replaced = rounding ? rounding : op;
  replace(replaced, {value, loops});
  replaced->erase();
  if (rounding)
    op->erase();
}

void mlir::lowp::unfoldConvolutions(Operation *op) {
  for (linalg::LinalgOp op : listSumsOfProducts(op))
    Unfolding(op).run();
}
