//===- EpilogueOps.cpp - From sums to what is stored ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "TileScales.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Tiles in N subtiles
//===----------------------------------------------------------------------===//

namespace {
/// What accumulators are side by side.
struct TileShape {
  int64_t rows;
  int64_t columns;
  int64_t warpgroupsN;
};
} // namespace

/// The shape of a tile in N subtiles, or failure after a diagnostic.
static FailureOr<TileShape> getTileShape(Operation *op, ValueRange nSubtiles) {
  if (nSubtiles.empty())
    return op->emitOpError("expected at least one accumulator");
  auto first = cast<AccumulatorType>(nSubtiles.front().getType());
  TileShape tile{first.getShape()[0], 0, first.getWarpgroupsN()};
  for (Value nSubtile : nSubtiles) {
    auto type = cast<AccumulatorType>(nSubtile.getType());
    if (type.getShape()[0] != tile.rows)
      return op->emitOpError("expected accumulators with the same rows, got ")
             << tile.rows << " and " << type.getShape()[0];
    if (type.getWarpgroupsN() != tile.warpgroupsN)
      return op->emitOpError("expected accumulators with as many "
                             "warpgroups along N, got ")
             << tile.warpgroupsN << " and " << type.getWarpgroupsN();
    tile.columns += type.getShape()[1];
  }
  if (nSubtiles.size() > 1 && tile.warpgroupsN > 1)
    return op->emitOpError("expected one accumulator of ")
           << tile.warpgroupsN << " warpgroups along N, got "
           << nSubtiles.size();
  return tile;
}

/// Columns of the output from the first to the last that is stored, or failure
/// after a diagnostic if warpgroups along N would overlap.
static FailureOr<int64_t> getStoredSpan(Operation *op, TileShape tile,
                                        std::optional<int64_t> stride) {
  if (!stride)
    return tile.columns;
  int64_t perGroup = tile.columns / tile.warpgroupsN;
  if (tile.warpgroupsN == 1 || *stride < perGroup ||
      *stride > kMaxAccumulatorSize)
    return op->emitOpError(
               "expected a group stride for several warpgroups along N, "
               "from ")
           << perGroup << " to " << kMaxAccumulatorSize << " columns, got "
           << *stride << " for " << tile.warpgroupsN << " warpgroups along N";
  return (tile.warpgroupsN - 1) * *stride + perGroup;
}

//===----------------------------------------------------------------------===//
// EpilogueOp
//===----------------------------------------------------------------------===//

void EpilogueOp::getAsmBlockArgumentNames(Region &region,
                                          OpAsmSetValueNameFn setName) {
  auto arguments = region.getArguments();
  setName(arguments[0], "x");
  if (getRows())
    setName(arguments[1], "row");
  if (getColumns())
    setName(arguments[getRows() ? 2 : 1], "column");
  size_t count = getInputs().size() + (getPanels().empty() ? 0 : 1);
  for (BlockArgument input : arguments.take_back(count))
    setName(input, "input");
}

void EpilogueOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "output");
}

static LogicalResult verifyBody(EpilogueOp op) {
  unsigned scalars = 1 + (op.getRows() ? 1 : 0) + (op.getColumns() ? 1 : 0);
  SmallVector<Type> expected(scalars, Float32Type::get(op.getContext()));
  for (Value input : op.getInputs())
    expected.push_back(getElementTypeOrSelf(input.getType()));
  if (!op.getPanels().empty())
    expected.push_back(
        cast<TileType>(op.getPanels().getTypes().front()).getElementType());
  Block &body = op.getBody().front();
  if (TypeRange(body.getArgumentTypes()) != TypeRange(expected))
    return op.emitOpError("expected a body of ")
           << scalars << " f32 arguments"
           << (expected.size() == scalars ? ""
                                          : " and an element of each input")
           << ", got " << body.getArgumentTypes();
  return success();
}

/// Inputs are addressed by their static types.
static LogicalResult verifyInput(EpilogueOp op, MemRefType type,
                                 AffineMap map) {
  unsigned dims = op.getBatch() ? 3 : 2;
  if (map.getNumDims() != dims || map.getNumSymbols() ||
      !map.isProjectedPermutation() || map.getNumResults() != type.getRank())
    return op.emitOpError("expected input maps from ")
           << dims << " dimensions to those of the input, got "
           << AffineMapAttr::get(map) << " for " << type;
  // Only rows and matrices are counted at run time.
  bool isKnown = true;
  for (auto [place, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      isKnown &= place == 0 && map.getDimPosition(0) != dims - 1;
  SmallVector<int64_t> strides;
  int64_t offset;
  isKnown &= succeeded(type.getStridesAndOffset(strides, offset)) &&
             offset == 0 && !ShapedType::isDynamicShape(strides);
  if (!isKnown)
    return op.emitOpError(
               "expected inputs whose columns and all dimensions but "
               "the first have static sizes, at static strides, got ")
           << type;
  return success();
}

static LogicalResult verifyInputs(EpilogueOp op) {
  size_t maps = op.getInputMaps() ? op.getInputMapsAttr().size() : 0;
  if (maps != op.getInputs().size())
    return op.emitOpError("expected a map for each of ")
           << op.getInputs().size() << " inputs, got " << maps;
  if (op.getInputs().empty())
    return success();
  if (!op.getRow() || !op.getColumn() || !op.getM())
    return op.emitOpError("expected the place of the tile where inputs are "
                          "read");
  for (auto [input, map] :
       llvm::zip_equal(op.getInputs(),
                       op.getInputMapsAttr().getAsValueRange<AffineMapAttr>()))
    if (failed(verifyInput(op, cast<MemRefType>(input.getType()), map)))
      return failure();
  return success();
}

/// Panels cover the columns of each warpgroup along N.
static LogicalResult verifyPanels(EpilogueOp op, TileShape tile) {
  if (op.getPanels().empty())
    return success();
  auto panel = cast<TileType>(op.getPanels().getTypes().front());
  Type element = panel.getElementType();
  if (!isa<Float32Type, Float16Type, BFloat16Type>(element))
    return op.emitOpError("expected panels of f32, f16 or bf16, got ") << panel;
  for (Type other : op.getPanels().getTypes())
    if (other != panel)
      return op.emitOpError("expected panels of one type, got ")
             << panel << " and " << other;
  ArrayRef<int64_t> shape = panel.getShape();
  int64_t perGroup = tile.columns / tile.warpgroupsN;
  if (shape.size() == 2 && shape[0] == tile.rows && perGroup % shape[1] == 0 &&
      int64_t(op.getPanels().size()) * shape[1] == tile.columns)
    return success();
  return op.emitOpError("expected panels of ")
         << tile.rows << " rows that divide the " << perGroup
         << " columns of a warpgroup and have " << tile.columns
         << " columns together, got " << op.getPanels().size() << " of "
         << panel;
}

/// The results of one output are the N subtiles with elements of `element`.
static LogicalResult verifyOutput(EpilogueOp op, TypeRange results,
                                  Type element) {
  for (auto [nSubtile, result] :
       llvm::zip_equal(op.getNSubtiles().getTypes(), results)) {
    auto sums = cast<AccumulatorType>(nSubtile);
    auto output = cast<AccumulatorType>(result);
    if (sums.getShape() != output.getShape() ||
        sums.getWarpgroupsN() != output.getWarpgroupsN())
      return op.emitOpError("expected results of the shape of the "
                            "accumulators, got ")
             << output << " for " << sums;
    if (element != output.getElementType())
      return op.emitOpError("expected the body to yield one ")
             << output.getElementType();
  }
  return success();
}

/// Outputs follow each other as the elements that the body yields do.
static LogicalResult verifyResults(EpilogueOp op) {
  auto yield = cast<YieldOp>(op.getBody().front().getTerminator());
  size_t nSubtiles = op.getNSubtiles().size();
  if (op.getNumResults() == 0 || op.getNumResults() % nSubtiles != 0)
    return op.emitOpError("expected a result for each of ")
           << nSubtiles << " accumulators, got " << op.getNumResults();
  size_t outputs = op.getNumResults() / nSubtiles;
  if (yield.getValues().size() != outputs) {
    InFlightDiagnostic diagnostic =
        op.emitOpError("expected the body to yield one ");
    auto elements = llvm::map_range(llvm::seq<size_t>(outputs), [&](size_t i) {
      return cast<AccumulatorType>(op.getResult(i * nSubtiles).getType())
          .getElementType();
    });
    llvm::interleave(elements, diagnostic, " and one ");
    return diagnostic;
  }
  for (auto [output, value] : llvm::enumerate(yield.getValues()))
    if (failed(
            verifyOutput(op, op.getOutput(output).getTypes(), value.getType())))
      return failure();
  return success();
}

LogicalResult EpilogueOp::verify() {
  FailureOr<TileShape> tile = getTileShape(*this, getNSubtiles());
  if (failed(tile) || failed(verifyPanels(*this, *tile)) ||
      failed(verifyBody(*this)) || failed(verifyInputs(*this)) ||
      failed(verifyResults(*this)))
    return failure();
  FailureOr<int64_t> columns = getStoredSpan(*this, *tile, getGroupStride());
  if (failed(columns))
    return failure();
  return verifyScales(*this, getRows(), getColumns(), tile->rows, *columns);
}

//===----------------------------------------------------------------------===//
// StoreTileOp
//===----------------------------------------------------------------------===//

TileType StoreTileOp::getSubtile() {
  auto map = dyn_cast<TensorMapType>(getDestination().getType());
  if (!map)
    return cast<TileType>(*getStaged());
  ArrayRef<int64_t> box = map.getBox();
  return TileType::get(getContext(), {box[map.getRowDim()], box.back()},
                       map.getElementType(), map.getSwizzle());
}

/// A map moves one matrix of a batch, which is counted before or after rows.
static LogicalResult verifyMap(StoreTileOp op, TensorMapType map) {
  bool hasRows = bool(op.getRows());
  if (bool(op.getM()) != hasRows || bool(op.getN()) != hasRows ||
      op.getStaged())
    return op.emitOpError("expected m, n and a staged tile for a buffer alone, "
                          "or m and n with a buffer of rows, got ")
           << map;
  ArrayRef<int64_t> box = map.getBox();
  int64_t batches = op.getBatch().size();
  if (int64_t(box.size()) == batches + 2 &&
      (batches == 0 || llvm::count(box.drop_back(), 1) == batches))
    return success();
  return op.emitOpError("expected a map whose boxes are of one matrix in ")
         << batches + 2 << " dimensions, got " << map;
}

/// Whether a thread can tell where any row of `buffer` begins: from static
/// strides, or a matrix's `n` columns.
static bool hasKnownRows(MemRefType buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)) || offset != 0 ||
      strides.back() != 1)
    return false;
  return !ShapedType::isDynamicShape(strides) ||
         (buffer.getRank() == 2 && buffer.getLayout().isIdentity());
}

static LogicalResult verifyBuffer(StoreTileOp op, MemRefType buffer,
                                  TileType staged) {
  int64_t rank = op.getBatch().size() + 2;
  if (buffer.getRank() != rank || !hasKnownRows(buffer))
    return op.emitOpError("expected a buffer of ")
           << rank
           << " dimensions, whose strides are static or that is a matrix "
              "without gaps, got "
           << buffer;
  if (staged.getShape().size() == 2 &&
      staged.getElementType() == buffer.getElementType())
    return success();
  return op.emitOpError("expected a staged tile of rows and columns of ")
         << buffer.getElementType() << ", got " << staged;
}

static LogicalResult verifyDestination(StoreTileOp op) {
  Type destination = op.getDestination().getType();
  auto map = dyn_cast<TensorMapType>(destination);
  if (map && failed(verifyMap(op, map)))
    return failure();
  if (map && op.getRows())
    return verifyBuffer(op, cast<MemRefType>(op.getRows().getType()),
                        op.getSubtile());
  if (map)
    return success();
  if (!op.getM() || !op.getN() || !op.getStaged() || op.getRows())
    return op.emitOpError(
        "expected m, n and a staged tile for a buffer, and no "
        "other one");
  return verifyBuffer(op, cast<MemRefType>(destination),
                      cast<TileType>(*op.getStaged()));
}

/// The tile is stored in subtiles, `stages` of them at a time.
static LogicalResult verifySubtiles(StoreTileOp op, TileShape tile) {
  int64_t columns = tile.columns / tile.warpgroupsN;
  ArrayRef<int64_t> subtile = op.getSubtile().getShape();
  if (tile.rows % subtile[0] || columns % subtile[1])
    return op.emitOpError("expected subtiles that divide the tile of ")
           << tile.rows << "x" << columns << ", got " << subtile[0] << "x"
           << subtile[1];
  int64_t stages = op.getStages();
  int64_t places = op.getPlaces(), place = op.getPlace();
  if (places >= 1 && stages >= places && place >= 0 && place < places)
    return success();
  return op.emitOpError("expected one of 1 to ")
         << stages << " places for as many stages, got place " << place
         << " of " << places;
}

int64_t StoreTileOp::countSubtiles() {
  int64_t columns = 0;
  for (Type nSubtile : getNSubtiles().getTypes())
    columns += cast<AccumulatorType>(nSubtile).getGroupColumns();
  return columns / getSubtile().getShape()[1];
}

int64_t StoreTileOp::countSteps() {
  return llvm::divideCeil(countSubtiles(), countStaged());
}

static LogicalResult verifyStep(StoreTileOp op) {
  std::optional<int64_t> step = op.getStep();
  if (!step || (*step >= 0 && *step < op.countSteps()))
    return success();
  return op.emitOpError("expected one of ")
         << op.countSteps() << " steps, got step " << *step;
}

LogicalResult StoreTileOp::verify() {
  FailureOr<TileShape> tile = getTileShape(*this, getNSubtiles());
  if (failed(tile) || failed(verifyDestination(*this)) ||
      failed(verifySubtiles(*this, *tile)) ||
      failed(getStoredSpan(*this, *tile, getGroupStride())) ||
      failed(verifyStep(*this)))
    return failure();
  Type element = getSubtile().getElementType();
  for (Type nSubtile : getNSubtiles().getTypes())
    if (cast<AccumulatorType>(nSubtile).getElementType() != element)
      return emitOpError("expected accumulators of ")
             << element << ", got " << nSubtile;
  return success();
}
