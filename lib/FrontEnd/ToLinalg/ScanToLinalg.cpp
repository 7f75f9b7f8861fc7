//===- ScanToLinalg.cpp - Running totals as reductions --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace {
/// A scan, and the one operation that combines its elements.
struct Scan {
  static FailureOr<Scan> get(Operation *op);

  Value input() const { return op->getOperand(0); }
  Value initial() const { return op->getOperand(2); }
  RankedTensorType type() const {
    return cast<RankedTensorType>(input().getType());
  }

  Operation *op;
  int64_t dimension;
  bool isInclusive;
  Operation *combiner;
  TypedAttr neutral;
};
} // namespace

/// The type of `input` without `dimension`.
static RankedTensorType dropDimension(RankedTensorType input,
                                      int64_t dimension) {
  SmallVector<int64_t> shape(input.getShape());
  shape.erase(shape.begin() + dimension);
  return RankedTensorType::get(shape, input.getElementType());
}

bool mlir::lowp::hasCombiner(Operation *op, Type element) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &body = op->getRegion(0).front();
  return body.getArgumentTypes() == TypeRange{element, element} &&
         !body.empty() && body.back().getOperandTypes() == TypeRange{element};
}

/// Whether `op` looks as a front end's dialect, which may not be there to
/// verify it, says that a scan does.
static bool isWellFormed(Operation *op, IntegerAttr dimension,
                         BoolAttr inclusive) {
  if (!dimension || !inclusive || op->getNumOperands() != 3 ||
      op->getNumResults() != 2)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || !type.getElementType().isIntOrIndexOrFloat() ||
      dimension.getInt() < 0 || dimension.getInt() >= type.getRank())
    return false;
  Type results[] = {type, dropDimension(type, dimension.getInt())};
  return op->getResultTypes() == TypeRange(results) &&
         op->getOperands().drop_front().getTypes() == TypeRange(results) &&
         lowp::hasCombiner(op, type.getElementType());
}

FailureOr<Scan> Scan::get(Operation *op) {
  auto dimension = op->getAttrOfType<IntegerAttr>("dimension");
  auto inclusive = op->getAttrOfType<BoolAttr>("inclusive");
  if (!isWellFormed(op, dimension, inclusive))
    return op->emitOpError(
        "expected a dimension, an input, two outputs and two "
        "results, as torch-mlir and IREE write a scan");
  Block &body = op->getRegion(0).front();
  Operation *combiner = &body.front();
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  bool isOne =
      body.getOperations().size() == 2 && neutral &&
      llvm::is_contained(combiner->getOperands(), body.getArgument(0)) &&
      llvm::is_contained(combiner->getOperands(), body.getArgument(1)) &&
      body.back().getOperand(0) == combiner->getResult(0);
  if (!isOne)
    return op->emitOpError(
               "expected a region of one addition, product, maximum, "
               "minimum, and, or or xor of its arguments, got ")
           << combiner->getName()
           << "; compute the scan outside and pass it as an argument";
  return Scan{op, dimension.getInt(), inclusive.getValue(), combiner, *neutral};
}

/// What a scan begins with in each element: nothing, or the totals before.
static Value buildInitial(ImplicitLocOpBuilder &b, const Scan &scan) {
  RankedTensorType type = scan.type();
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), scan.input()),
      type.getElementType());
  if (scan.isInclusive)
    return linalg::FillOp::create(
               b, arith::ConstantOp::create(b, scan.neutral).getResult(), empty)
        .getResult(0);
  return linalg::BroadcastOp::create(b, scan.initial(), empty, scan.dimension)
      ->getResult(0);
}

/// Combines, for each element, those up to it.
static Value buildTotals(ImplicitLocOpBuilder &b, const Scan &scan) {
  int64_t rank = scan.type().getRank();
  SmallVector<AffineExpr> read, written;
  for (int64_t dim = 0; dim < rank; ++dim) {
    written.push_back(b.getAffineDimExpr(dim));
    read.push_back(b.getAffineDimExpr(dim == scan.dimension ? rank : dim));
  }
  AffineMap maps[] = {AffineMap::get(rank + 1, 0, read, b.getContext()),
                      AffineMap::get(rank + 1, 0, written, b.getContext())};
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Value here = linalg::IndexOp::create(b, scan.dimension);
    Value there = linalg::IndexOp::create(b, rank);
    Value isBefore =
        arith::CmpIOp::create(b,
                              scan.isInclusive ? arith::CmpIPredicate::ule
                                               : arith::CmpIPredicate::ult,
                              there, here);
    Value element = arith::SelectOp::create(
        b, isBefore, elements[0], arith::ConstantOp::create(b, scan.neutral));
    IRMapping mapping;
    Block &region = scan.op->getRegion(0).front();
    mapping.map(region.getArgument(0), elements[1]);
    mapping.map(region.getArgument(1), element);
    return b.clone(*scan.combiner, mapping)->getResult(0);
  };
  return lowp::buildGeneric(b, b.getLoc(), scan.input(), buildInitial(b, scan),
                            maps, body);
}

/// The last of `totals` along the dimension; without elements along it the
/// totals before.
static Value buildLast(ImplicitLocOpBuilder &b, const Scan &scan,
                       Value totals) {
  // What is known to hold nothing has no slices.
  if (llvm::is_contained(scan.type().getShape(), 0))
    return scan.initial();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), totals);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
      strides(sizes.size(), b.getIndexAttr(1));
  // An offset that is known is an attribute: where upstream makes it one, it
  // drops another dimension of size 1.
  if (std::optional<int64_t> size = getConstantIntValue(sizes[scan.dimension]))
    offsets[scan.dimension] = b.getIndexAttr(*size - 1);
  else
    offsets[scan.dimension] =
        arith::SubIOp::create(b, cast<Value>(sizes[scan.dimension]),
                              arith::ConstantIndexOp::create(b, 1))
            .getResult();
  sizes[scan.dimension] = b.getIndexAttr(1);
  auto type = cast<RankedTensorType>(scan.op->getResult(1).getType());
  return tensor::ExtractSliceOp::create(b, type, totals, offsets, sizes,
                                        strides);
}

static void lower(const Scan &scan) {
  ImplicitLocOpBuilder b(scan.op->getLoc(), scan.op);
  Value totals = buildTotals(b, scan);
  scan.op->getResult(0).replaceAllUsesWith(totals);
  if (!scan.op->getResult(1).use_empty())
    scan.op->getResult(1).replaceAllUsesWith(buildLast(b, scan, totals));
  scan.op->erase();
}

LogicalResult mlir::lowp::lowerScan(Operation *op) {
  FailureOr<Scan> scan = Scan::get(op);
  if (failed(scan))
    return failure();
  lower(*scan);
  return success();
}
