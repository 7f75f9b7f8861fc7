//===- EmitAccess.cpp - Inputs and outputs of the kernel of a fusion ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Graph/Analysis/ConcatParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

Value FusionEmitter::loadScalar(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  SmallVector<Value> indices;
  SmallVector<SpaceDims> places = space.dims.lookup(argument);
  for (auto [place, dims] : llvm::enumerate(places)) {
    int64_t index = space.hasAllParts(argument, place) ? part : 0;
    indices.push_back(dims.empty()
                          ? arith::ConstantIndexOp::create(b, index).getResult()
                          : emitIndex(dims, {}));
  }
  return memref::LoadOp::create(b, buffer, indices);
}

ArrayRef<Value> FusionEmitter::getRowDigits() const {
  ArrayRef<Value> digits =
      ArrayRef(sizes).drop_back().drop_front(space.countBatchDims());
  return digits.empty() ? digits : digits.drop_front();
}

AffineMap FusionEmitter::toSpace(Value matrix, AffineMap map) {
  unsigned dims = countMapDims();
  // A matrix of one row has that of the space of one dimension.
  SmallVector<AffineExpr> results;
  SmallVector<SpaceDims> places = space.dims.lookup(matrix);
  size_t batchDims = places.size() - 2;
  for (auto [position, own] : llvm::enumerate(places)) {
    bool isOneRow = own.empty() && position >= batchDims;
    results.push_back(isOneRow ? b.getAffineDimExpr(0) : getIndex(own));
  }
  addPartOffset(matrix, results);
  ArrayRef<AffineExpr> position = ArrayRef(results).take_back(2);
  AffineMap inMatrix =
      map.compose(AffineMap::get(dims, 0, position, b.getContext()));
  results.truncate(results.size() - 2);
  llvm::append_range(results, inMatrix.getResults());
  return AffineMap::get(dims, 0, results, b.getContext());
}

Value FusionEmitter::loadInput(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  if (!isa<MemRefType>(buffer.getType()))
    return buffer;
  return isScalar(argument) ? loadScalar(argument) : loadTile(argument, buffer);
}

Value FusionEmitter::loadTile(Value value, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return CTALoadOp::create(b, getTileType(value, element), buffer, batch, row,
                           column, rows, columns, getRowDigits(),
                           /*rows_at=*/Value(), getMap(value),
                           isAlignedBuffer(buffer), overhangs[0], overhangs[1],
                           /*entries=*/false);
}

Value FusionEmitter::loadEntries(Value value, ArrayRef<int64_t> shape,
                                 AffineMap map) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    // What a fusion reads by blocks is an input or a number: readsOwnMemory.
    Value number = get(value);
    return toEntries(number, VectorType::get(shape, number.getType()));
  }
  Value buffer = call.getInputs()[argument.getArgNumber()];
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  // Where a tile has one row, its columns are its elements.
  bool isTile = shape[0] == tileM && shape[1] == tileN;
  return CTALoadOp::create(b, VectorType::get(shape, element), buffer, batch,
                           row, column, rows, columns, getRowDigits(),
                           /*rows_at=*/Value(), map, isAlignedBuffer(buffer),
                           overhangs[0], overhangs[1], /*entries=*/!isTile);
}

SmallVector<SpaceRun> FusionEmitter::listRuns(ArrayRef<int> dims) const {
  SmallVector<SpaceRun> runs;
  int column = space.getColumn();
  int64_t weight = 1;
  ArrayRef<int64_t> sizes = space.sizes;
  for (size_t end = dims.size(); end > 0;) {
    size_t begin = end - 1;
    // Neighbours of the column are one part of it.
    while (begin > 0 && dims[begin - 1] >= column &&
           dims[begin - 1] + 1 == dims[begin])
      --begin;
    int first = dims[begin], last = dims[end - 1];
    // The first dimension of an index may be of unknown size.
    int64_t points =
        IterationSpace::countPoints(sizes.slice(first, last + 1 - first));
    SpaceRun run = {unsigned(std::min(first, column)), /*divisor=*/1,
                    /*modulus=*/0, weight};
    if (column == 0)
      ++run.dim;
    if (first >= column)
      run.divisor = IterationSpace::countPoints(sizes.drop_front(last + 1));
    if (first > column)
      run.modulus = points;
    runs.push_back(run);
    weight *= points;
    end = begin;
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

AffineExpr FusionEmitter::getIndex(ArrayRef<int> dims) {
  AffineExpr index = b.getAffineConstantExpr(0);
  for (const SpaceRun &run : listRuns(dims)) {
    AffineExpr digit = b.getAffineDimExpr(run.dim).floorDiv(run.divisor);
    if (run.modulus)
      digit = digit % run.modulus;
    index = index + digit * run.weight;
  }
  return index;
}

Value FusionEmitter::emitPosition(int dim, ArrayRef<int64_t> shape) {
  int batchDims = space.countBatchDims();
  if (dim < batchDims)
    return batch[dim];
  return CTAIndexOp::create(b, VectorType::get(shape, b.getIndexType()),
                            dim - batchDims, row, column, rows, columns,
                            getRowDigits(), overhangs[0], overhangs[1]);
}

Value FusionEmitter::emitIndex(ArrayRef<int> dims, ArrayRef<int64_t> shape) {
  SmallVector<SpaceRun> runs = listRuns(dims);
  if (runs.empty())
    return arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> positions;
  for (const SpaceRun &run : runs)
    positions.push_back(emitPosition(run.dim, shape));
  auto compute = [&](OpBuilder &builder, ValueRange args) {
    Value index;
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, b.getLoc(), value);
    };
    for (auto [run, digit] : llvm::zip_equal(runs, args)) {
      Value part = digit;
      if (run.divisor != 1)
        part = arith::DivUIOp::create(builder, b.getLoc(), part,
                                      constant(run.divisor));
      if (run.modulus)
        part = arith::RemUIOp::create(builder, b.getLoc(), part,
                                      constant(run.modulus));
      if (run.weight != 1)
        part = arith::MulIOp::create(builder, b.getLoc(), part,
                                     constant(run.weight));
      index = index ? arith::AddIOp::create(builder, b.getLoc(), index, part)
                    : part;
    }
    return SmallVector<Value>{index};
  };
  bool isPosition = runs.size() == 1 && runs[0].divisor == 1 &&
                    !runs[0].modulus && runs[0].weight == 1;
  if (isPosition)
    return positions.front();
  bool areNumbers = llvm::all_of(
      positions, [](Value one) { return one.getType().isIndex(); });
  return areNumbers ? compute(b, positions).front()
                    : emitMap(b, positions, b.getIndexType(), compute).front();
}

void FusionEmitter::emitChoice(tensor::ConcatOp op) {
  SmallVector<SpaceDims> all = space.dims.lookup(op.getResult());
  SmallVector<SpaceDims> own = space.dims.lookup(op.getInputs().front());
  ArrayRef<int> counting =
      ArrayRef(all[op.getDim()]).drop_back(own[op.getDim()].size());
  Type element = op.getResultType().getElementType();
  SmallVector<int64_t> shape(getTileType(op.getResult(), element).getShape());
  // Columns tell it for all rows.
  SmallVector<int64_t> narrow(shape);
  if (counting.front() >= space.getColumn())
    narrow[0] = 1;
  SmallVector<Value> inputs = {broadcastTo(emitIndex(counting, narrow), shape)};
  for (Value part : op.getInputs())
    inputs.push_back(broadcastTo(get(part), shape));
  auto choose = [&](OpBuilder &builder, ValueRange args) {
    Value chosen = args[1];
    for (auto [number, part] : llvm::enumerate(args.drop_front(2))) {
      auto isLater = arith::CmpIOp::create(
          builder, b.getLoc(), arith::CmpIPredicate::ugt, args.front(),
          arith::ConstantIndexOp::create(builder, b.getLoc(), number));
      chosen =
          arith::SelectOp::create(builder, b.getLoc(), isLater, part, chosen);
    }
    return SmallVector<Value>{chosen};
  };
  values[op.getResult()] = emitMap(b, inputs, element, choose).front();
}

Value FusionEmitter::get(Value value) {
  if (auto concat = value.getDefiningOp<tensor::ConcatOp>();
      space.readsParts(concat))
    value = concat.getInputs()[part];
  auto found = values.find(value);
  if (found != values.end())
    return found->second;
  Value there = read(value);
  values[value] = there;
  return there;
}

Value FusionEmitter::read(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return loadInput(argument);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  if (value.getDefiningOp<tensor::EmptyOp>() ||
      value.getDefiningOp<AlignedEmptyOp>())
    return emitAnyScalar(getElementTypeOrSelf(value.getType()));
  // What is left is what an earlier stage wrote.
  return loadTile(value, findOutput(value));
}

Value FusionEmitter::emitAnyScalar(Type element) {
  return arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(element)));
}

Value FusionEmitter::getTile(Value value) {
  Value tile = get(value);
  return toEntries(tile,
                   getTileType(value, getElementTypeOrSelf(tile.getType())));
}

Value FusionEmitter::getWholeTile(Value value) {
  int64_t whole[] = {tileM, tileN};
  Value tile = broadcastTo(get(value), whole);
  Type element = getElementTypeOrSelf(tile.getType());
  return toEntries(tile, VectorType::get(whole, element));
}

Value FusionEmitter::broadcastTo(Value value, ArrayRef<int64_t> shape) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getShape() == shape)
    return value;
  return CTABroadcastOp::create(
      b, VectorType::get(shape, type.getElementType()), value);
}

Value FusionEmitter::toEntries(Value value, VectorType type) {
  if (isa<VectorType>(value.getType()))
    return value;
  auto map = CTAMapOp::create(b, TypeRange{type}, value);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  Value entry = block->addArgument(value.getType(), b.getLoc());
  lowp_gpu::YieldOp::create(b, entry);
  return map.getResult(0);
}

CTAStoreOp FusionEmitter::store(Value value, Value buffer, AffineMap map,
                                ValueRange padded, TypedAttr padding) {
  return CTAStoreOp::create(b, toEntries(value), buffer, batch, row, column,
                            rows, columns, getRowDigits(), padded, map, padding,
                            isAlignedBuffer(buffer), overhangs[0], overhangs[1],
                            /*atomic_max=*/false);
}

void FusionEmitter::storeAt(Value value, Value output, AffineMap map) {
  auto concat = value.getDefiningOp<tensor::ConcatOp>();
  if (!concat || space.readsParts(concat) || space.choices.contains(concat)) {
    store(getTile(value), output, map);
    return;
  }
  int64_t size = *getPartSize(concat);
  for (auto [number, part] : llvm::enumerate(concat.getInputs())) {
    SmallVector<AffineExpr> place(map.getResults());
    place[concat.getDim()] = place[concat.getDim()] + int64_t(number) * size;
    storeAt(part, output,
            AffineMap::get(map.getNumDims(), 0, place, b.getContext()));
  }
}

Value FusionEmitter::findOutput(Value value) {
  Operation *end = function.getBody().front().getTerminator();
  for (auto [result, buffer] :
       llvm::zip_equal(end->getOperands(), call.getOutputs()))
    if (result == value)
      return buffer;
  return {};
}

bool FusionEmitter::isInputScalar(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &function.getBody().front();
}
