//===- GatheredWeights.cpp - A matrix for each row, by its number ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends without grouped matmuls copy the matrix of its expert for each row
// of a token, and multiply a batch of matrices by a batch of columns.
//
//===----------------------------------------------------------------------===//

#include "GatheredWeights.h"
#include "OrderedRows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/AssertOp.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// A batch of matrices, gathered by the id of each row.
struct GatheredWeights {
  linalg::GenericOp gather;
  tensor::ExtractOp extract;
  explicit operator bool() { return gather != nullptr; }
};
} // namespace

static bool isLoop(Value value, uint64_t loop) {
  auto index = value.getDefiningOp<linalg::IndexOp>();
  return index && index.getDim() == loop;
}

/// Whether kernels multiply by matrices of `type`: of 16 bits, whose rows and
/// those of the result are copied in words of 16 bytes.
static bool isOfKernels(RankedTensorType type) {
  return type.hasStaticShape() && type.getElementType().isFloat() &&
         type.getElementTypeBitWidth() == 16 && type.getDimSize(1) % 8 == 0 &&
         type.getDimSize(2) % 8 == 0;
}

/// Whether grouped matmuls have matrices of `type`.
static bool isOfGroups(RankedTensorType type) {
  return type.hasStaticShape() && type.getDimSize(0) > 0 &&
         isa<Float32Type, BFloat16Type, Float16Type>(type.getElementType());
}

/// Whether `op` computes indices of elements, or checks them.
static bool isIndexArithmetic(Operation &op) {
  return isa<arith::ArithDialect>(op.getDialect()) ||
         isa<linalg::IndexOp, tensor::ExtractOp, cf::AssertOp>(op);
}

/// Whether `id` is arithmetic on arguments of `body`, and on nothing of an
/// element's place.
static bool isOfRow(Value id, Block *body) {
  Operation *op = id.getDefiningOp();
  if (!op || op->getBlock() != body)
    return true;
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isOfRow(operand, body); });
}

static GatheredWeights matchWeights(Value batch, bool forKernels) {
  auto op = batch.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumLoops() != 3 || op.getNumReductionLoops() != 0 ||
      op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return {};
  AffineMap rows = AffineMap::get(3, 0, getAffineDimExpr(0, op.getContext()));
  auto extract = op.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != op.getBody() ||
      op.getIndexingMapsArray().front() != rows ||
      !op.getIndexingMapsArray().back().isIdentity() ||
      op->isAncestor(extract.getTensor().getParentBlock()->getParentOp()))
    return {};
  bool isArithmetic =
      llvm::all_of(op.getBody()->without_terminator(), isIndexArithmetic) &&
      isOfRow(extract.getIndices().front(), op.getBody());
  auto weights = cast<RankedTensorType>(extract.getTensor().getType());
  auto gathered = cast<RankedTensorType>(batch.getType());
  bool isWhole =
      weights.getRank() == 3 &&
      weights.getShape().drop_front() == gathered.getShape().drop_front() &&
      isLoop(extract.getIndices()[1], 1) && isLoop(extract.getIndices()[2], 2);
  bool isTaken = forKernels ? isOfKernels(weights) : isOfGroups(weights);
  if (!isArithmetic || !isWhole || !isTaken ||
      !llvm::hasSingleElement(op.getBody()->getOps<tensor::ExtractOp>()))
    return {};
  return {op, extract};
}

/// The ids of the rows, as the body computes them of what it is given.
static linalg::GenericOp buildIds(ImplicitLocOpBuilder &b,
                                  GatheredWeights weights) {
  Value given = weights.gather.getInputs().front();
  OpFoldResult size = tensor::getMixedSize(b, b.getLoc(), given, 0);
  Value init = tensor::EmptyOp::create(b, size, b.getI64Type());
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(1));
  auto body = [&](OpBuilder &nested, Location loc, ValueRange elements) {
    IRMapping mapping;
    mapping.map(weights.gather.getBody()->getArgument(0), elements.front());
    Value id = cloneValue(nested, weights.extract.getIndices().front(),
                          weights.gather.getBody(), mapping);
    id = arith::IndexCastOp::create(nested, loc, nested.getI64Type(), id);
    linalg::YieldOp::create(nested, loc, id);
  };
  return linalg::GenericOp::create(b, init.getType(), given, init, maps,
                                   utils::IteratorType::parallel, body);
}

/// Fails the call where ids are of no matrix, which comes after all others.
static void checkIds(ImplicitLocOpBuilder &b, OrderRowsOp order) {
  int64_t count = order.getEnds().getType().getDimSize(0);
  Value last = arith::ConstantIndexOp::create(b, count - 1);
  Value end = arith::IndexCastOp::create(
      b, b.getIndexType(), tensor::ExtractOp::create(b, order.getEnds(), last));
  Value rows = getValueOrCreateConstantIndexOp(
      b, b.getLoc(), tensor::getMixedSize(b, b.getLoc(), order.getIds(), 0));
  Value areAll = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, end, rows);
  Value matrices = arith::ConstantIndexOp::create(b, count);
  Value others = arith::SubIOp::create(b, rows, end);
  AssertOp::create(b, areAll,
                   "tensor.extract: expected an id of one of {0} matrices for "
                   "each of {1} rows, got {2} other ids; pass ids of matrices",
                   ValueRange{matrices, rows, others});
}

/// The order of rows by the ids of `weights`; one that is there already if ids
/// are computed alike.
static OrderRowsOp findOrder(ImplicitLocOpBuilder &b, GatheredWeights weights,
                             Operation *place, bool forKernels) {
  linalg::GenericOp ids = buildIds(b, weights);
  auto type = cast<RankedTensorType>(weights.extract.getTensor().getType());
  for (auto order : place->getBlock()->getOps<OrderRowsOp>()) {
    auto other = order.getIds().getDefiningOp<linalg::GenericOp>();
    if (!other || !order->isBeforeInBlock(place) ||
        order.getEnds().getType().getDimSize(0) != type.getDimSize(0) ||
        other.getResultTypes() != ids.getResultTypes())
      continue;
    ids.getDpsInitsMutable()[0].set(other.getDpsInits().front());
    if (OperationEquivalence::isEquivalentTo(
            ids, other, OperationEquivalence::IgnoreLocations))
      return order;
  }
  auto numbers = RankedTensorType::get(
      cast<RankedTensorType>(ids.getResult(0).getType()).getShape(),
      b.getI32Type());
  auto ends = RankedTensorType::get(type.getDimSize(0), b.getI32Type());
  auto order = OrderRowsOp::create(b, TypeRange{numbers, numbers, ends},
                                   ids.getResult(0));
  if (!forKernels)
    checkIds(b, order);
  return order;
}

/// Makes a grouped matmul of `op` if its matrices are gathered.
static void group(RewriterBase &rewriter, linalg::BatchMatmulOp op,
                  bool forKernels) {
  if (!op.hasPureTensorSemantics() || op.hasUserDefinedMaps() ||
      op->hasAttr(LowpDialect::getRecipeAttrName()) ||
      !isZeroFilled(op.getOutputs().front()))
    return;
  GatheredWeights weights = matchWeights(op.getInputs()[0], forKernels);
  Value columns =
      getViewed<tensor::ExpandShapeOp>(op.getInputs()[1], {{0}, {1, 2}});
  if (!weights || !columns || op.getStaticLoopRanges()[2] != 1)
    return;
  remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name("grouped-matmul").category("lowp-form-groups"))
      << remark::add("a product by a copy of a matrix for each row is one "
                     "grouped matmul of rows in the order of matrices");
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  OrderRowsOp order = findOrder(b, weights, op, forKernels);
  // What is rounded at once leaves the kernel rounded.
  linalg::LinalgOp rounding = findRounding(op->getResult(0));
  Operation *last = rounding ? rounding.getOperation() : op;
  auto result = cast<RankedTensorType>(last->getResult(0).getType());
  auto type = RankedTensorType::get(result.getShape().drop_back(),
                                    result.getElementType());
  Value product = GroupedMatmulOp::create(
      b, type, buildOrdered(b, columns, order), weights.extract.getTensor(),
      order.getEnds(), /*counts=*/Value(),
      /*accumulator=*/Value());
  Value back = buildBroughtBack(b, product, order);
  rewriter.setInsertionPoint(last);
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
      last, result, back, ArrayRef<ReassociationIndices>{{0}, {1, 2}});
  if (rounding)
    rewriter.eraseOp(op);
  // Checks in it keep it from being dead.
  if (weights.gather->use_empty())
    rewriter.eraseOp(weights.gather);
}

void mlir::lowp::groupGatheredWeights(Operation *root, bool forKernels) {
  SmallVector<linalg::BatchMatmulOp> ops;
  root->walk([&](linalg::BatchMatmulOp op) { ops.push_back(op); });
  IRRewriter rewriter(root->getContext());
  // In the order of the program: a product finds what an earlier one ordered.
  for (linalg::BatchMatmulOp op : ops)
    group(rewriter, op, forKernels);
}
