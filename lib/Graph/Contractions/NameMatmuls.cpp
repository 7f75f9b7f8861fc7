//===- NameMatmuls.cpp - Generics that are matmuls ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `linalg.generic` that adds up products of two float tensors gets one
// dimension of rows, of columns and of K where several lie in one order in all
// tensors, as tokens of several sequences do. Where the result alone has
// another order, as heads before tokens, it is computed in that of the operands
// and transposed afterwards; where the operands add up in unlike orders, the
// smaller one is transposed before. If it then is a product of two matrices, in
// any order, it becomes `linalg.matmul`, which takes a recipe: its first
// operand is what the rows of the result come from. Its discardable attributes
// stay. A product of a vector and a matrix, as a step that decodes one token
// has, is one of a matrix of one row. Matmuls read what their operands are
// transposes of, and the narrow tensors where operands of 16 bits are both
// widened to f32 before them.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "ContractionBody.h"
#include "NarrowOperands.h"
#include "ResultOrder.h"
#include "SumOrder.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/MatmulRole.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/JoinLoops.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Reads what transposes read, of both operands or of one, where the dimensions
/// can be merged then: a weight whose columns a front end divided into heads is
/// stored in one order, a result of attention transposed in another.
template <typename OpT>
static void readThroughTransposes(IRRewriter &rewriter, OpT op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto listInner = [&](unsigned number) {
    auto orders = listOrders({op.getInputs()[number], maps[number]});
    std::reverse(orders.begin(), orders.end());
    return orders;
  };
  for (const MappedTensor &rhs : listInner(1))
    for (const MappedTensor &lhs : listInner(0)) {
      SmallVector<AffineMap> tried = {lhs.map, rhs.map, maps[2]};
      if (!areMergeable(tried))
        continue;
      op->setOperands(0, 2, {lhs.value, rhs.value});
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(tried));
      return;
    }
}

/// Makes one dimension of those that are rows alone, columns alone, summed over
/// or counted alike by all tensors, where they lie in one order everywhere: a
/// matmul on tokens of several sequences has two of rows. Returns the operation
/// that is left in place of `op`.
static linalg::GenericOp mergeDims(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<ReassociationIndices> sequences =
      findMergeable(op.getIndexingMapsArray());
  // The product of sizes is to be a number.
  bool isAddressable = llvm::all_of(op->getOperandTypes(), [](Type type) {
    return ScaledType::isAddressable(cast<ShapedType>(type).getShape());
  });
  if (sequences.empty() || !isAddressable)
    return op;
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  linalg::GenericOp merged = joinLoops(rewriter, op, sequences);
  merged->setDiscardableAttrs(attributes);
  return merged;
}

namespace {
/// Operands of a matmul and their maps, whose loops are m, n and k. A matmul
/// has rows of the result from its first operand.
struct NamedMatmul {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  bool isExchanged = false;
};
} // namespace

/// `op` as a matmul; nothing if it is another contraction. The operand that
/// columns come from may be first in `op`, as in gradients of weights that a
/// front end writes transposed.
static std::optional<NamedMatmul> matchMatmul(linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumLoops() != 3 || dims->m.size() != 1 ||
      dims->n.size() != 1 || dims->k.size() != 1)
    return std::nullopt;
  NamedMatmul matmul{llvm::to_vector(op.getInputs()),
                     op.getIndexingMapsArray()};
  if (!llvm::all_of(matmul.maps, [](AffineMap map) {
        return map.getNumResults() == 2 && map.isProjectedPermutation();
      }))
    return std::nullopt;
  unsigned row = dims->m[0], column = dims->n[0];
  if (matmul.maps[2].getDimPosition(0) != row) {
    std::swap(row, column);
    std::swap(matmul.inputs[0], matmul.inputs[1]);
    std::swap(matmul.maps[0], matmul.maps[1]);
    matmul.isExchanged = true;
  }
  SmallVector<AffineExpr> loops(3);
  unsigned order[] = {row, column, dims->k[0]};
  for (auto [number, loop] : llvm::enumerate(order))
    loops[loop] = getAffineDimExpr(number, op.getContext());
  for (AffineMap &map : matmul.maps)
    map = map.replaceDimsAndSymbols(loops, {}, 3, 0);
  return matmul;
}

static void nameMatmul(IRRewriter &rewriter, linalg::GenericOp op) {
  std::optional<NamedMatmul> found = matchMatmul(op);
  if (!found)
    return;
  rewriter.setInsertionPoint(op);
  auto matmul =
      linalg::MatmulOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                               found->inputs, op.getOutputs());
  matmul.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(found->maps));
  matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (found->isExchanged)
    noteExchange(matmul);
  rewriter.replaceOp(op, matmul);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// `vector` as a matrix of one row.
static Value expandRow(OpBuilder &builder, Location loc, Value vector) {
  auto type = cast<RankedTensorType>(vector.getType());
  return tensor::ExpandShapeOp::create(
      builder, loc, type.clone({1, type.getDimSize(0)}), vector,
      ArrayRef<ReassociationIndices>{{0, 1}});
}

/// Makes a matmul of one row of the product of a vector and a matrix, in any
/// order: kernels multiply matrices.
static void nameVectorMatmul(IRRewriter &rewriter, linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumLoops() != 2 || dims->k.size() != 1 ||
      !dims->batch.empty())
    return;
  // The loops of the matrix as those of a matmul.
  SmallVector<AffineExpr> loops(2, getAffineDimExpr(1, op.getContext()));
  loops[dims->k[0]] = getAffineDimExpr(2, op.getContext());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned vector = maps[0].getNumResults() == 1 ? 0 : 1;
  AffineMap matrix = maps[1 - vector];
  if (maps[vector].getNumResults() != 1 || matrix.getNumResults() != 2 ||
      !matrix.isPermutation() || maps[2].getNumResults() != 1)
    return;
  matrix = matrix.replaceDimsAndSymbols(loops, {}, 3, 0);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value row = expandRow(rewriter, loc, op.getDpsInputs()[vector]);
  Value init = expandRow(rewriter, loc, op.getDpsInits()[0]);
  auto matmul = linalg::MatmulOp::create(
      rewriter, loc, TypeRange{init.getType()},
      ValueRange{row, op.getDpsInputs()[1 - vector]}, ValueRange{init});
  auto select = [&](ArrayRef<unsigned> order) {
    return AffineMap::getMultiDimMapWithTargets(3, order, op.getContext());
  };
  matmul.setIndexingMapsAttr(
      rewriter.getAffineMapArrayAttr({select({0, 2}), matrix, select({0, 1})}));
  matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (vector == 1)
    noteExchange(matmul);
  rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
      op, op->getResult(0).getType(), matmul.getResult(0),
      ArrayRef<ReassociationIndices>{{0, 1}});
}

void mlir::lowp::nameMatmuls(Operation *op) {
  IRRewriter rewriter(op->getContext());
  SmallVector<linalg::GenericOp> generics;
  op->walk([&](linalg::GenericOp op) { generics.push_back(op); });
  for (linalg::GenericOp op : generics)
    splitBody(rewriter, op);
  SmallVector<linalg::LinalgOp> sums = listSumsOfProducts(op);
  for (linalg::LinalgOp op : sums)
    readNarrowOperands(rewriter, op);
  for (linalg::LinalgOp op : sums)
    if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation())) {
      readThroughTransposes(rewriter, generic);
      orderSum(rewriter, generic);
      nameMatmul(rewriter, mergeDims(rewriter, orderResult(rewriter, generic)));
    }
  // Some of them have been generics.
  for (linalg::LinalgOp op : listSumsOfProducts(op))
    nameVectorMatmul(rewriter, op);
  op->walk([&](linalg::MatmulOp op) { readThroughTransposes(rewriter, op); });
}
