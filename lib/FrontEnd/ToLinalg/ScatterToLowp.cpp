//===- ScatterToLowp.cpp - Scatters of torch-mlir and IREE ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexColumns.h"
#include "Lowerings.h"
#include "UpdateWindow.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// A scatter whose parts are those that front ends write.
struct Scatter {
  static FailureOr<Scatter> get(Operation *op, IndexRule rule);

  Value updates() const { return op->getOperand(0); }
  Value indices() const { return op->getOperand(1); }
  Value output() const { return op->getOperand(2); }
  Block &body() const { return op->getRegion(0).front(); }

  Operation *op;
  ArrayRef<int64_t> dimensions;
  bool isUnique;
  IndexRule rule;
};
} // namespace

/// Whether all operands are ranked tensors, and the result is as the output.
static bool isOnTensors(Operation *op) {
  return op->getNumOperands() == 3 && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) &&
         op->getResult(0).getType() == op->getOperand(2).getType() &&
         cast<RankedTensorType>(op->getOperand(0).getType()).getRank() > 0;
}

/// Whether there is an index for each of `dimensions`, which are different ones
/// of the output.
static bool hasIndices(Operation *op, ArrayRef<int64_t> dimensions) {
  auto type = cast<RankedTensorType>(op->getOperand(1).getType());
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  llvm::SmallDenseSet<int64_t> seen;
  return !dimensions.empty() && type.getRank() == 2 &&
         type.getDimSize(1) == static_cast<int64_t>(dimensions.size()) &&
         type.getElementType().isIntOrIndex() &&
         llvm::all_of(dimensions, [&](int64_t dim) {
           return dim >= 0 && dim < rank && seen.insert(dim).second;
         });
}

FailureOr<Scatter> Scatter::get(Operation *op, IndexRule rule) {
  auto dimensions = op->getAttrOfType<DenseI64ArrayAttr>("dimension_map");
  auto isUnique = op->getAttrOfType<BoolAttr>("unique_indices");
  if (dimensions && isUnique && isOnTensors(op) &&
      hasCombiner(op, getElementTypeOrSelf(op->getResult(0))) &&
      hasIndices(op, dimensions))
    return Scatter{op, dimensions, isUnique.getValue(), rule};
  return op->emitOpError("expected updates, indices, an output and a region "
                         "that makes an element of two, as torch-mlir and IREE "
                         "write a scatter");
}

/// For each dimension of the updates the one of the output that it is; -1 for
/// the number of the update.
static FailureOr<SmallVector<int64_t>> alignUpdates(const Scatter &scatter) {
  auto updates = cast<RankedTensorType>(scatter.updates().getType());
  auto output = cast<RankedTensorType>(scatter.output().getType());
  int64_t left = output.getRank() - (updates.getRank() - 1);
  SmallVector<int64_t> dims = {-1};
  bool fits = left >= 0;
  for (int64_t dim = 0; dim < output.getRank(); ++dim) {
    bool isMapped = llvm::is_contained(scatter.dimensions, dim);
    if (dim < left) {
      fits &= isMapped;
      continue;
    }
    int64_t size = fits ? updates.getDimSize(dim - left + 1) : 0;
    fits &= isMapped
                ? size == 1
                : ShapedType::isDynamic(size) || output.isDynamicDim(dim) ||
                      size == output.getDimSize(dim);
    dims.push_back(dim);
  }
  if (fits)
    return dims;
  return scatter.op->emitOpError(
             "expected updates with whole rows of the output, of size 1 in the "
             "dimensions that indices choose in, got ")
         << updates << " for " << output
         << "; write updates of other sizes element by element";
}

/// The updates without the dimensions that indices choose in.
static Value dropChosen(ImplicitLocOpBuilder &b, const Scatter &scatter,
                        ArrayRef<int64_t> dims) {
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, output] : llvm::enumerate(dims)) {
    if (llvm::is_contained(scatter.dimensions, output))
      groups.back().push_back(dim);
    else
      groups.push_back({static_cast<int64_t>(dim)});
  }
  if (groups.size() == dims.size())
    return scatter.updates();
  return tensor::CollapseShapeOp::create(b, scatter.updates(), groups);
}

/// Counts an index below 0 from the end of a dimension of `size`.
static Value countFromEnd(OpBuilder &b, Location loc, Value index, Value size) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isNegative =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
  Value fromEnd = arith::AddIOp::create(b, loc, index, size);
  return arith::SelectOp::create(b, loc, isNegative, fromEnd, index);
}

/// Where an index points to in a dimension of `size`. Adds to `isInside`
/// whether that is within bounds.
static Value resolve(OpBuilder &b, Location loc, IndexRule rule, Value index,
                     Value size, Value &isInside) {
  if (!index.getType().isIndex())
    index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
  if (rule == IndexRule::Torch)
    index = countFromEnd(b, loc, index, size);
  Value isIn =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, size);
  isInside = isInside ? arith::AndIOp::create(b, loc, isInside, isIn) : isIn;
  return index;
}

/// Whether `expr` of an update's number is computed faster than read.
static bool isComputed(AffineExpr expr) {
  return expr && (isa<AffineConstantExpr>(expr) || matchGemmIndex(expr));
}

/// Such an index. Numbers of updates are not negative.
static Value buildIndex(OpBuilder &b, Location loc, AffineExpr expr,
                        Value update) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(b, loc, constant.getValue());
  GemmIndex digit = *matchGemmIndex(expr);
  if (digit.divisor != 1)
    update = arith::DivUIOp::create(
        b, loc, update, arith::ConstantIndexOp::create(b, loc, digit.divisor));
  if (digit.modulus != 0)
    update = arith::RemUIOp::create(
        b, loc, update, arith::ConstantIndexOp::create(b, loc, digit.modulus));
  return update;
}

/// The position of an update with an index out of bounds: one that is left out,
/// or one that no destination has.
static int64_t getPositionOutside(IndexRule rule) {
  return rule == IndexRule::JAX ? ScatterOp::kNowhere
                                : std::numeric_limits<int64_t>::max();
}

/// The numbers of the places that rows of `columns` are the indices of. Indices
/// that `exprs` tell are not read.
static Value buildPositions(ImplicitLocOpBuilder &b, const Scatter &scatter,
                            ArrayRef<Value> columns,
                            ArrayRef<AffineExpr> exprs) {
  SmallVector<Value> sizes, read;
  for (int64_t dim : scatter.dimensions)
    sizes.push_back(getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        tensor::getMixedSize(b, b.getLoc(), scatter.output(), dim)));
  for (auto [column, expr] : llvm::zip_equal(columns, exprs))
    if (!isComputed(expr))
      read.push_back(column);
  SmallVector<AffineMap> maps(read.size(), b.getMultiDimIdentityMap(1));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange indices) -> Value {
    Location loc = b.getLoc();
    Value update = linalg::IndexOp::create(b, loc, 0);
    Value number, isInside;
    for (auto [expr, size] : llvm::zip_equal(exprs, sizes)) {
      Value index;
      if (isComputed(expr)) {
        index = buildIndex(b, loc, expr, update);
      } else {
        index = indices.front();
        indices = indices.drop_front();
      }
      Value at = resolve(b, loc, scatter.rule, index, size, isInside);
      number =
          number ? arith::AddIOp::create(
                       b, loc, arith::MulIOp::create(b, loc, number, size), at)
                 : at;
    }
    Value outside = arith::ConstantOp::create(
        b, loc, b.getI64IntegerAttr(getPositionOutside(scatter.rule)));
    number = arith::IndexCastOp::create(b, loc, b.getI64Type(), number);
    return arith::SelectOp::create(b, loc, isInside, number, outside);
  };
  return buildElements(b, b.getLoc(),
                       tensor::getMixedSizes(b, b.getLoc(), columns.front()),
                       b.getI64Type(), read, maps, body);
}

/// The output; a constant of equal elements is filled in.
static Value buildInit(ImplicitLocOpBuilder &b, Value output) {
  SplatElementsAttr elements;
  if (!matchPattern(output, m_Constant(&elements)))
    return output;
  Value number = arith::ConstantOp::create(
      b, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
  Value empty = tensor::EmptyOp::create(
      b, cast<RankedTensorType>(output.getType()).getShape(), number.getType());
  return linalg::FillOp::create(b, number, empty).getResult(0);
}

static void moveBody(Block &from, Region &to) {
  OpBuilder builder(to.getContext());
  Block *body = builder.createBlock(
      &to, {}, from.getArgumentTypes(),
      {from.getParentOp()->getLoc(), from.getParentOp()->getLoc()});
  ScatterYieldOp::create(builder, from.back().getLoc(),
                         cloneBody(builder, from, body->getArguments())[0]);
}

LogicalResult mlir::lowp::lowerScatter(Operation *op, IndexRule rule) {
  FailureOr<Scatter> scatter = Scatter::get(op, rule);
  if (failed(scatter))
    return failure();
  FailureOr<SmallVector<int64_t>> dims = alignUpdates(*scatter);
  if (failed(dims))
    return failure();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value updates = dropChosen(b, *scatter, *dims);
  SmallVector<Value> columns = splitColumns(b, scatter->indices());
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(columns, getElementExpr);
  UpdateWindow window = getUpdateWindow(
      exprs,
      cast<RankedTensorType>(scatter->indices().getType()).getDimSize(0));
  bool isUnique = scatter->isUnique || window.isOne();
  auto lowered = ScatterOp::create(
      b, op->getResultTypes(), updates,
      buildPositions(b, *scatter, columns, exprs),
      /*links=*/Value(), buildInit(b, scatter->output()), scatter->dimensions,
      isUnique,
      isUnique || window.isAll()
          ? DenseI64ArrayAttr()
          : b.getDenseI64ArrayAttr({window.stride, window.count}));
  moveBody(scatter->body(), lowered.getCombiner());
  op->replaceAllUsesWith(lowered);
  op->erase();
  return success();
}
