//===- IterationSpace.cpp - One iteration space for several ops -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/IterationSpace.h"

#include "lowp/Fusion/FusedKinds.h"

#include "DimUnion.h"

#include "lowp/Fusion/PartialSum.h"

using namespace mlir;
using namespace mlir::lowp;

bool IterationSpace::dependsOnColumn(Value value) const {
  return llvm::is_contained(dims.lookup(value), getColumn());
}

bool IterationSpace::dependsOnRow(Value value) const {
  return llvm::any_of(dims.lookup(value), [&](int dim) {
    return dim >= int(countBatchDims()) && dim < getColumn();
  });
}

int IterationSpace::getDim(linalg::LinalgOp op, unsigned loop) const {
  AffineExpr counter = getAffineDimExpr(loop, op.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = op.isDpsInit(&operand) ? Value(op.getTiedOpResult(&operand))
                                         : operand.get();
    if (auto place =
            op.getMatchingIndexingMap(&operand).getResultPosition(counter);
        place && isa<RankedTensorType>(value.getType()))
      return dims.lookup(value)[*place];
  }
  llvm_unreachable("expected each loop to index an operand");
}

int64_t IterationSpace::getSize(Value value, unsigned dim) const {
  int place = dims.lookup(value)[dim];
  return place == kUnit ? 1 : sizes[place];
}

Value IterationSpace::findSizeOfEmpty(int dim) const {
  for (const auto &[value, places] : dims) {
    Value init = value;
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      init = fill.getOutputs().front();
    auto empty = init.getDefiningOp<tensor::EmptyOp>();
    auto *place = llvm::find(places, dim);
    if (empty && place != places.end() &&
        empty.getType().isDynamicDim(place - places.begin()))
      return empty.getDynamicSize(place - places.begin());
  }
  return {};
}

bool IterationSpace::isTransposed(Value matrix) const {
  SmallVector<int> places = dims.lookup(matrix);
  return places.size() >= 2 && places[places.size() - 2] == getColumn();
}

std::optional<int> IterationSpace::findRowAlongMemory(Value value) const {
  SmallVector<int> places = dims.lookup(value);
  if (places.empty() || places.back() < int(countBatchDims()) ||
      places.back() == getColumn() || !llvm::is_contained(places, getColumn()))
    return std::nullopt;
  return places.back();
}

BlockShape IterationSpace::getBlock(Value matrix, BlockShape block) const {
  return isTransposed(matrix) ? block.transposed() : block;
}

/// The matrix that has blocks in `op`, and its block.
static std::pair<Value, BlockShape> getBlocked(Operation *op) {
  if (auto amax = dyn_cast<AmaxOp>(op))
    return {amax.getInput(), amax.getBlockShape()};
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    return {dequantize.getResult(),
            dequantize.getInput().getType().getRecipe().getBlockShape()};
  auto quantize = cast<QuantizeOp>(op);
  return {quantize.getInput(), quantize.getType().getRecipe().getBlockShape()};
}

bool IterationSpace::writesColumns(QuantizeOp op) const {
  return op.getType().isRowMajor() == isTransposed(op.getInput());
}

bool IterationSpace::isPackedAlongRows(QuantizeOp op) const {
  return op.getType().isPacked() && writesColumns(op);
}

/// Whether `op` stores more of its matrix together than a row: padding after
/// the last one, tiles, or elements of several rows in a byte.
static bool storesRowsTogether(const IterationSpace &space, Operation *op) {
  auto quantize = dyn_cast<QuantizeOp>(op);
  if (!quantize)
    return false;
  ScaledType type = quantize.getType();
  return hasPaddedScales(getStoredType(quantize)) ||
         !type.hasIdentityDataLayout() || space.isPackedAlongRows(quantize);
}

/// The dimension of the matrix at `places` that should be the rows of `space`:
/// of its last two, the one that is no column; nothing where none is a column.
static std::optional<int> findRow(const IterationSpace &space,
                                  ArrayRef<int> places) {
  ArrayRef<int> last = places.take_back(2);
  if (!llvm::is_contained(last, space.getColumn()))
    return std::nullopt;
  return last[0] == space.getColumn() ? last[1] : last[0];
}

/// Whether blocks of `op` belong together with the rows of its matrix, not with
/// each row for itself.
static bool needsRows(const IterationSpace &space, Operation *op) {
  auto [matrix, shape] = getBlocked(op);
  return space.getBlock(matrix, shape).rows != 1 ||
         storesRowsTogether(space, op);
}

void IterationSpace::moveToRow(int row) {
  auto turn = [&](int dim) {
    return dim == row                       ? getColumn() - 1
           : dim > row && dim < getColumn() ? dim - 1
                                            : dim;
  };
  std::rotate(sizes.begin() + row, sizes.begin() + row + 1, sizes.end() - 1);
  for (auto &[value, places] : dims)
    for (int &dim : places)
      dim = turn(dim);
}

void IterationSpace::turnToMatrices(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (!isa<QuantizeOp, DequantizeOp, AmaxOp>(op) || !needsRows(*this, op))
      continue;
    std::optional<int> row = findRow(*this, dims.lookup(getBlocked(op).first));
    if (row && *row != kUnit && *row != getColumn() - 1)
      moveToRow(*row);
    return;
  }
  turnToMemory(ops);
}

/// Whether `value` lies in memory before or after `ops`.
static bool isOutside(Value value, ArrayRef<Operation *> ops) {
  Operation *maker = value.getDefiningOp();
  return !maker || !llvm::is_contained(ops, maker) ||
         llvm::any_of(value.getUsers(), [&](Operation *user) {
           return !llvm::is_contained(ops, user);
         });
}

void IterationSpace::turnToMemory(ArrayRef<Operation *> ops) {
  // Parts of narrower columns would lie too far apart.
  constexpr int64_t kLeastColumns = 32;
  if (ShapedType::isStatic(sizes.back()) && sizes.back() < kLeastColumns)
    return;
  for (const auto &[value, places] : dims) {
    std::optional<int> row = findRowAlongMemory(value);
    if (!row || !isOutside(value, ops))
      continue;
    moveToRow(*row);
    return;
  }
}

bool IterationSpace::holdsMatrix(Operation *op, Reason why) const {
  std::optional<int> row = findRow(*this, dims.lookup(getBlocked(op).first));
  // A space of one dimension has one row.
  if (row &&
      (*row == getColumn() - 1 || *row == kUnit || !needsRows(*this, op)))
    return true;
  return why.refuse(
      "the rows and columns of a matrix are not those of the space");
}

bool IterationSpace::addBlocks(Operation *op, Reason why) {
  if (!holdsMatrix(op, why))
    return false;
  auto quantize = dyn_cast<QuantizeOp>(op);
  auto [matrix, shape] = getBlocked(op);
  BlockShape block = getBlock(matrix, shape);
  bool isReduced = quantize && !quantize.hasGivenScales();
  if (isReduced && block.rows == BlockShape::kWhole)
    return why.refuse("a block is as tall as the matrix");
  // A thread has vectors of as many columns.
  constexpr int64_t kWidth = 8;
  if (block.columns != BlockShape::kWhole && block.columns != 1 &&
      block.columns % kWidth != 0)
    return why.refuse("a block has fewer columns than a thread's vector");
  // Padding after a dimension of size 1 needs positions that the space lacks.
  // A batch of one matrix needs no position.
  size_t rank = cast<ShapedType>(matrix.getType()).getRank();
  SmallVector<int> places = dims.lookup(matrix);
  bool hasUnit =
      llvm::is_contained(ArrayRef(places).take_back(2), IterationSpace::kUnit);
  if (hasUnit && (rank > 2 || sizes.size() > 1))
    return why.refuse("a dimension of the matrix has size 1");
  if (quantize && isPackedAlongRows(quantize)) {
    if (hasUnit)
      return why.refuse(
          "elements along a dimension of size 1 are packed together");
    packsRows = true;
  }
  reducesRows |= isReduced && block.columns == BlockShape::kWhole;
  bool hasMatrices =
      places.size() > 2 && places.front() != IterationSpace::kUnit;
  // Whole rows, whose scales are never padded here, are rows of any matrix.
  bool isRow = isReduced && block.rows == 1 &&
               block.columns == BlockShape::kWhole &&
               quantize.getType().hasIdentityDataLayout();
  keepsMatricesApart |= block.rows != 1 || (hasMatrices && !isRow) ||
                        (sizes.size() > 2 && storesRowsTogether(*this, op));
  return true;
}

bool IterationSpace::canSumParts(ArrayRef<Operation *> ops,
                                 const PartialSum &sum, Reason why) const {
  // Other tiles are lower than a part.
  bool hasTallTiles = llvm::any_of(ops, [&](Operation *op) {
    auto quantize = dyn_cast<QuantizeOp>(op);
    return quantize && writesColumns(quantize);
  });
  if (hasTallTiles && sizes.size() == 2 &&
      dims.lookup(sum.matrix) == ArrayRef{0, getColumn()})
    return true;
  return why.refuse("its sums are not those of rows of a tile");
}

std::optional<IterationSpace> IterationSpace::get(ArrayRef<Operation *> ops,
                                                  Reason why) {
  if (readsOwnMemory(ops, why))
    return std::nullopt;
  IterationSpace space;
  DimUnion classes;
  for (Operation *op : ops) {
    FusedKind kind = classifyForFusion(op, why);
    if (kind == FusedKind::None || !classes.addOp(op, why))
      return std::nullopt;
    space.reducesRows |= kind == FusedKind::RowReduction;
  }
  if (!classes.finish(space, why))
    return std::nullopt;
  space.turnToMatrices(ops);
  for (Operation *op : ops)
    if (isa<QuantizeOp, DequantizeOp, AmaxOp>(op) && !space.addBlocks(op, why))
      return std::nullopt;
  for (Operation *op : ops)
    if (PartialSum sum = matchPartialSum(op);
        sum && !space.canSumParts(ops, sum, why))
      return std::nullopt;
  bool hasRows = space.sizes.size() > space.countBatchDims() + 1;
  for (Operation *op : ops)
    if (hasRows && classifyForFusion(op) == FusedKind::RowReduction &&
        !space.dependsOnRow(op->getResult(0)))
      return why.refuse("a row that all rows share is reduced", std::nullopt);
  if (space.parts > 1 && space.reducesRows)
    return why.refuse("rows are reduced, and parts of rows are quantized",
                      std::nullopt);
  if (space.packsRows && space.reducesRows)
    return why.refuse(
        "elements of several rows are packed together, and rows are reduced",
        std::nullopt);
  return space;
}
