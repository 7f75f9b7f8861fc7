//===- ConvolutionWindows.cpp - Windows that do not overlap ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionWindows.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// `d` or `d * c` as (d, c).
static std::optional<std::pair<unsigned, int64_t>> matchTerm(AffineExpr expr) {
  int64_t factor = 1;
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && product.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!constant)
      return std::nullopt;
    factor = constant.getValue();
    expr = product.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  return std::pair(dim.getPosition(), factor);
}

/// The loops (window, place in it) of an index `window * c + place` into a
/// dimension of `size` that is windows of c elements, one beside the other.
static std::optional<std::pair<unsigned, unsigned>>
matchWindow(AffineExpr index, ArrayRef<int64_t> loops, int64_t size) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(index);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto first = matchTerm(sum.getLHS()), second = matchTerm(sum.getRHS());
  if (!first || !second)
    return std::nullopt;
  for (auto [window, place] :
       {std::pair(*first, *second), std::pair(*second, *first)}) {
    int64_t length = loops[place.first];
    if (place.second == 1 && window.second == length &&
        !ShapedType::isDynamic(loops[window.first]) &&
        size == loops[window.first] * length)
      return std::pair(window.first, place.first);
  }
  return std::nullopt;
}

std::optional<IndexedTensor> mlir::lowp::expandWindows(OpBuilder &builder,
                                                       linalg::LinalgOp op,
                                                       OpOperand &operand) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  SmallVector<ReassociationIndices> groups;
  IndexedTensor expanded{operand.get(), {}};
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [index, size] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    ReassociationIndices &group = groups.emplace_back();
    SmallVector<unsigned, 2> loops;
    if (auto window = matchWindow(index, ranges, size))
      loops = {window->first, window->second};
    else if (auto dim = dyn_cast<AffineDimExpr>(index))
      loops = {dim.getPosition()};
    else
      return std::nullopt;
    for (unsigned loop : loops) {
      if (llvm::is_contained(expanded.loops, loop))
        return std::nullopt;
      group.push_back(shape.size());
      shape.push_back(loops.size() == 1 ? size : ranges[loop]);
      expanded.loops.push_back(loop);
    }
  }
  if (shape.size() != type.getShape().size())
    expanded.value = tensor::ExpandShapeOp::create(
        builder, op.getLoc(), type.clone(shape), operand.get(), groups);
  return expanded;
}
