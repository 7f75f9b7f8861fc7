//===- DimUnion.cpp - Dimensions that ops iterate together ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each dimension of a tensor and each loop of an op is a node; what an op
// iterates together is one class of nodes. Classes are the dimensions of the
// space.
//
//===----------------------------------------------------------------------===//

#include "DimUnion.h"

#include "lowp/Fusion/PartialSum.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/PartReaders.h"
#include "lowp/Fusion/RowGather.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::lowp;

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
  for (unsigned loop : reductions)
    reduced.push_back(loops[loop]);
  return true;
}

bool DimUnion::addReshape(Value expanded, Value collapsed,
                          ArrayRef<ReassociationIndices> groups, Reason why) {
  SmallVector<unsigned> wide(getNodes(expanded)), few(getNodes(collapsed));
  for (auto [dim, group] : llvm::zip_equal(few, groups)) {
    std::optional<unsigned> only;
    for (int64_t inner : group) {
      if (nodeSizes[wide[inner]] == 1)
        continue;
      if (only)
        return why.refuse("a reshape divides or joins dimensions");
      only = wide[inner];
    }
    if (only)
      join(dim, *only);
  }
  return true;
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
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return addConcat(concat, why);
  // Its dimensions are those of a part.
  for (Value operand : op->getOperands())
    if (auto concat = operand.getDefiningOp<tensor::ConcatOp>();
        concat && concats.contains(concat))
      return addReaderOfParts(op, concat, why);
  if (PartialSum sum = matchPartialSum(op)) {
    (void)getNodes(sum.matrix);
    return true;
  }
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
    return dividesForPartialSums(reshape) ||
           addReshape(reshape.getResult(), reshape.getSrc(),
                      reshape.getReassociationIndices(), why);
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    SmallVector<unsigned> from(getNodes(cast.getSource()));
    for (auto [dim, other] :
         llvm::zip_equal(from, SmallVector<unsigned>(getNodes(cast.getDest()))))
      join(dim, other);
  }
  return true;
}

Value DimUnion::findLargest(ArrayRef<unsigned> classOf,
                            ArrayRef<int64_t> sizeOf) const {
  Value largest;
  size_t most = 0;
  llvm::SmallDenseSet<unsigned> ends;
  for (unsigned node : reduced)
    ends.insert(classOf[node]);
  for (const auto &[value, dims] : nodes) {
    size_t count = llvm::count_if(
        dims, [&](unsigned node) { return sizeOf[classOf[node]] != 1; });
    bool endsReduced = reduced.empty();
    for (unsigned node : llvm::reverse(dims)) {
      if (sizeOf[classOf[node]] == 1)
        continue;
      endsReduced |= ends.contains(classOf[node]);
      break;
    }
    if (count <= most || !endsReduced)
      continue;
    most = count;
    largest = value;
  }
  return largest;
}

/// Whether `getDim` gives two loops of an operation the same, as classes do
/// those of a running sum whose result and input meet in another operation.
bool DimUnion::joinsLoops(function_ref<int(unsigned node)> getDim) const {
  return llvm::any_of(iterated, [&](ArrayRef<unsigned> loops) {
    llvm::SmallDenseSet<int> seen;
    return llvm::any_of(loops, [&](unsigned node) {
      int dim = getDim(node);
      return dim != IterationSpace::kUnit && !seen.insert(dim).second;
    });
  });
}

/// Numbers the classes of values that no operation ties to the largest and that
/// have all its sizes, as those of fusions that are one launch; not what an
/// operation iterates beside the largest's.
void DimUnion::placeApart(ArrayRef<int64_t> sizes, ArrayRef<unsigned> classOf,
                          ArrayRef<int64_t> sizeOf,
                          MutableArrayRef<int> number) const {
  if (ShapedType::isDynamicShape(sizes))
    return;
  for (const auto &[value, dims] : nodes) {
    llvm::SmallSetVector<unsigned, 4> own;
    for (unsigned node : dims)
      if (sizeOf[classOf[node]] != 1)
        own.insert(classOf[node]);
    bool isApart =
        own.size() == sizes.size() &&
        llvm::all_of(llvm::zip(own, sizes), [&](auto pair) {
          auto [dim, size] = pair;
          return number[dim] == IterationSpace::kUnit && sizeOf[dim] == size;
        });
    if (!isApart)
      continue;
    for (auto [place, dim] : llvm::enumerate(own))
      number[dim] = int(place);
    if (joinsLoops([&](unsigned node) { return number[classOf[node]]; }))
      for (unsigned dim : own)
        number[dim] = IterationSpace::kUnit;
  }
}

bool DimUnion::finish(IterationSpace &space, Reason why) {
  llvm::IntEqClasses classes(nodeSizes.size());
  for (auto [first, second] : pairs)
    classes.join(first, second);
  classes.compress();
  SmallVector<unsigned> classOf;
  SmallVector<int64_t> sizeOf(classes.getNumClasses(), ShapedType::kDynamic);
  for (auto [node, size] : llvm::enumerate(nodeSizes)) {
    classOf.push_back(classes[node]);
    if (ShapedType::isDynamic(size))
      continue;
    int64_t &known = sizeOf[classes[node]];
    if (!ShapedType::isDynamic(known) && known != size)
      return why.refuse("dimensions of different sizes are iterated together");
    known = size;
  }

  if (joinsLoops([&](unsigned node) {
        unsigned dim = classOf[node];
        return sizeOf[dim] == 1 ? IterationSpace::kUnit : int(dim);
      }))
    return why.refuse("two loops of an operation are iterated together");
  Value largest = findLargest(classOf, sizeOf);
  if (!largest)
    return why.refuse("no value has rows");
  space.parts = parts;
  space.wholes = wholes;
  SmallVector<int> number(sizeOf.size(), IterationSpace::kUnit);
  for (unsigned node : nodes.find(largest)->second) {
    unsigned dim = classOf[node];
    if (sizeOf[dim] == 1)
      continue;
    if (number[dim] != IterationSpace::kUnit)
      continue;
    number[dim] = space.sizes.size();
    space.sizes.push_back(sizeOf[dim]);
  }
  placeApart(space.sizes, classOf, sizeOf, number);
  for (const auto &[value, dims] : nodes) {
    SmallVector<int> &places = space.dims[value];
    for (unsigned node : dims) {
      unsigned dim = classOf[node];
      if (sizeOf[dim] != 1 && number[dim] == IterationSpace::kUnit)
        return why.refuse("values have different iteration spaces");
      if (sizeOf[dim] != 1 && llvm::is_contained(places, number[dim]))
        return why.refuse("two dimensions of a value are iterated together");
      places.push_back(number[dim]);
    }
  }
  for (unsigned node : reduced)
    if (number[classOf[node]] != space.getColumn())
      return why.refuse(
          "a reduction does not run along the contiguous dimension");
  for (unsigned node : gathered)
    if (number[classOf[node]] != space.getColumn())
      return why.refuse(
          "gathered rows do not lie along the contiguous dimension");
  return true;
}
