//===- DimUnion.cpp - Dimensions that ops iterate together ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each dimension of a tensor and each loop of an op is a node; what an op
// iterates together is one class of nodes. Reshapes and choices divide classes
// into digits, which are the dimensions of the space.
//
//===----------------------------------------------------------------------===//

#include "DimUnion.h"

#include "lowp/Fusion/PartialSum.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/PartReaders.h"
#include "lowp/Fusion/RowGather.h"
#include "lowp/Graph/Analysis/ConcatParts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether some op of `ops` reads all of `concat`, as a value.
static bool isReadAsWhole(tensor::ConcatOp concat, ArrayRef<Operation *> ops,
                          const llvm::SmallSetVector<Operation *, 2> &choices) {
  return llvm::any_of(concat->getUsers(), [&](Operation *user) {
    if (isa<tensor::ConcatOp>(user))
      return choices.contains(user);
    return llvm::is_contained(ops, user) && !canReadParts(user, concat);
  });
}

DimUnion::DimUnion(ArrayRef<Operation *> ops) : ops(ops) {
  // Readers come after what they read.
  for (Operation *op : llvm::reverse(ops))
    if (auto concat = dyn_cast<tensor::ConcatOp>(op);
        concat && isReadAsWhole(concat, ops, choices))
      choices.insert(concat);
}

unsigned DimUnion::addNode(int64_t size) {
  nodeSizes.push_back(size);
  return nodeSizes.size() - 1;
}

ArrayRef<unsigned> DimUnion::getNodes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  ArrayRef<int64_t> shape;
  if (type)
    shape = type.getShape();
  else if (auto scaled = dyn_cast<ScaledType>(value.getType()))
    shape = scaled.getShape();
  auto [place, isNew] = nodes.try_emplace(value);
  if (isNew)
    for (int64_t size : shape)
      place->second.push_back(addNode(size));
  return place->second;
}

/// Whether `init` says no more than a type and a number do. Results of one type
/// share it, whatever order their dimensions have in the space.
static bool isShapeAlone(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getOutputs().front();
  auto empty = init.getDefiningOp<tensor::EmptyOp>();
  return empty && empty.getType().hasStaticShape();
}

bool DimUnion::addLinalg(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  for (int64_t size : op.getStaticLoopRanges())
    loops.push_back(addNode(size));
  iterated.push_back(loops);
  auto joinWith = [&](Value value, AffineMap map) {
    if (!isa<RankedTensorType>(value.getType()))
      return;
    SmallVector<unsigned> dims(getNodes(value));
    for (auto [dim, index] : llvm::zip_equal(dims, map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(index))
        join(dim, loops[loop.getPosition()]);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (!op.isDpsInit(&operand) || !isShapeAlone(operand.get()))
      joinWith(operand.get(), op.getMatchingIndexingMap(&operand));
  for (OpResult result : op->getResults())
    joinWith(result, op.getIndexingMapMatchingResult(result));
  if (RowGather gather = RowGather::match(op))
    gathered.push_back(loops[gather.column]);
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  if (!countSummedRows(op))
    for (unsigned loop : reductions)
      reduced.push_back(loops[loop]);
  return true;
}

bool DimUnion::addReshape(Value expanded, Value collapsed,
                          ArrayRef<ReassociationIndices> groups, Reason why) {
  SmallVector<unsigned> wide(getNodes(expanded)), few(getNodes(collapsed));
  for (auto [dim, group] : llvm::zip_equal(few, groups)) {
    SmallVector<unsigned> digits;
    for (int64_t inner : group)
      if (nodeSizes[wide[inner]] != 1)
        digits.push_back(wide[inner]);
    if (digits.size() == 1)
      join(dim, digits.front());
    if (digits.size() < 2)
      continue;
    if (llvm::any_of(digits, [&](unsigned digit) {
          return ShapedType::isDynamic(nodeSizes[digit]);
        }))
      return why.refuse("a reshape divides or joins dimensions of unknown "
                        "sizes");
    divided.emplace_back(dim, digits);
  }
  return true;
}

/// Whether elements of `concat` may be chosen: a tile has all parts side by
/// side, and so finds what others of it read in the cache, and a thread's
/// vector is of one part.
static bool canChoose(tensor::ConcatOp concat) {
  constexpr int64_t kTile = 128, kWidth = 8;
  RankedTensorType type = concat.getResultType();
  std::optional<int64_t> size = mlir::lowp::getPartSize(concat);
  return size && int64_t(concat.getDim()) + 1 == type.getRank() &&
         type.getShape().back() <= kTile && *size % kWidth == 0;
}

/// Counts the parts of `op` by a dimension of its own, slower than theirs.
void DimUnion::addChoice(tensor::ConcatOp op) {
  SmallVector<unsigned> all(getNodes(op.getResult()));
  SmallVector<unsigned> first(getNodes(op.getInputs().front()));
  for (Value part : op.getInputs())
    for (auto [one, other] :
         llvm::zip_equal(first, SmallVector<unsigned>(getNodes(part))))
      join(one, other);
  for (auto [dim, node] : llvm::enumerate(all))
    if (dim != op.getDim())
      join(node, first[dim]);
  unsigned number = addNode(op.getInputs().size());
  divided.emplace_back(all[op.getDim()],
                       SmallVector<unsigned>{number, first[op.getDim()]});
}

int64_t DimUnion::getPartSize(Value part, unsigned dim) {
  int64_t whole = cast<RankedTensorType>(part.getType()).getDimSize(dim);
  int64_t size = nodeSizes[getNodes(part)[dim]];
  return size == whole ? ShapedType::kDynamic : size;
}

bool DimUnion::addConcat(tensor::ConcatOp op, Reason why) {
  concats.insert(op);
  // The result has another size along one dimension than the space has.
  SmallVector<unsigned> first(getNodes(op.getInputs().front()));
  if (!nodes.try_emplace(op.getResult(), first).second)
    return why.refuse("a concat is read as a whole");
  for (Value part : op.getInputs().drop_front()) {
    SmallVector<unsigned> own(getNodes(part));
    for (auto [dim, node] : llvm::enumerate(own)) {
      if (getPartSize(part, dim) != getPartSize(op.getInputs().front(), dim))
        return why.refuse("only some parts of a concat have parts");
      join(first[dim], node);
    }
  }
  return true;
}

bool DimUnion::addReaderOfParts(Operation *op, tensor::ConcatOp concat,
                                Reason why) {
  if (!canReadParts(op, concat, why))
    return false;
  int64_t count = concat.getInputs().size();
  bool isNested = llvm::any_of(concat.getInputs(), [&](Value part) {
    return concats.contains(part.getDefiningOp());
  });
  if (isNested || (parts != 1 && parts != count))
    return why.refuse("concats that are quantized have parts of their own");
  parts = count;
  unsigned dim = concat.getDim();
  wholes[concat.getResult()] = dim;
  auto quantize = dyn_cast<QuantizeOp>(op);
  if (!quantize)
    return true;
  SmallVector<unsigned> ofPart(getNodes(concat.getResult()));
  nodes.try_emplace(quantize.getResult(), ofPart);
  if (quantize.hasGivenScales() &&
      isBlockOfRows(quantize.getType().getRecipe().getBlockShape()))
    addScalesOfParts(quantize, dim);
  return true;
}

void DimUnion::addScalesOfParts(QuantizeOp op, unsigned dim) {
  BlockShape block = op.getType().getRecipe().getBlockShape();
  SmallVector<Value> scales(op.getScales().take_front(2));
  if (auto made = op.getStoredScales().getDefiningOp<ComputeScaleOp>();
      made && nodes.contains(made.getAmax()))
    scales.push_back(made.getAmax());
  unsigned size = nodeSizes[getNodes(op.getInput())[dim]];
  size_t batchDims = getNodes(op.getInput()).size() - 2;
  if (dim >= batchDims && block.extent(dim - batchDims) == 1)
    for (Value value : scales) {
      nodeSizes[getNodes(value)[dim]] = size;
      wholes[value] = dim;
    }
  addScales(op.getScales().take_front(2), op.getInput(), block);
}

/// Numbers with an entry per block: their dimensions are those of `matrix`,
/// null for any, or have size 1.
void DimUnion::addScales(ValueRange scales, Value matrix, BlockShape block) {
  SmallVector<unsigned> dims(getNodes(matrix ? matrix : scales.front()));
  size_t batchDims = dims.size() - 2;
  for (Value value : scales)
    for (auto [place, node] :
         llvm::enumerate(SmallVector<unsigned>(getNodes(value)))) {
      bool isWhole = place >= batchDims &&
                     block.extent(place - batchDims) == BlockShape::kWhole;
      if (isWhole)
        nodeSizes[node] = 1;
      else
        join(dims[place], node);
    }
}

/// Data of bytes, or in tiles: dimensions that the space lacks count as
/// those of size 1, and what reads the data knows where elements lie.
void DimUnion::addStorage(Value data, ScaledType type) {
  auto [place, isNew] = nodes.try_emplace(data);
  int64_t rank = cast<ShapedType>(data.getType()).getRank();
  size_t plainDims = type.getShape().size() - 2;
  if (type.hasIdentityDataLayout())
    ++plainDims;
  for (int64_t dim = 0; isNew && dim < rank; ++dim)
    place->second.push_back(
        addNode(dim < int64_t(plainDims) ? ShapedType::kDynamic : 1));
}

/// Data that are stored in the order of their type.
void DimUnion::addData(Value data, Value scaled) {
  auto type = cast<ScaledType>(scaled.getType());
  if (!isPlainData(type))
    addStorage(data, type);
  SmallVector<unsigned> stored(getNodes(data)), dims(getNodes(scaled));
  size_t batchDims = dims.size() - 2;
  for (size_t place = 0; place < dims.size(); ++place) {
    if (nodeSizes[stored[place]] == 1)
      continue;
    size_t dim = place < batchDims
                     ? place
                     : batchDims + type.getOrder()[place - batchDims];
    join(stored[place], dims[dim]);
  }
}

/// A number for all of `matrix`, or for each matrix of a batch, or none.
void DimUnion::addFactor(Value factor, Value matrix) {
  if (!factor)
    return;
  SmallVector<unsigned> dims(getNodes(factor));
  if (dims.size() == 2)
    join(dims.front(), SmallVector<unsigned>(getNodes(matrix)).front());
}

/// What `op` reads and makes: a number for a matrix, or for each of a batch.
void DimUnion::addNumbers(ComputeGlobalScaleOp op) {
  SmallVector<unsigned> from(getNodes(op.getAmax()));
  for (Value made : op->getResults())
    for (auto [dim, other] :
         llvm::zip(from, SmallVector<unsigned>(getNodes(made))))
      join(dim, other);
}

bool DimUnion::addOp(Operation *op, Reason why) {
  if (choices.contains(op)) {
    auto concat = cast<tensor::ConcatOp>(op);
    if (!canChoose(concat))
      return why.refuse("a concat is read as a whole");
    addChoice(concat);
    return true;
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return addConcat(concat, why);
  // Its dimensions are those of a part.
  for (Value operand : op->getOperands())
    if (auto concat = operand.getDefiningOp<tensor::ConcatOp>();
        concat && concats.contains(concat))
      return addReaderOfParts(op, concat, why);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return addLinalg(linalgOp);
  if (auto quantize = dyn_cast<QuantizeOp>(op)) {
    SmallVector<unsigned> from(getNodes(quantize.getInput()));
    for (auto [dim, other] : llvm::zip_equal(
             from, SmallVector<unsigned>(getNodes(quantize.getResult()))))
      join(dim, other);
    // Scales of other blocks have dimensions that the space lacks.
    BlockShape block = quantize.getType().getRecipe().getBlockShape();
    if (quantize.hasGivenScales() && isBlockOfRows(block))
      addScales(quantize.getScales().take_front(2), quantize.getInput(), block);
    return true;
  }
  if (auto scale = dyn_cast<ComputeGlobalScaleOp>(op)) {
    addNumbers(scale);
    return true;
  }
  if (auto scale = dyn_cast<ComputeScaleOp>(op)) {
    if (AmaxOp amax = getBlockAmax(scale)) {
      addFactor(scale.getGlobalFactor(), amax.getInput());
      return true;
    }
    addScales({scale.getAmax(), scale.getEncode(), scale.getScales()},
              /*matrix=*/{}, scale.getRecipe().getBlockShape());
    return true;
  }
  if (auto dequantize = dyn_cast<DequantizeOp>(op)) {
    SmallVector<unsigned> from(getNodes(dequantize.getInput()));
    for (auto [dim, other] : llvm::zip_equal(
             from, SmallVector<unsigned>(getNodes(dequantize.getResult()))))
      join(dim, other);
    return true;
  }
  if (auto made = dyn_cast<MakeScaledOp>(op)) {
    addData(made.getData(), made.getResult());
    addFactor(made.getGlobalScale(), made.getResult());
    return true;
  }
  if (auto amax = dyn_cast<AmaxOp>(op)) {
    (void)getNodes(amax.getInput());
    return true;
  }
  if (auto reshape = dyn_cast<tensor::CollapseShapeOp>(op))
    return addReshape(reshape.getSrc(), reshape.getResult(),
                      reshape.getReassociationIndices(), why);
  if (auto reshape = dyn_cast<tensor::ExpandShapeOp>(op))
    return addReshape(reshape.getResult(), reshape.getSrc(),
                      reshape.getReassociationIndices(), why);
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    SmallVector<unsigned> from(getNodes(cast.getSource()));
    for (auto [dim, other] :
         llvm::zip_equal(from, SmallVector<unsigned>(getNodes(cast.getDest()))))
      join(dim, other);
  }
  return true;
}

Value DimUnion::findLargest(const DigitClasses &classes) const {
  Value largest;
  size_t most = 0;
  SmallVector<unsigned> ends = classes.getDigits(reduced);
  for (const auto &[value, dims] : nodes) {
    SmallVector<unsigned> digits = classes.getDigits(dims);
    bool endsReduced =
        reduced.empty() ||
        (!digits.empty() && llvm::is_contained(ends, digits.back()));
    if (digits.size() <= most || !endsReduced)
      continue;
    most = digits.size();
    largest = value;
  }
  return largest;
}

/// Whether two loops of an operation are the same, as those of a running sum
/// whose result and input meet in another operation.
bool DimUnion::joinsLoops(const DigitClasses &classes) const {
  return llvm::any_of(iterated, [&](ArrayRef<unsigned> loops) {
    llvm::SmallDenseSet<unsigned> seen;
    return llvm::any_of(classes.getDigits(loops), [&](unsigned digit) {
      return !seen.insert(digit).second;
    });
  });
}

/// The rows and columns of the matrix that has blocks in `op`; none for other
/// operations.
static Value getMatrix(Operation *op) {
  if (isa<QuantizeOp, AmaxOp>(op))
    return op->getOperand(0);
  return isa<DequantizeOp>(op) ? Value(op->getResult(0)) : Value();
}

/// The digits of the column, of which `last` is one: of what is reduced or
/// gathered, or of a matrix that has blocks.
SmallVector<unsigned> DimUnion::findColumn(const DigitClasses &classes,
                                           unsigned last) const {
  SmallVector<unsigned> columns(reduced);
  llvm::append_range(columns, gathered);
  for (Operation *op : ops)
    if (Value matrix = getMatrix(op))
      llvm::append_range(columns,
                         ArrayRef(nodes.find(matrix)->second).take_back(2));
  for (unsigned node : columns)
    if (SmallVector<unsigned> digits = classes.getDigits(node);
        llvm::is_contained(digits, last))
      return digits;
  return {last};
}

/// Lets values that no operation ties to the space, whose digits are in
/// `order`, have these where they have as many rows and columns, as those of
/// fusions that are one launch; not what an operation iterates beside them.
void DimUnion::placeApart(DigitClasses &classes,
                          SmallVectorImpl<unsigned> &order,
                          unsigned columnDigits) const {
  auto isOfSpace = [&](unsigned digit) {
    return llvm::is_contained(order, digit);
  };
  auto isBeside = [&](ArrayRef<unsigned> own) {
    return llvm::any_of(iterated, [&](ArrayRef<unsigned> loops) {
      SmallVector<unsigned> digits = classes.getDigits(loops);
      return llvm::any_of(digits, isOfSpace) &&
             llvm::any_of(digits, [&](unsigned digit) {
               return llvm::is_contained(own, digit);
             });
    });
  };
  for (const auto &[value, dims] : nodes) {
    SmallVector<unsigned> own = classes.getDigits(dims);
    if (own.empty() || llvm::any_of(own, isOfSpace) || isBeside(own) ||
        !classes.haveSameTiles(own, order, columnDigits))
      continue;
    SmallVector<unsigned> column(ArrayRef(order).take_back(columnDigits));
    if (!classes.joinLists(own, order))
      continue;
    columnDigits = classes.getDigits(column).size();
    SmallVector<unsigned> digits = classes.getDigits(order);
    order.assign(digits.begin(), digits.end());
  }
}

bool DimUnion::joinNodes(DigitClasses &classes, Reason why) const {
  for (auto [first, second] : pairs)
    if (!classes.join(first, second))
      return why.refuse("dimensions of different sizes are iterated together");
  for (const auto &[node, digits] : divided)
    if (!classes.divide(node, digits))
      return why.refuse("reshapes divide a dimension in unlike parts");
  if (joinsLoops(classes))
    return why.refuse("two loops of an operation are iterated together");
  return true;
}

bool DimUnion::placeValues(const DigitClasses &classes,
                           ArrayRef<unsigned> order, IterationSpace &space,
                           Reason why) const {
  // Neighbours that a thread has, as a vector.
  constexpr int64_t kWidth = 8;
  llvm::SmallDenseMap<unsigned, int> number;
  for (unsigned digit : order) {
    number[digit] = space.sizes.size();
    space.sizes.push_back(classes.getSize(digit));
  }
  int last = int(order.size()) - 1;
  bool isDividedVector = space.sizes.back() % kWidth != 0;
  for (const auto &[value, dims] : nodes) {
    SmallVector<SpaceDims> &places = space.dims[value];
    llvm::SmallDenseSet<unsigned> seen;
    for (unsigned node : dims) {
      SpaceDims &own = places.emplace_back();
      for (unsigned digit : classes.getDigits(node)) {
        if (!number.contains(digit))
          return why.refuse("values have different iteration spaces");
        if (!seen.insert(digit).second)
          return why.refuse("two dimensions of a value are iterated together");
        own.push_back(number[digit]);
      }
      if (isDividedVector && own.size() > 1 && own.back() == last)
        return why.refuse("a reshape divides neighbours of a column");
    }
  }
  return true;
}

bool DimUnion::finish(IterationSpace &space, Reason why) {
  DigitClasses classes(nodeSizes);
  if (!joinNodes(classes, why))
    return false;
  Value largest = findLargest(classes);
  if (!largest)
    return why.refuse("no value has rows");
  space.parts = parts;
  space.wholes = wholes;
  space.choices = choices;
  llvm::SetVector<unsigned> rows;
  rows.insert_range(classes.getDigits(nodes.find(largest)->second));
  SmallVector<unsigned> column = findColumn(classes, rows.back());
  rows.set_subtract(column);
  SmallVector<unsigned> order(rows.getArrayRef());
  llvm::append_range(order, column);
  placeApart(classes, order, column.size());
  column = classes.getDigits(column);
  space.columnDims = column.size();
  if (!placeValues(classes, order, space, why))
    return false;
  auto isColumn = [&](unsigned node) {
    return classes.getDigits(node) == column;
  };
  if (!llvm::all_of(reduced, isColumn))
    return why.refuse(
        "a reduction does not run along the contiguous dimension");
  if (!llvm::all_of(gathered, isColumn))
    return why.refuse(
        "gathered rows do not lie along the contiguous dimension");
  return true;
}
