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
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/ReductionParts.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `value` runs over a dimension from `first` on, before `end`.
static bool dependsOn(const IterationSpace &space, Value value, int first,
                      int end) {
  auto place = space.dims.find(value);
  return place != space.dims.end() &&
         llvm::any_of(place->second, [&](ArrayRef<int> dims) {
           return llvm::any_of(
               dims, [&](int dim) { return dim >= first && dim < end; });
         });
}

bool IterationSpace::dependsOnColumn(Value value) const {
  return dependsOn(*this, value, getColumn(), int(sizes.size()));
}

bool IterationSpace::dependsOnRow(Value value) const {
  return dependsOn(*this, value, int(countBatchDims()), getColumn());
}

bool IterationSpace::isColumn(ArrayRef<int> dims) const {
  return llvm::equal(dims, llvm::seq<int>(getColumn(), int(sizes.size())));
}

int64_t IterationSpace::countPoints(ArrayRef<int64_t> sizes) {
  return ShapedType::isDynamicShape(sizes) ? ShapedType::kDynamic
                                           : llvm::product_of(sizes);
}

SmallVector<int64_t> IterationSpace::getTiles() const {
  if (ShapedType::isDynamicShape(sizes))
    return sizes;
  return {countPoints(ArrayRef(sizes).take_front(countBatchDims())),
          countPoints(getRowSizes()), countColumns()};
}

SpaceDims IterationSpace::getDims(linalg::LinalgOp op, unsigned loop) const {
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
  SmallVector<int64_t> own;
  for (int place : dims.find(value)->second[dim])
    own.push_back(sizes[place]);
  return countPoints(own);
}

Value IterationSpace::findSizeOfEmpty(int dim) const {
  for (const auto &[value, places] : dims) {
    Value init = value;
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      init = fill.getOutputs().front();
    auto empty = init.getDefiningOp<tensor::EmptyOp>();
    const auto *place = llvm::find(places, SpaceDims{dim});
    if (empty && place != places.end() &&
        empty.getType().isDynamicDim(place - places.begin()))
      return empty.getDynamicSize(place - places.begin());
  }
  return {};
}

bool IterationSpace::isTransposed(Value matrix) const {
  SmallVector<SpaceDims> places = dims.lookup(matrix);
  return places.size() >= 2 && isColumn(places[places.size() - 2]);
}

std::optional<int> IterationSpace::findRowAlongMemory(Value value) const {
  SmallVector<SpaceDims> places = dims.lookup(value);
  if (places.empty() || places.back().empty() || !dependsOnColumn(value))
    return std::nullopt;
  int last = places.back().back();
  bool isRow = last >= int(countBatchDims()) && last < getColumn();
  return isRow ? std::optional(last) : std::nullopt;
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

/// The dimensions of the matrix at `places` that should be the rows of `space`:
/// those of the one of its last two that is no column; nothing where none is a
/// column.
static std::optional<SpaceDims> findRow(const IterationSpace &space,
                                        ArrayRef<SpaceDims> places) {
  ArrayRef<SpaceDims> last = places.take_back(2);
  for (unsigned dim : {0u, 1u})
    if (space.isColumn(last[dim]))
      return last[1 - dim];
  return std::nullopt;
}

/// Whether blocks of `op` belong together with the rows of its matrix, not with
/// each row for itself.
static bool needsRows(const IterationSpace &space, Operation *op) {
  auto [matrix, shape] = getBlocked(op);
  return space.getBlock(matrix, shape).rows != 1 ||
         storesRowsTogether(space, op);
}

void IterationSpace::moveToRow(ArrayRef<int> last) {
  SmallVector<int> order;
  for (int dim = 0; dim < getColumn(); ++dim)
    if (!llvm::is_contained(last, dim))
      order.push_back(dim);
  llvm::append_range(order, last);
  SmallVector<int64_t> former(sizes);
  SmallVector<int> place(order.size());
  for (auto [to, from] : llvm::enumerate(order)) {
    sizes[to] = former[from];
    place[from] = int(to);
  }
  for (auto &[value, places] : dims)
    for (SpaceDims &some : places)
      for (int &dim : some)
        dim = dim < getColumn() ? place[dim] : dim;
}

void IterationSpace::turnToMatrices(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (!isa<QuantizeOp, DequantizeOp, AmaxOp>(op) || !needsRows(*this, op))
      continue;
    std::optional<SpaceDims> row =
        findRow(*this, dims.lookup(getBlocked(op).first));
    if (!row || row->empty())
      return;
    rowDims = row->size();
    return moveToRow(*row);
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
  if (int64_t columns = countColumns();
      ShapedType::isStatic(columns) && columns < kLeastColumns)
    return;
  for (const auto &[value, places] : dims) {
    std::optional<int> row = findRowAlongMemory(value);
    if (!row || !isOutside(value, ops) ||
        countSummedRows(value.getDefiningOp()))
      continue;
    moveToRow(*row);
    return;
  }
}

bool IterationSpace::holdsMatrix(Operation *op, Reason why) const {
  std::optional<SpaceDims> row =
      findRow(*this, dims.lookup(getBlocked(op).first));
  auto isLast = [&] {
    int first = getColumn() - int(rowDims);
    return llvm::equal(*row, llvm::seq<int>(first, getColumn()));
  };
  // A space of one dimension has one row.
  if (row && (row->empty() || !needsRows(*this, op) || isLast()))
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
  SmallVector<SpaceDims> places = dims.lookup(matrix);
  bool hasUnit = llvm::is_contained(ArrayRef(places).take_back(2), SpaceDims());
  if (hasUnit && (rank > 2 || getColumn() > 0))
    return why.refuse("a dimension of the matrix has size 1");
  // Digits of a row are those of rows that there are.
  constexpr int64_t kTile = 128;
  bool isPadded = quantize && (hasPaddedScales(getStoredType(quantize)) ||
                               !quantize.getType().hasIdentityDataLayout());
  if (isPadded && findRow(*this, places)->size() > 1 &&
      countPoints(getRowSizes()) % kTile != 0)
    return why.refuse("padding follows rows that a reshape divides");
  if (quantize && isPackedAlongRows(quantize)) {
    if (hasUnit)
      return why.refuse(
          "elements along a dimension of size 1 are packed together");
    packsRows = true;
  }
  reducesRows |= isReduced && block.columns == BlockShape::kWhole;
  bool hasMatrices = places.size() > 2 && !places.front().empty();
  // Whole rows, whose scales are never padded here, are rows of any matrix.
  bool isRow = isReduced && block.rows == 1 &&
               block.columns == BlockShape::kWhole &&
               quantize.getType().hasIdentityDataLayout();
  keepsMatricesApart |=
      block.rows != 1 || (hasMatrices && !isRow) ||
      (getColumn() > int(rowDims) && storesRowsTogether(*this, op));
  return true;
}

bool IterationSpace::addPartialSum(ArrayRef<Operation *> ops,
                                   linalg::LinalgOp sum, Reason why) {
  SpaceDims rows = getDims(sum, getReductionLoop(sum));
  size_t dimsOfSum = 0;
  for (unsigned loop = 0; loop < sum.getNumLoops(); ++loop)
    dimsOfSum += getDims(sum, loop).size();
  int first = getColumn() - int(rows.size());
  if (countBatchDims() != 0 || dimsOfSum != sizes.size() ||
      !llvm::equal(rows, llvm::seq<int>(first, getColumn())))
    return why.refuse("its sums are not those of rows of a tile");
  if (!reducesRows)
    // Other tiles are lower than a part.
    return llvm::any_of(ops, llvm::IsaPred<QuantizeOp, AmaxOp>) ||
           why.refuse("no tile is as tall as a part whose rows are added up");
  int64_t count = countPoints(ArrayRef(sizes).slice(first, rows.size()));
  int64_t columns = countColumns();
  if (ShapedType::isDynamic(columns) || columns > SummedRows::kMostColumns)
    return why.refuse("the sums of rows do not stay in registers");
  int64_t all = countPoints(getRowSizes());
  if (ShapedType::isDynamic(all) || (count > SummedRows::kShortPart &&
                                     all / count < SummedRows::kEnoughParts))
    return why.refuse("parts whose rows are added up are too few");
  if (stripeRows != 0 && stripeRows != count)
    return why.refuse("sums are those of parts of unlike size");
  stripeRows = count;
  return true;
}

std::optional<IterationSpace> IterationSpace::get(ArrayRef<Operation *> ops,
                                                  Reason why) {
  if (readsOwnMemory(ops, why))
    return std::nullopt;
  IterationSpace space;
  DimUnion classes(ops);
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
    if (countSummedRows(op) &&
        !space.addPartialSum(ops, cast<linalg::LinalgOp>(op), why))
      return std::nullopt;
  bool hasRows = space.getColumn() > int(space.countBatchDims());
  for (Operation *op : ops)
    if (hasRows && classifyForFusion(op) == FusedKind::RowReduction &&
        !space.dependsOnRow(op->getResult(0)))
      return why.refuse("a row that all rows share is reduced", std::nullopt);
  // A row is in registers once, and its parts would be, too.
  if (!space.choices.empty() && space.reducesRows)
    return why.refuse("rows are reduced, and parts of rows are chosen",
                      std::nullopt);
  if (space.parts > 1 && space.reducesRows)
    return why.refuse("rows are reduced, and parts of rows are quantized",
                      std::nullopt);
  if (space.packsRows && space.reducesRows)
    return why.refuse(
        "elements of several rows are packed together, and rows are reduced",
        std::nullopt);
  return space;
}
