//===- FusionEmitter.cpp - The kernel of a fusion -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "FusionSchedule.h"

#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "lowp/Fusion/PartialSum.h"
#include "lowp/Fusion/RowGather.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Support/Identifier.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// The space
//===----------------------------------------------------------------------===//

/// The size of dimension `dim` of the space, of a static type or a buffer.
Value FusionEmitter::getSize(int dim) {
  if (!ShapedType::isDynamic(space.sizes[dim]))
    return arith::ConstantIndexOp::create(b, space.sizes[dim]);
  auto find = [&](ValueRange inside, ValueRange buffers) -> Value {
    for (auto [value, buffer] : llvm::zip_equal(inside, buffers)) {
      SmallVector<SpaceDims> dims = space.dims.lookup(value);
      const auto *place = llvm::find(dims, SpaceDims{dim});
      if (place != dims.end())
        return memref::DimOp::create(b, buffer, place - dims.begin());
    }
    return {};
  };
  if (Value size = find(function.getArguments(), call.getInputs()))
    return size;
  Operation *end = function.getBody().front().getTerminator();
  if (Value size = find(end->getOperands(), call.getOutputs()))
    return size;
  Value number = space.findSizeOfEmpty(dim);
  if (auto argument = dyn_cast<BlockArgument>(number))
    return call.getInputs()[argument.getArgNumber()];
  return emitScalarAt(b, number);
}

Value FusionEmitter::emitNumColumns() {
  int64_t count = space.countColumns();
  // Several dimensions have known sizes.
  if (ShapedType::isDynamic(count))
    return getSize(space.getColumn());
  return arith::ConstantIndexOp::create(b, count);
}

void FusionEmitter::computeSizes() {
  for (int dim = 0; dim < space.getColumn(); ++dim)
    sizes.push_back(getSize(dim));
  sizes.push_back(emitNumColumns());
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

template <typename Op>
static bool holds(func::FuncOp function) {
  return function.walk([](Op) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// A word for the kernel's name.
static StringRef getVerb(const IterationSpace &space, func::FuncOp function) {
  if (holds<AmaxOp>(function))
    return holds<QuantizeOp>(function) ? "amax_quantize" : "amax";
  if (holds<QuantizeOp>(function))
    return space.reducesRows ? "reduce_quantize" : "quantize";
  if (holds<DequantizeOp>(function) && !space.reducesRows)
    return "dequantize";
  if (holds<linalg::CopyOp>(function))
    return "copy";
  return space.reducesRows ? "reduce" : "elementwise";
}

/// What the kernel does with rows as `plan` says, for its name.
static std::string describeWork(const IterationSpace &space,
                                func::FuncOp function, const RowPlan &plan) {
  std::string work = getVerb(space, function).str();
  if (plan.isEmpty)
    work += "_of_nothing";
  else if (plan.streams)
    work += "_streamed";
  else if (space.reducesRows && ShapedType::isDynamic(space.countColumns()))
    work += "_up_to_" + std::to_string(plan.most);
  return work;
}

/// The elements that the fusion writes: of what it quantizes, else of its first
/// result.
static SmallVector<std::string> describeResult(func::FuncOp function) {
  for (auto quantize : function.getOps<QuantizeOp>())
    return describeElements(quantize.getType());
  return describeElements(function.getResultTypes().front());
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

/// The digits of `number` that run up to `counts`, the fastest first.
static SmallVector<Value> splitNumber(ImplicitLocOpBuilder &b, Value number,
                                      ArrayRef<Value> counts) {
  SmallVector<Value> digits;
  for (Value count : llvm::reverse(counts.drop_front())) {
    digits.push_back(arith::RemUIOp::create(b, number, count));
    number = arith::DivUIOp::create(b, number, count);
  }
  digits.push_back(number);
  return digits;
}

/// Tells `launch` that it will be one with its neighbour, if `call` says so:
/// both walk through stripes of rows as the first of them does.
static bool markJoined(gpu::LaunchOp launch, LaunchFusionOp call,
                       int64_t tileM) {
  StringRef leads = LowpGPUDialect::getLeadsAttrName(),
            follows = LowpGPUDialect::getFollowsAttrName(),
            descending = LowpGPUDialect::getDescendingAttrName();
  if (auto ahead = call->getAttrOfType<IntegerAttr>(follows)) {
    launch->setAttr(follows, ahead);
    return true;
  }
  auto rows = call->getAttrOfType<IntegerAttr>(leads);
  if (!rows)
    return false;
  launch->setAttr(leads,
                  IntegerAttr::get(rows.getType(), rows.getInt() / tileM));
  if (Attribute isDescending = call->getAttr(descending))
    launch->setAttr(descending, isDescending);
  return true;
}

void FusionEmitter::emitLaunch() {
  FusionShape shape = FusionShape::get(function, space, plan);
  shape.leads = call->hasAttr(LowpGPUDialect::getLeadsAttrName());
  distribution = chooseDistribution(b.getContext(), shape);
  tileM = distribution.getTileM();
  tileN = distribution.getTileN();
  computeSizes();
  unsigned batchDims = space.countBatchDims();
  // Numbers of rows without elements are stored as if there were one.
  columns = plan.isEmpty ? arith::ConstantIndexOp::create(b, 1).getResult()
                         : sizes.back();
  rows = product(b, ArrayRef(sizes).drop_back().drop_front(batchDims));
  // Tiles cover the padding of what quantizes write, too.
  SmallVector<Value> ends = {rows, columns};
  function.walk([&](QuantizeOp op) { extendToPadding(op, ends); });
  for (auto [overhang, end, size, tile] :
       llvm::zip_equal(overhangs, ends, ArrayRef<Value>{rows, columns},
                       ArrayRef<int64_t>{tileM, tileN}))
    overhang = reachesBeyond(end, size, tile);
  Value one = arith::ConstantIndexOp::create(b, 1);
  int64_t stripe = std::max(tileM, space.stripeRows);
  Value tilesM = ceilDiv(b, ends[0], stripe),
        tilesN = plan.streams ? one : ceilDiv(b, ends[1], tileN);
  SmallVector<Value> counts(ArrayRef(sizes).take_front(batchDims));
  counts.append({tilesM, tilesN});

  MLIRContext *context = b.getContext();
  std::string work = describeWork(space, function, plan);
  std::string kernel = makeIdentifier((function.getName() + "_" + work).str());
  Value threads = arith::ConstantIndexOp::create(b, distribution.getThreads());
  // One that follows another has a row of tiles for each of its stripes.
  bool follows = call->hasAttr(LowpGPUDialect::getFollowsAttrName());
  auto launch = gpu::LaunchOp::create(
      b, follows ? tilesN : product(b, counts), follows ? tilesM : one, one,
      threads, one, one, Value(), Type(), ValueRange(), TypeRange(),
      TypeRange(), Value(), Value(), Value(),
      FlatSymbolRefAttr::get(context, kernel + "_kernels"),
      FlatSymbolRefAttr::get(context, kernel));
  launch->setAttr(LowpGPUDialect::getDistributionAttrName(), distribution);
  work += "_" + joinWords(describeResult(function));
  launch->setLoc(addKernelWork(launch.getLoc(), work));
  b.setInsertionPointToEnd(&launch.getBody().front());
  auto end = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(end);

  // Columns run fastest, so that neighbouring CTAs read neighbouring lines.
  Value number = launch.getBlockIds().x;
  bool isJoined = markJoined(launch, call, tileM);
  if (call->hasAttr(LowpGPUDialect::getDescendingAttrName()) && !isJoined) {
    Value last = arith::SubIOp::create(b, launch.getGridSize().x, one);
    number = arith::SubIOp::create(b, last, number);
  }
  SmallVector<Value> position =
      follows ? SmallVector<Value>{number, launch.getBlockIds().y}
              : splitNumber(b, number, counts);
  auto times = [&](Value value, int64_t factor) -> Value {
    return arith::MulIOp::create(b, value,
                                 arith::ConstantIndexOp::create(b, factor));
  };
  column = times(position[0], tileN);
  row = times(position[1], stripe);
  for (Value index : llvm::reverse(ArrayRef(position).drop_front(2)))
    batch.push_back(index);
}

void FusionEmitter::addPartOffset(Value value,
                                  SmallVectorImpl<AffineExpr> &places) {
  for (auto [dim, place] : llvm::enumerate(places))
    if (space.hasAllParts(value, dim))
      place = place + int64_t(part) * space.getSize(value, dim);
}

AffineMap FusionEmitter::getMap(Value value) {
  SmallVector<AffineExpr> results;
  for (ArrayRef<int> dims : space.dims.lookup(value))
    results.push_back(getIndex(dims));
  addPartOffset(value, results);
  return AffineMap::get(countMapDims(), 0, results, b.getContext());
}

VectorType FusionEmitter::getTileType(Value value, Type element) {
  return VectorType::get({space.dependsOnRow(value) ? tileM : 1,
                          space.dependsOnColumn(value) ? tileN : 1},
                         element);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void FusionEmitter::emitOp(Operation &op) {
  if (auto quantize = dyn_cast<QuantizeOp>(op))
    return emitQuantize(quantize);
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    return emitDequantize(dequantize);
  if (auto scale = dyn_cast<ComputeScaleOp>(op))
    return emitComputeScale(scale);
  if (auto scale = dyn_cast<ComputeGlobalScaleOp>(op))
    return emitGlobalScale(scale);
  if (auto amax = dyn_cast<AmaxOp>(op))
    return emitAmaxOp(amax);
  if (space.choices.contains(&op))
    return emitChoice(cast<tensor::ConcatOp>(op));
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
  if (computesScalar(&op))
    return emitScalar(op);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || isa<linalg::FillOp>(op))
    return;
  if (countSummedRows(&op))
    emitPartialSum(linalgOp);
  else if (RowGather gather = RowGather::match(linalgOp))
    emitGather(linalgOp, gather);
  else if (linalgOp.getNumReductionLoops() == 0)
    emitElementwise(linalgOp);
  else
    emitReduction(linalgOp);
}

void FusionEmitter::emitScalar(Operation &op) {
  if (auto read = dyn_cast<tensor::ExtractOp>(op)) {
    auto argument = dyn_cast<BlockArgument>(read.getTensor());
    if (!argument) {
      values[read] = get(read.getTensor());
      return;
    }
    SmallVector<Value> indices = llvm::map_to_vector(
        read.getIndices(), [&](Value index) { return get(index); });
    values[read] = memref::LoadOp::create(
        b, call.getInputs()[argument.getArgNumber()], indices);
    return;
  }
  IRMapping mapping;
  for (Value operand : op.getOperands())
    mapping.map(operand, get(operand));
  Operation *number = b.clone(op, mapping);
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), number->getResults()))
    values[result] = value;
}

void FusionEmitter::storeResult(Value result) {
  Operation *maker = result.getDefiningOp();
  if (!isa_and_present<SplitScaledOp, AmaxOp>(maker) && !countSummedRows(maker))
    storeAt(result, findOutput(result), getMap(result));
}

void FusionEmitter::emitTile() {
  // What all elements wait for is computed while the elements arrive.
  if (holds<ComputeScaleOp>(function) && !plan.isEmpty)
    for (BlockArgument argument : function.getArguments())
      if (space.dependsOnRow(argument) && space.dependsOnColumn(argument))
        get(argument);
  emitStages();
}

void FusionEmitter::emit() {
  emitLaunch();
  if (plan.streams)
    emitPasses();
  else if (space.stripeRows > tileM)
    emitStripe();
  else
    emitTile();
}
