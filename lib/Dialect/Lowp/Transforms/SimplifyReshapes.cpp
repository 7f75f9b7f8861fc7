//===- SimplifyReshapes.cpp - Reshapes that add or drop sizes of 1 --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Dialect/Lowp/Transforms/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SIMPLIFYRESHAPESPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Where a size comes from
//===----------------------------------------------------------------------===//

namespace {
/// A size by its origin: a number, dimension `number` of a tensor that nothing
/// is known of, or a value that is no size of a tensor.
struct Origin {
  Value value;
  int64_t number;

  bool operator==(const Origin &other) const {
    return value == other.value && number == other.number;
  }
  bool isOne() const { return !value && number == 1; }
};
} // namespace

static Origin traceSize(Value size);

/// The tensor that has the sizes of `tensor`, if something says so.
static Value getSameShape(Value tensor) {
  if (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    return op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return isa<RankedTensorType>(cast.getSource().getType()) ? cast.getSource()
                                                             : Value();
  return {};
}

static Origin traceSize(OpFoldResult size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return {Value(), *known};
  return traceSize(cast<Value>(size));
}

static Origin traceSize(Value tensor, int64_t dim) {
  int64_t known = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(known))
    return {Value(), known};
  if (Value same = getSameShape(tensor))
    return traceSize(same, dim);
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return traceSize(empty.getMixedSizes()[dim]);
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return traceSize(expand.getMixedOutputShape()[dim]);
  return {tensor, dim};
}

static Origin traceSize(Value size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return {Value(), *known};
  // Sizes fit into 64 bits.
  auto cast = size.getDefiningOp<arith::IndexCastOp>();
  if (cast && (cast.getType().isIndex() || cast.getType().isInteger(64)) &&
      (cast.getIn().getType().isIndex() ||
       cast.getIn().getType().isInteger(64)))
    return traceSize(cast.getIn());
  if (auto dim = size.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> index = dim.getConstantIndex();
        index && isa<RankedTensorType>(dim.getSource().getType()))
      return traceSize(dim.getSource(), *index);
  return {size, 0};
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

static SmallVector<Origin> traceSource(Value source) {
  SmallVector<Origin> sizes;
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(traceSize(source, dim));
  return sizes;
}

/// The sizes that `op` reshapes to; none if they come from memory.
static std::optional<SmallVector<Origin>> traceResult(tensor::ReshapeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  if (!type || !shape)
    return std::nullopt;
  SmallVector<Origin> sizes;
  for (auto [known, size] :
       llvm::zip_equal(type.getShape(), shape.getElements()))
    sizes.push_back(ShapedType::isDynamic(known) ? traceSize(size)
                                                 : Origin{Value(), known});
  return sizes;
}

static SmallVector<Origin> dropOnes(ArrayRef<Origin> sizes) {
  return llvm::filter_to_vector(
      sizes, [](const Origin &size) { return !size.isOne(); });
}

/// From the dimensions that are not known to be 1 to those of `sizes`.
static AffineMap getUnitMap(MLIRContext *context, ArrayRef<Origin> sizes) {
  SmallVector<AffineExpr> indices;
  unsigned next = 0;
  for (const Origin &size : sizes)
    indices.push_back(size.isOne() ? getAffineConstantExpr(0, context)
                                   : getAffineDimExpr(next++, context));
  return AffineMap::get(next, 0, indices, context);
}

/// Makes a view of `op`, if it only adds or drops dimensions of size 1.
static void simplify(tensor::ReshapeOp op) {
  if (!isa<RankedTensorType>(op.getSource().getType()))
    return;
  std::optional<SmallVector<Origin>> after = traceResult(op);
  SmallVector<Origin> before = traceSource(op.getSource());
  if (!after || dropOnes(before).empty() ||
      dropOnes(before) != dropOnes(*after))
    return;
  OpBuilder builder(op);
  MLIRContext *context = op.getContext();
  MappedTensor dropped = dropUnitDims(
      builder, {op.getSource(), getUnitMap(context, before)});
  Value result =
      addUnitDims(builder, dropped.value, cast<RankedTensorType>(op.getType()),
                  getUnitMap(context, *after));
  op.replaceAllUsesWith(result);
  op.erase();
}

namespace {
struct SimplifyReshapes
    : public lowp::impl::SimplifyReshapesPassBase<SimplifyReshapes> {
  using Base::Base;

  void runOnOperation() override {
    if (!getOperation()
             ->walk([](tensor::ReshapeOp) { return WalkResult::interrupt(); })
             .wasInterrupted())
      return;
    // Exporters ask of each size whether it is negative, and infer it then.
    OpPassManager ranges(getOperation()->getName().getStringRef());
    ranges.addPass(arith::createIntRangeOptimizationsPass());
    ranges.addPass(createCanonicalizerPass());
    if (failed(runPipeline(ranges, getOperation())))
      return signalPassFailure();
    SmallVector<tensor::ReshapeOp> reshapes;
    getOperation()->walk(
        [&](tensor::ReshapeOp op) { reshapes.push_back(op); });
    for (tensor::ReshapeOp op : reshapes)
      simplify(op);
  }
};
} // namespace
