//===- LoopDivision.cpp - Several loops in place of one -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopDivision.h"

#include "SumOrder.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

LoopDivision::LoopDivision(linalg::LinalgOp op) : op(op) {
  for (int64_t size : op.getStaticLoopRanges())
    loops.push_back({{size}, {0}});
}

void LoopDivision::set(unsigned loop, ArrayRef<int64_t> sizes) {
  loops[loop] = {llvm::to_vector(sizes),
                 llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()))};
}

namespace {
class Divider {
public:
  explicit Divider(LoopDivision &division)
      : b(division.op.getLoc(), division.op), division(division),
        op(division.op) {
    for (auto [factors, kind] :
         llvm::zip_equal(division.loops, op.getIteratorTypesArray())) {
      firsts.push_back(iterators.size());
      iterators.append(factors.sizes.size(), kind);
    }
  }

  void divide() {
    SmallVector<Value> tensors(op->getOperands());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<ReassociationIndices> groups;
    for (auto [tensor, map] : llvm::zip_equal(tensors, maps))
      groups = divide(tensor, map);
    if (division.sum)
      for (unsigned number : {0, 1}) {
        putFactorsTogether(*division.sum, tensors[number], maps[number]);
      }
    if (division.matrices)
      repeat(tensors[1 - division.matrices->operand],
             maps[1 - division.matrices->operand]);
    linalg::GenericOp sum = rebuildSum(b, op, ArrayRef(tensors).drop_back(),
                                       tensors.back(), maps, iterators);
    replace(sum.getResult(0), groups);
  }

private:
  AffineMap getMap(ArrayRef<AffineExpr> indices) {
    return AffineMap::get(iterators.size(), 0, indices, b.getContext());
  }

  /// The loop in place of `loop` that its part `part` is.
  AffineExpr getLoop(unsigned loop, unsigned part) {
    return b.getAffineDimExpr(firsts[loop] + division.loops[loop].places[part]);
  }

  /// Makes a dimension of each part of `tensor`. Returns which they are of each
  /// dimension before.
  SmallVector<ReassociationIndices> divide(Value &tensor, AffineMap &map) {
    SmallVector<ReassociationIndices> groups;
    SmallVector<AffineExpr> indices;
    SmallVector<int64_t> shape;
    for (unsigned dim : llvm::seq(map.getNumResults())) {
      unsigned loop = map.getDimPosition(dim);
      ReassociationIndices &group = groups.emplace_back();
      for (auto [part, size] : llvm::enumerate(division.loops[loop].sizes)) {
        group.push_back(indices.size());
        indices.push_back(getLoop(loop, part));
        shape.push_back(size);
      }
    }
    map = getMap(indices);
    auto type = cast<RankedTensorType>(tensor.getType());
    tensor = b.createOrFold<tensor::ExpandShapeOp>(type.clone(shape), tensor,
                                                   groups);
    return groups;
  }

  /// Reads what `tensor` is a copy of, and copies that where factors of `loop`
  /// lie apart in it.
  void putFactorsTogether(unsigned loop, Value &tensor, AffineMap &map) {
    auto factors = llvm::to_vector(llvm::seq<unsigned>(
        firsts[loop], firsts[loop] + division.loops[loop].sizes.size()));
    MappedTensor together =
        putSideBySide(b, b.getLoc(), listOrders({tensor, map}).back(), factors);
    tensor = together.value;
    map = together.map;
  }

  /// Repeats `tensor` for each of the matrices.
  void repeat(Value &tensor, AffineMap &map) {
    auto [operand, loop, row] = *division.matrices;
    SmallVector<AffineExpr> indices;
    SmallVector<int64_t> shape, added;
    for (auto [part, size] : llvm::enumerate(division.loops[loop].sizes)) {
      if (part == row)
        continue;
      added.push_back(indices.size());
      indices.push_back(getLoop(loop, part));
      shape.push_back(size);
    }
    auto type = cast<RankedTensorType>(tensor.getType());
    llvm::append_range(shape, type.getShape());
    llvm::append_range(indices, map.getResults());
    Value init = tensor::EmptyOp::create(b, shape, type.getElementType());
    tensor = linalg::BroadcastOp::create(b, tensor, init, added)->getResult(0);
    map = getMap(indices);
  }

  /// Readers that divide the result, too, have it.
  void replace(Value sum, ArrayRef<ReassociationIndices> groups) {
    Value result = op->getResult(0);
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user);
          expand && expand.getType() == sum.getType()) {
        expand.replaceAllUsesWith(sum);
        expand.erase();
      }
    if (!result.use_empty() && sum.getType() != result.getType())
      sum = tensor::CollapseShapeOp::create(b, result.getType(), sum, groups);
    result.replaceAllUsesWith(sum);
    SmallVector<Value> operands(op->getOperands());
    op.erase();
    for (Value operand : operands)
      eraseUnused(operand);
  }

  /// Later passes would take copies that nobody reads for readers.
  void eraseUnused(Value tensor) {
    Operation *maker = tensor.getDefiningOp();
    if (!tensor.use_empty() || !maker ||
        !(isa<tensor::CollapseShapeOp>(maker) || getTransposeMap(tensor)))
      return;
    Value source = maker->getOperand(0);
    maker->erase();
    eraseUnused(source);
  }

  ImplicitLocOpBuilder b;
  LoopDivision &division;
  linalg::LinalgOp op;
  SmallVector<utils::IteratorType> iterators;
  /// The first of the loops that are in each loop's place.
  SmallVector<unsigned> firsts;
};
} // namespace

void LoopDivision::apply() { Divider(*this).divide(); }
