//===- FusionEmitter.cpp - The kernel of a fusion -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "FusionSchedule.h"
#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// The space
//===----------------------------------------------------------------------===//

/// The size of dimension `dim` of the space, of a static type or a buffer.
Value FusionEmitter::getSize(int dim) {
  if (!ShapedType::isDynamic(domain.sizes[dim]))
    return arith::ConstantIndexOp::create(b, domain.sizes[dim]);
  auto find = [&](ValueRange inside, ValueRange buffers) -> Value {
    for (auto [value, buffer] : llvm::zip_equal(inside, buffers)) {
      SmallVector<int> dims = domain.dims.lookup(value);
      auto *place = llvm::find(dims, dim);
      if (place != dims.end())
        return memref::DimOp::create(b, buffer, place - dims.begin());
    }
    return {};
  };
  if (Value size = find(function.getArguments(), call.getInputs()))
    return size;
  Operation *end = function.getBody().front().getTerminator();
  return find(end->getOperands(), call.getOutputs());
}

void FusionEmitter::computeSizes() {
  for (int dim = 0; dim <= domain.getColumn(); ++dim)
    sizes.push_back(getSize(dim));
}

static FusionShape describe(const FusionDomain &domain, func::FuncOp function) {
  FusionShape shape = {/*rows=*/1,
                       domain.sizes.back(),
                       domain.reducesRows,
                       /*wholeInputs=*/0,
                       /*quantizes=*/false,
                       /*blockRows=*/1,
                       /*writesColumns=*/false};
  ArrayRef<int64_t> digits =
      ArrayRef(domain.sizes).drop_back().drop_front(domain.countBatchDims());
  for (int64_t size : digits)
    shape.rows =
        ShapedType::isDynamic(size) || ShapedType::isDynamic(shape.rows)
            ? ShapedType::kDynamic
            : shape.rows * size;
  for (BlockArgument argument : function.getArguments())
    if (domain.dependsOnRow(argument) && domain.dependsOnColumn(argument))
      ++shape.wholeInputs;
  function.walk([&](QuantizeOp op) {
    shape.quantizes = true;
    shape.writesColumns |=
        op.getType().isRowMajor() == domain.isTransposed(op.getInput());
    shape.blockRows = std::max(shape.blockRows, domain.getBlock(op).rows);
  });
  return shape;
}

static Value ceilDiv(ImplicitLocOpBuilder &b, Value value, int64_t divisor) {
  return arith::CeilDivUIOp::create(b, value,
                                    arith::ConstantIndexOp::create(b, divisor));
}

static Value product(ImplicitLocOpBuilder &b, ArrayRef<Value> values) {
  int64_t known = 1;
  Value all;
  for (Value value : values) {
    if (std::optional<int64_t> size = getConstantIntValue(value))
      known *= *size;
    else
      all = all ? arith::MulIOp::create(b, all, value).getResult() : value;
  }
  Value factor = arith::ConstantIndexOp::create(b, known);
  return all ? arith::MulIOp::create(b, all, factor).getResult() : factor;
}

/// A word for the kernel's name: what a profiler will show.
static StringRef describeWork(const FusionDomain &domain, bool quantizes) {
  if (quantizes)
    return domain.reducesRows ? "reduce_quantize" : "quantize";
  return domain.reducesRows ? "reduce" : "elementwise";
}

/// Whether tiles that cover `end` may begin after `size`; not if both are the
/// same value or are known to need as many tiles.
static bool reachesBeyond(Value end, Value size, int64_t tile) {
  if (end == size)
    return false;
  std::optional<int64_t> last = getConstantIntValue(end);
  std::optional<int64_t> known = getConstantIntValue(size);
  return !last || !known ||
         llvm::divideCeil(*last, tile) > llvm::divideCeil(*known, tile);
}

void FusionEmitter::emitLaunch() {
  FusionShape shape = describe(domain, function);
  distribution = chooseDistribution(b.getContext(), shape);
  tileM = distribution.getTileM();
  tileN = distribution.getTileN();
  computeSizes();
  unsigned batchDims = domain.countBatchDims();
  columns = sizes.back();
  rows = product(b, ArrayRef(sizes).drop_back().drop_front(batchDims));
  // Tiles cover the padding of what quantizes write, too.
  SmallVector<Value> ends = {rows, columns};
  function.walk([&](QuantizeOp op) { extendToPadding(op, ends); });
  for (auto [overhang, end, size, tile] :
       llvm::zip_equal(overhangs, ends, ArrayRef<Value>{rows, columns},
                       ArrayRef<int64_t>{tileM, tileN}))
    overhang = reachesBeyond(end, size, tile);
  Value tilesM = ceilDiv(b, ends[0], tileM),
        tilesN = ceilDiv(b, ends[1], tileN);
  SmallVector<Value> counts(ArrayRef(sizes).take_front(batchDims));
  counts.append({tilesM, tilesN});

  MLIRContext *context = b.getContext();
  StringRef name = function.getName();
  std::string kernel =
      (name + "_" + describeWork(domain, shape.quantizes)).str();
  for (char &c : kernel)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value threads = arith::ConstantIndexOp::create(b, distribution.getThreads());
  auto launch = gpu::LaunchOp::create(
      b, product(b, counts), one, one, threads, one, one, Value(), Type(),
      ValueRange(), TypeRange(), TypeRange(), Value(), Value(), Value(),
      FlatSymbolRefAttr::get(context, kernel + "_kernels"),
      FlatSymbolRefAttr::get(context, kernel));
  launch->setAttr(DistributionAttr::getAttrName(), distribution);
  b.setInsertionPointToEnd(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(end);

  // Columns run fastest, so that neighbouring CTAs read neighbouring lines.
  Value number = launch.getBlockIds().x;
  SmallVector<Value> position;
  for (Value count : llvm::reverse(counts)) {
    if (position.size() + 1 == counts.size()) {
      position.push_back(number);
      break;
    }
    position.push_back(arith::RemUIOp::create(b, number, count));
    number = arith::DivUIOp::create(b, number, count);
  }
  auto times = [&](Value value, int64_t factor) -> Value {
    return arith::MulIOp::create(b, value,
                                 arith::ConstantIndexOp::create(b, factor));
  };
  column = times(position[0], tileN);
  row = times(position[1], tileM);
  for (Value index : llvm::reverse(ArrayRef(position).drop_front(2)))
    batch.push_back(index);
}

AffineMap FusionEmitter::getMap(Value value) {
  SmallVector<AffineExpr> results;
  for (int dim : domain.dims.lookup(value))
    results.push_back(dim == FusionDomain::kUnit ? b.getAffineConstantExpr(0)
                                                 : b.getAffineDimExpr(dim));
  // A space of one dimension has one row.
  unsigned shift = domain.sizes.size() == 1 ? 1 : 0;
  AffineMap map =
      AffineMap::get(domain.sizes.size(), 0, results, b.getContext());
  return map.shiftDims(shift);
}

VectorType FusionEmitter::getTileType(Value value, Type element) {
  return VectorType::get({domain.dependsOnRow(value) ? tileM : 1,
                          domain.dependsOnColumn(value) ? tileN : 1},
                         element);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value FusionEmitter::loadScalar(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  SmallVector<Value> indices;
  for (int dim : domain.dims.lookup(argument))
    indices.push_back(dim == FusionDomain::kUnit
                          ? arith::ConstantIndexOp::create(b, 0).getResult()
                          : batch[dim]);
  return memref::LoadOp::create(b, buffer, indices);
}

Value FusionEmitter::loadInput(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return buffer;
  if (isScalar(argument))
    return loadScalar(argument);
  ArrayRef<Value> digits =
      ArrayRef(sizes).drop_back().drop_front(domain.countBatchDims());
  if (!digits.empty())
    digits = digits.drop_front();
  return CTALoadOp::create(b, getTileType(argument, type.getElementType()),
                           buffer, batch, row, column, rows, columns, digits,
                           getMap(argument), isAlignedBuffer(buffer),
                           overhangs[0], overhangs[1]);
}

Value FusionEmitter::get(Value value) {
  auto found = values.find(value);
  if (found != values.end())
    return found->second;
  Value loaded = loadInput(cast<BlockArgument>(value));
  values[value] = loaded;
  return loaded;
}

Value FusionEmitter::broadcastTo(Value value, ArrayRef<int64_t> shape) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getShape() == shape)
    return value;
  return CTABroadcastOp::create(
      b, VectorType::get(shape, type.getElementType()), value);
}

void FusionEmitter::store(Value value, Value buffer, AffineMap map,
                          ValueRange padded, TypedAttr padding) {
  ArrayRef<Value> digits =
      ArrayRef(sizes).drop_back().drop_front(domain.countBatchDims());
  if (!digits.empty())
    digits = digits.drop_front();
  CTAStoreOp::create(b, value, buffer, batch, row, column, rows, columns,
                     digits, padded, map, padding, isAlignedBuffer(buffer),
                     overhangs[0], overhangs[1]);
}

void FusionEmitter::storeParts(tensor::ConcatOp concat) {
  Value output = findOutput(concat);
  AffineMap map = getMap(concat);
  int64_t size = *getPartSize(concat);
  for (auto [number, part] : llvm::enumerate(concat.getInputs())) {
    SmallVector<AffineExpr> place(map.getResults());
    place[concat.getDim()] = place[concat.getDim()] + int64_t(number) * size;
    store(get(part), output,
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

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

SmallVector<Value> FusionEmitter::emitBody(Block &body, ArrayRef<Value> inputs,
                                           ArrayRef<Value> results,
                                           ArrayRef<int64_t> shape) {
  IRMapping mapping;
  // Scalars of the fusion that the body uses.
  for (Operation &op : body.without_terminator())
    for (Value operand : op.getOperands())
      if (values.contains(operand) || isInputScalar(operand))
        mapping.map(operand, get(operand));
  auto cloneTo = [&](OpBuilder &builder) {
    for (Operation &op : body.without_terminator()) {
      Operation *clone = builder.clone(op, mapping);
      // Bodies of named operations have no place of their own.
      if (isa<UnknownLoc>(clone->getLoc()))
        clone->setLoc(b.getLoc());
    }
    return llvm::map_to_vector(
        results, [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  bool isUniform = shape.empty();
  if (isUniform) {
    mapping.map(body.getArguments().take_front(inputs.size()), inputs);
    return cloneTo(b);
  }
  SmallVector<Value> operands;
  for (Value input : inputs)
    operands.push_back(broadcastTo(input, shape));
  SmallVector<Type> types;
  for (Value value : results)
    types.push_back(VectorType::get(shape, value.getType()));
  auto map = CTAMapOp::create(b, types, operands);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  for (Value operand : operands)
    block->addArgument(getElementTypeOrSelf(operand.getType()), b.getLoc());
  mapping.map(body.getArguments().take_front(inputs.size()),
              block->getArguments());
  SmallVector<Value> yielded = cloneTo(b);
  lowp_gpu::YieldOp::create(b, yielded);
  return llvm::to_vector_of<Value>(map.getResults());
}

/// What the elements that an op adds to are before it, as a value per element.
Value FusionEmitter::getInitialValue(linalg::LinalgOp op) {
  Value init = op.getDpsInits().front();
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  return get(init);
}

void FusionEmitter::emitElementwise(linalg::LinalgOp op) {
  SmallVector<int64_t> shape;
  for (OpResult result : op->getResults())
    if (!isScalar(result))
      shape.assign(getTileType(result, b.getF32Type()).getShape());
  SmallVector<Value> inputs;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty()) {
      // Nothing is read; any value of the type does.
      Type element = argument.getType();
      inputs.push_back(arith::ConstantOp::create(
          b, cast<TypedAttr>(b.getZeroAttr(element))));
      continue;
    }
    Value value = operand.get();
    if (auto fill = value.getDefiningOp<linalg::FillOp>())
      value = fill.getInputs().front();
    inputs.push_back(get(value));
  }
  SmallVector<Value> results = emitBody(
      *op.getBlock(), inputs,
      llvm::to_vector_of<Value>(op.getBlock()->getTerminator()->getOperands()),
      shape);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    values[result] = value;
}

static Combiner getCombiner(Operation *op) {
  return llvm::TypeSwitch<Operation *, Combiner>(op)
      .Case([](arith::AddFOp) { return Combiner::AddF; })
      .Case([](arith::MulFOp) { return Combiner::MulF; })
      .Case([](arith::MaximumFOp) { return Combiner::MaximumF; })
      .Case([](arith::MinimumFOp) { return Combiner::MinimumF; })
      .Case([](arith::MaxNumFOp) { return Combiner::MaxNumF; })
      .Case([](arith::MinNumFOp) { return Combiner::MinNumF; });
}

void FusionEmitter::emitReduction(linalg::LinalgOp op) {
  RowReduction reduction = matchRowReduction(op);
  SmallVector<Value> inputs;
  for (OpOperand *operand : op.getDpsInputOperands())
    inputs.push_back(get(operand->get()));
  int64_t whole[] = {tileM, tileN};
  // The body without its combiner gives the elements.
  Block elements;
  IRMapping mapping;
  for (Value argument : op.getBlock()->getArguments().drop_back())
    mapping.map(argument,
                elements.addArgument(argument.getType(), argument.getLoc()));
  OpBuilder inner(op.getContext());
  inner.setInsertionPointToEnd(&elements);
  for (Operation &nested : op.getBlock()->without_terminator())
    if (&nested != reduction.combiner)
      inner.clone(nested, mapping);
  // emitBody leaves out what ends a block.
  lowp_gpu::YieldOp::create(inner, op.getLoc(), ValueRange());
  Value element = emitBody(elements, inputs,
                           {mapping.lookupOrDefault(reduction.element)}, whole)
                      .front();

  Combiner kind = getCombiner(reduction.combiner);
  bool repeats = kind != Combiner::AddF && kind != Combiner::MulF;
  auto type = VectorType::get(
      {tileM, 1}, cast<VectorType>(element.getType()).getElementType());
  Value reduced =
      CTAReduceOp::create(b, type, kind, element, repeats ? Value() : columns);
  Block last;
  Type scalar = type.getElementType();
  last.addArguments({scalar, scalar}, {op.getLoc(), op.getLoc()});
  inner.setInsertionPointToEnd(&last);
  Operation *combine = inner.clone(*reduction.combiner);
  combine->setOperands(last.getArguments());
  lowp_gpu::YieldOp::create(inner, op.getLoc(), ValueRange());
  values[op->getResult(0)] = emitBody(last, {getInitialValue(op), reduced},
                                      {combine->getResult(0)}, type.getShape())
                                 .front();
}

void FusionEmitter::emitOp(Operation &op) {
  if (auto quantize = dyn_cast<QuantizeOp>(op))
    return emitQuantize(quantize);
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(op)) {
    values[op.getResult(0)] = get(op.getOperand(0));
    return;
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    TypedAttr value = constant.getValue();
    if (auto elements = dyn_cast<SplatElementsAttr>(value))
      value = elements.getSplatValue<TypedAttr>();
    values[constant] = arith::ConstantOp::create(b, value);
    return;
  }
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || isa<linalg::FillOp>(op))
    return;
  if (linalgOp.getNumReductionLoops() == 0)
    emitElementwise(linalgOp);
  else
    emitReduction(linalgOp);
}

void FusionEmitter::emit() {
  emitLaunch();
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator()) {
    b.setLoc(op.getLoc());
    emitOp(op);
  }
  for (Value result : body.getTerminator()->getOperands()) {
    if (auto concat = result.getDefiningOp<tensor::ConcatOp>())
      storeParts(concat);
    else if (!isa_and_present<SplitScaledOp>(result.getDefiningOp()))
      store(get(result), findOutput(result), getMap(result));
  }
}
