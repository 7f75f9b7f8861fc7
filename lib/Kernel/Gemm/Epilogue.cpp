//===- Epilogue.cpp - From accumulators to outputs ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefetchedInput.h"
#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether the epilogue multiplies with a scale of the operand's rows.
static bool hasTileScale(const GemmOperand &operand) {
  return operand.granularity == ScaleGranularity::PerRow;
}

/// What `spec` makes of the scaled sum `value` and elements of inputs: an
/// element of each output.
static SmallVector<Value> buildElements(ImplicitLocOpBuilder &builder,
                                        const GemmKernelSpec &spec, Value value,
                                        ValueRange inputs) {
  Block *body = spec.epilogue.body;
  if (!body) {
    Type output = spec.problem.outputTypes.front();
    if (!output.isF32())
      value = arith::TruncFOp::create(builder, output, value);
    return {value};
  }
  SmallVector<Value> arguments{value};
  llvm::append_range(arguments, inputs);
  return cloneEpilogue(builder, *body, arguments);
}

/// Adds an argument of `block` for each input, that of the prefetched one last;
/// returns them in the order of the inputs.
static SmallVector<Value> addInputArguments(ImplicitLocOpBuilder &builder,
                                            Block &block,
                                            const GemmKernelSpec &spec) {
  std::optional<PrefetchedInput> prefetched = findPrefetchedInput(spec);
  SmallVector<Value> inputs(spec.epilogue.inputs.size());
  auto add = [&](unsigned index) {
    Type element = spec.epilogue.inputs[index].getElementType();
    inputs[index] = block.addArgument(element, builder.getLoc());
  };
  for (unsigned index = 0; index < inputs.size(); ++index)
    if (!prefetched || prefetched->index != index)
      add(index);
  if (prefetched)
    add(prefetched->index);
  return inputs;
}

/// Fills the epilogue's body: all scales, then what becomes of the sum.
static void buildBody(ImplicitLocOpBuilder &builder, EpilogueOp epilogue,
                      Value alpha, const GemmKernelSpec &spec) {
  Block &block = epilogue.getBody().emplaceBlock();
  Type f32 = builder.getF32Type();
  Value value = block.addArgument(f32, builder.getLoc());
  SmallVector<Value> scales;
  if (epilogue.getRows())
    scales.push_back(block.addArgument(f32, builder.getLoc()));
  if (epilogue.getColumns())
    scales.push_back(block.addArgument(f32, builder.getLoc()));
  if (alpha)
    scales.push_back(alpha);
  SmallVector<Value> inputs = addInputArguments(builder, block, spec);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  for (Value scale : scales)
    value = arith::MulFOp::create(builder, value, scale);
  YieldOp::create(builder, buildElements(builder, spec, value, inputs));
}

/// Rows of one matrix of the output.
static Value getOutputRows(ImplicitLocOpBuilder &builder,
                           const GemmKernelSpec &spec,
                           const KernelParts &parts) {
  if (parts.spec.problem.countsRows())
    return parts.getArgument(KernelArgument::M);
  // The rows that a batch has in all are the argument.
  return spec.problem.batch ? constantI32(builder, spec.problem.m)
                            : parts.getArgument(KernelArgument::M);
}

/// Tells `epilogue` what its tile reads besides sums, from global memory but
/// for the prefetched input.
static void addInputs(ImplicitLocOpBuilder &builder, EpilogueOp epilogue,
                      const KernelParts &parts, const TilePlace &place,
                      Value column) {
  const GemmEpilogue &info = parts.spec.epilogue;
  if (info.inputs.empty())
    return;
  if (Value tileM = parts.getTileM())
    epilogue.getTileMMutable().assign(tileM);
  std::optional<PrefetchedInput> prefetched = findPrefetchedInput(parts.spec);
  SmallVector<AffineMap> maps;
  for (auto [index, map] : llvm::enumerate(info.maps)) {
    if (prefetched && prefetched->index == index)
      continue;
    epilogue.getInputsMutable().append(
        parts.getArgument(KernelArgument::EpilogueInput, index));
    maps.push_back(map);
  }
  if (maps.empty())
    return;
  epilogue.setInputMapsAttr(builder.getAffineMapArrayAttr(maps));
  epilogue.getRowMutable().assign(place.row);
  epilogue.getColumnMutable().assign(column);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(epilogue);
  epilogue.getMMutable().assign(getOutputRows(builder, parts.spec, parts));
  if (place.batch)
    epilogue.getBatchMutable().assign(place.batch);
}

/// Columns of the output between those of two warpgroups, if what CTAs that
/// split K store lies between them.
static IntegerAttr getGroupStride(Builder &builder, const KernelParts &parts) {
  if (!parts.exchange || parts.spec.getChoices().warpgroupsN == 1)
    return {};
  return builder.getI64IntegerAttr(parts.spec.getGroupColumns());
}

/// The types of the N subtiles of each output.
static SmallVector<Type> getOutputTypes(ValueRange sums,
                                        ArrayRef<Type> elements) {
  SmallVector<Type> types;
  for (Type element : elements)
    for (Type type : sums.getTypes()) {
      auto sum = cast<AccumulatorType>(type);
      types.push_back(AccumulatorType::get(sum.getContext(), sum.getShape(),
                                           element, sum.getWarpgroupsN()));
    }
  return types;
}

/// The place of matrix `batch` in an output.
static SmallVector<Value> locateMatrices(ImplicitLocOpBuilder &builder,
                                         const GemmProblem &problem,
                                         Value batch) {
  return llvm::map_to_vector(problem.outputBatches, [&](const GemmIndex &part) {
    return locatePart(builder, part, batch);
  });
}

namespace {
/// Makes elements of a tile's sums and stores them.
class TileEpilogue {
public:
  /// Takes scales and inputs of `tile` from their pipelines.
  TileEpilogue(ImplicitLocOpBuilder &builder, const KernelParts &parts,
               ForEachTileOp tile, Value alpha);

  /// Computes the elements of `sums`, from column `first` of the tile on, or
  /// from `at` on where the kernel computes that.
  void compute(ValueRange sums, int64_t first = 0, Value at = {});
  /// Gives the stages of scales and inputs back.
  void release();
  /// Stores what was computed last, after so many N subtiles of the tile.
  void store(int64_t turn = 0);

private:
  void readScales();
  Value sliceColumns(ValueRange sums, int64_t first);
  void storeOutput(unsigned output, int64_t place, int64_t places);

  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  Value alpha;
  TilePlace place;
  Value scaleStage, rows, columns;
  /// The first column of the tile that is stored, and of `epilogue`.
  Value tileColumn, column;
  SmallVector<Value> inputStages;
  EpilogueOp epilogue;
};
} // namespace

TileEpilogue::TileEpilogue(ImplicitLocOpBuilder &builder,
                           const KernelParts &parts, ForEachTileOp tile,
                           Value alpha)
    : builder(builder), parts(parts), alpha(alpha) {
  // Scales of rows begin where the group of the tile does.
  if (parts.groups)
    place = locateTile(builder, parts, tile);
  readScales();
  if (!parts.groups)
    place = locateTile(builder, parts, tile);
  tileColumn = buildStoredColumn(builder, parts, tile);
  inputStages = waitForInput(builder, parts);
}

void TileEpilogue::readScales() {
  const GemmProblem &problem = parts.spec.problem;
  if (loadsTileScales(parts.spec))
    scaleStage = WaitOp::create(builder, parts.scales);
  if (hasTileScale(problem.lhs)) {
    auto type = RowValuesType::get(builder.getContext(), parts.spec.getTileM(),
                                   builder.getF32Type());
    rows = ReadRowsOp::create(
        builder, type, viewField(builder, scaleStage, field::kLhsScales),
        parts.getTileM(), getRowScaleOffset(builder, parts, place.row));
  }
  if (hasTileScale(problem.rhs))
    columns = viewField(builder, scaleStage, field::kRhsScales);
}

/// The scales of the columns of `sums`, from column `first` of the tile on.
Value TileEpilogue::sliceColumns(ValueRange sums, int64_t first) {
  if (!columns || !parts.spec.hasTensorSums() ||
      parts.spec.getNumNSubtiles() == 1)
    return columns;
  auto sum = cast<AccumulatorType>(sums.front().getType());
  auto type = TileType::get(builder.getContext(), {sum.getShape()[1]},
                            builder.getF32Type(), /*swizzle=*/0);
  return SliceColumnsOp::create(builder, type, columns, first);
}

void TileEpilogue::compute(ValueRange sums, int64_t first, Value at) {
  column = tileColumn;
  if (first && !at)
    at = constantI32(builder, first);
  if (at)
    column = arith::AddIOp::create(builder, column, at);
  epilogue = EpilogueOp::create(
      builder, getOutputTypes(sums, parts.spec.problem.outputTypes), sums, rows,
      sliceColumns(sums, first),
      /*inputs=*/ValueRange(), /*row=*/Value(), /*column=*/Value(),
      /*m=*/Value(), /*batch=*/Value(), /*tile_m=*/Value(),
      viewPanels(builder, inputStages), /*input_maps=*/ArrayAttr(),
      getGroupStride(builder, parts));
  buildBody(builder, epilogue, alpha, parts.spec);
  addInputs(builder, epilogue, parts, place, column);
}

void TileEpilogue::release() {
  for (Value stage : inputStages)
    ReleaseOp::create(builder, stage);
  if (scaleStage)
    ReleaseOp::create(builder, scaleStage);
}

void TileEpilogue::store(int64_t turn) {
  int64_t outputs = parts.spec.countOutputs();
  int64_t places = countStagedPlaces(parts.spec);
  for (int64_t output = 0; output < outputs; ++output)
    storeOutput(output, (turn * outputs + output) % places, places);
}

/// Stores the elements of `output`, through the place of index `place` of
/// `places`.
void TileEpilogue::storeOutput(unsigned output, int64_t stagedPlace,
                               int64_t places) {
  const GemmProblem &problem = parts.spec.problem;
  Value m, n, outputRows;
  TypeAttr staged;
  if (parts.spec.getStoredRows(output)) {
    m = getOutputRows(builder, parts.spec, parts);
    n = parts.getArgument(KernelArgument::N);
    staged = TypeAttr::get(getOutputSubtile(parts.spec, output));
  }
  if (place.end) {
    m = place.end;
    n = parts.getArgument(KernelArgument::N);
    if (parts.spec.endsInRows(output))
      outputRows = parts.getArgument(KernelArgument::OutputRows, output);
  }
  StoreTileOp::create(
      builder, epilogue.getOutput(output),
      parts.getArgument(KernelArgument::Output, output), outputRows, place.row,
      column, locateMatrices(builder, problem, place.batch), m, n,
      parts.getTileM(), staged, getGroupStride(builder, parts),
      builder.getI64IntegerAttr(parts.spec.getChoices().epilogueStages),
      problem.accumulate ? builder.getUnitAttr() : UnitAttr(),
      /*step=*/IntegerAttr(), builder.getI64IntegerAttr(stagedPlace),
      builder.getI64IntegerAttr(places), /*stagingOffset=*/IntegerAttr());
}

void mlir::lowp_gpu::buildEpilogue(ImplicitLocOpBuilder &builder,
                                   const KernelParts &parts, ForEachTileOp tile,
                                   ValueRange sums, Value alpha) {
  TileEpilogue epilogue(builder, parts, tile, alpha);
  epilogue.compute(sums);
  epilogue.release();
  epilogue.store();
}

void mlir::lowp_gpu::buildTensorEpilogue(ImplicitLocOpBuilder &builder,
                                         const KernelParts &parts,
                                         ForEachTileOp tile, ValueRange sums,
                                         Value alpha) {
  const GemmKernelSpec &spec = parts.spec;
  int64_t last = spec.getNumNSubtiles() - 1;
  TileEpilogue epilogue(builder, parts, tile, alpha);
  std::optional<TensorSums> stage;
  if (sums.empty())
    stage.emplace(builder, parts);
  for (int64_t turn = 0; turn <= last; ++turn) {
    Value column = stage ? stage->locate(turn) : Value();
    Value sum = stage ? stage->read(turn, column) : sums[turn];
    sum = buildReduceScatter(builder, parts, sum).front();
    epilogue.compute(sum, turn * spec.getNSubtileColumns(), column);
    if (turn == last)
      epilogue.release();
    epilogue.store(turn);
  }
}
