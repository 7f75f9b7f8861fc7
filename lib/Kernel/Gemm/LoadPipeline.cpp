//===- LoadPipeline.cpp - Pipelines and the roles that fill them ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pairs.h"
#include "PrefetchedInput.h"
#include "ScaleAtoms.h"
#include "lowp/Kernel/Gemm/TileKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::copiesColumnScales(const GemmKernelSpec &spec) {
  return spec.problem.rhs.granularity == ScaleGranularity::Block2D;
}

bool mlir::lowp_gpu::loadsTileScales(const GemmKernelSpec &spec) {
  return spec.problem.lhs.granularity == ScaleGranularity::PerRow ||
         spec.problem.rhs.granularity == ScaleGranularity::PerRow;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {
/// Collects the fields of a stage.
struct StageFields {
  MLIRContext *context;
  SmallVector<StringAttr> names;
  SmallVector<TileType> tiles;

  void add(StringRef name, ArrayRef<int64_t> shape, Type elementType,
           int64_t swizzle = 0, bool spread = false) {
    names.push_back(StringAttr::get(context, name));
    tiles.push_back(TileType::get(context, shape, elementType, swizzle, spread,
                                  TileSpace::Shared));
  }
  StageType get() const {
    return names.empty() ? StageType() : StageType::get(context, names, tiles);
  }
};
} // namespace

/// Adds the f32 scales of blocks of rows and columns that a K block has.
static void addBlockScales(StageFields &fields, const GemmKernelSpec &spec) {
  auto add = [&](StringRef name, const GemmOperand &operand, int64_t rows) {
    if (operand.granularity == ScaleGranularity::Block1D)
      fields.add(name, {spec.getScalesPerStage(operand), rows},
                 Float32Type::get(fields.context));
  };
  add(field::kLhsScales, spec.problem.lhs, spec.getLoadedRowScales());
  add(field::kRhsScales, spec.problem.rhs, spec.getTileN());
}

StageType mlir::lowp_gpu::getOperandStage(MLIRContext *context,
                                          const GemmKernelSpec &spec) {
  StageFields fields{context, {}, {}};
  const GemmProblem &problem = spec.problem;
  auto addOperand = [&](StringRef name, const GemmOperand &operand,
                        int64_t rows) {
    fields.add(name, spec.getStageShape(operand, rows),
               getTileElement(operand.getElementType()),
               spec.getRowBytes(operand), spec.isSpread(operand));
  };
  auto addAtoms = [&](StringRef name, const GemmOperand &operand) {
    fields.add(name, getAtomShape(spec, operand),
               operand.type.getRecipe().getScaleType());
  };
  addOperand(field::kLhs, problem.lhs, spec.getTileM());
  addOperand(field::kRhs, problem.rhs, spec.getRhsRows());
  if (spec.takesScales()) {
    addAtoms(field::kLhsScales, problem.lhs);
    addAtoms(field::kRhsScales, problem.rhs);
  } else if (!spec.promotesApart()) {
    addBlockScales(fields, spec);
  }
  return fields.get();
}

StageType mlir::lowp_gpu::getFactorStage(MLIRContext *context,
                                         const GemmKernelSpec &spec) {
  StageFields fields{context, {}, {}};
  if (spec.promotesApart())
    addBlockScales(fields, spec);
  return fields.get();
}

int64_t mlir::lowp_gpu::countFactorStages(const GemmKernelSpec &spec) {
  // One fewer than both rings have, whose order would be theirs otherwise.
  return spec.config.getStages() + spec.getChoices().sumStages - 1;
}

/// Scales along the longest K that a kernel with dynamic K can run.
static constexpr int64_t kMaxDynamicBlocks = 512;

int64_t GemmKernelSpec::getMaxK() const {
  if (!ShapedType::isDynamic(problem.k))
    return problem.k;
  return copiesColumnScales(*this) ? kMaxDynamicBlocks * problem.rhs.getScaleK()
                                   : kMaxSize;
}

StageType mlir::lowp_gpu::getScaleStage(MLIRContext *context,
                                        const GemmKernelSpec &spec) {
  StageFields fields{context, {}, {}};
  const GemmProblem &problem = spec.problem;
  Type f32 = Float32Type::get(context);
  if (problem.lhs.granularity == ScaleGranularity::PerRow)
    fields.add(field::kLhsScales, {spec.getLoadedRowScales()}, f32);
  if (problem.rhs.granularity == ScaleGranularity::PerRow)
    fields.add(field::kRhsScales, {spec.getScaleColumns()}, f32);
  if (copiesColumnScales(spec)) {
    int64_t blocks = ShapedType::isDynamic(problem.k)
                         ? kMaxDynamicBlocks
                         : llvm::divideCeil(problem.k, problem.rhs.getScaleK());
    int64_t groups = spec.getTileN() / spec.getScaleGroupColumns();
    fields.add(field::kRhsScales, {blocks, groups}, f32);
  }
  return fields.get();
}

static Value buildPipeline(ImplicitLocOpBuilder &builder, StringRef name,
                           int64_t stages, StageType stage) {
  auto type = PipelineType::get(builder.getContext(), stages, stage);
  return PipelineOp::create(builder, type, builder.getStringAttr(name),
                            IntegerAttr(), IntegerAttr(), DenseI64ArrayAttr(),
                            IntegerAttr(), IntegerAttr(), IntegerAttr(),
                            UnitAttr(), IntegerAttr(), IntegerAttr());
}

/// The ring of sums in tensor memory; null where they lie in registers.
static Value buildSumPipeline(ImplicitLocOpBuilder &builder,
                              const GemmKernelSpec &spec) {
  StageType stage = getSumStage(builder.getContext(), spec);
  if (!stage)
    return {};
  Value sums = buildPipeline(builder, "sums", spec.countSumRing(), stage);
  if (int64_t overlap = spec.getSumOverlap())
    sums.getDefiningOp<PipelineOp>().setOverlap(overlap);
  return sums;
}

/// Rows of a tile, or null if they are those of the config.
static Value buildTileM(ImplicitLocOpBuilder &builder,
                        const KernelParts &parts) {
  Value tileM = parts.getTileM();
  if (!tileM || parts.spec.getMTiles() == 1)
    return tileM;
  return arith::MulIOp::create(builder, tileM,
                               constantI32(builder, parts.spec.getMTiles()));
}

void mlir::lowp_gpu::buildPipelines(ImplicitLocOpBuilder &builder,
                                    KernelParts &parts) {
  MLIRContext *context = builder.getContext();
  parts.operands =
      buildPipeline(builder, "operands", parts.spec.config.getStages(),
                    getOperandStage(context, parts.spec));
  if (StageType scales = getScaleStage(context, parts.spec))
    parts.scales = buildPipeline(builder, "scales", kScaleStages, scales);
  if (StageType factors = getFactorStage(context, parts.spec))
    parts.factors = buildPipeline(builder, "factors",
                                  countFactorStages(parts.spec), factors);
  parts.sums = buildSumPipeline(builder, parts.spec);
  Value rows = getTileKind(parts.spec.problem).buildRows(builder, parts);
  parts.tiles = TileSchedulerOp::create(
      builder, TileSchedulerType::get(builder.getContext()), rows,
      parts.getSize(builder, KernelArgument::N), buildTileM(builder, parts));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

Value mlir::lowp_gpu::locateScale(ImplicitLocOpBuilder &builder,
                                  const GemmKernelSpec &spec,
                                  const GemmOperand &operand, Value block) {
  if (int64_t scales = spec.getScalesPerStage(operand); scales > 1)
    return arith::MulIOp::create(builder, block, constantI32(builder, scales));
  if (int64_t stages = spec.getStagesPerScale(operand); stages > 1)
    return arith::DivUIOp::create(builder, block, constantI32(builder, stages));
  return block;
}

/// Loads one box, unless the stage has no such field.
static void buildLoad(ImplicitLocOpBuilder &builder, Value map,
                      ValueRange coordinates, Value stage, StringRef name,
                      bool multicast = false, Value rows = {}) {
  if (cast<StageType>(stage.getType()).getField(name))
    LoadOp::create(builder, map, coordinates, stage, name, rows, multicast);
}

/// The place of scales at `inMatrix` of the matrix, or of the group of K, that
/// `place` is in.
static SmallVector<Value> locateScales(const GemmOperand &operand,
                                       const TilePlace &place,
                                       ArrayRef<Value> inMatrix) {
  SmallVector<Value> coordinates;
  if (operand.isBatch() || operand.hasScalesOfGroups())
    coordinates.push_back(place.batch);
  llvm::append_range(coordinates, inMatrix);
  return coordinates;
}

Value mlir::lowp_gpu::alignRowScales(ImplicitLocOpBuilder &builder,
                                     const KernelParts &parts, Value row) {
  if (!parts.spec.problem.hasRowGroups())
    return row;
  return arith::AndIOp::create(
      builder, row, constantI32(builder, -GemmKernelSpec::kRowScaleSlack));
}

Value mlir::lowp_gpu::getRowScaleOffset(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts, Value row) {
  if (!parts.spec.problem.hasRowGroups())
    return {};
  int64_t rows = parts.spec.takesScales() ? parts.spec.atom->getScaleRows()
                                          : GemmKernelSpec::kRowScaleSlack;
  return arith::AndIOp::create(builder, row, constantI32(builder, rows - 1));
}

/// Loads the scales of the tile's rows and columns.
static void buildTileScaleLoad(ImplicitLocOpBuilder &builder,
                               const KernelParts &parts, const TilePlace &place,
                               ForEachTileOp tile) {
  const GemmProblem &problem = parts.spec.problem;
  Value stage = AcquireOp::create(builder, parts.scales);
  Value column = buildStoredColumn(builder, parts, tile);
  buildLoad(builder, parts.getArgument(KernelArgument::LhsScales),
            locateScales(problem.lhs, place,
                         alignRowScales(builder, parts, place.row)),
            stage, field::kLhsScales);
  buildLoad(builder, parts.getArgument(KernelArgument::RhsScales),
            locateScales(problem.rhs, place, column), stage, field::kRhsScales);
  CommitOp::create(builder, stage);
}

/// The rows of a matrix of a batch, or those up to the end of its last tile:
/// BatchM is a multiple of the tile's, for pairs of CTAs of both. Matrices of
/// which some rows count have M.
static Value getRowsOfMatrix(ImplicitLocOpBuilder &builder,
                             const KernelParts &parts) {
  const GemmKernelSpec &spec = parts.spec;
  if (spec.getChoices().pair)
    return constantI32(builder, spec.problem.m);
  return parts.getArgument(spec.problem.grouping ? KernelArgument::M
                                                 : KernelArgument::BatchM);
}

/// Loads the atoms of scales of the tile's rows, which begin at `rows`, that
/// belong to a K block. The matrices of a batch have theirs one below the
/// other, in whole atoms.
static void buildAtomLoad(ImplicitLocOpBuilder &builder,
                          const KernelParts &parts, const GemmOperand &operand,
                          KernelArgument argument, const TilePlace &place,
                          Value block, Value rows, Value stage,
                          StringRef name) {
  const GemmKernelSpec &spec = parts.spec;
  Value atomRows = constantI32(builder, spec.atom->getScaleRows());
  Value row = arith::DivUIOp::create(builder, rows, atomRows);
  if (operand.isBatch()) {
    bool isLhs = argument == KernelArgument::LhsScales;
    Value size = isLhs ? getRowsOfMatrix(builder, parts)
                       : parts.getArgument(KernelArgument::N);
    Value perMatrix = arith::CeilDivUIOp::create(builder, size, atomRows);
    row = arith::AddIOp::create(
        builder, arith::MulIOp::create(builder, place.batch, perMatrix), row);
  }
  Value first = arith::MulIOp::create(
      builder, block, constantI32(builder, spec.getScaleAtoms(operand)));
  buildLoad(builder, parts.getArgument(argument),
            {row, first, constantI32(builder, 0)}, stage, name,
            sharesAtoms(spec, operand));
}

/// Loads the scales of `rows` that belong to a K block, if it has some.
static void buildScaleLoad(ImplicitLocOpBuilder &builder,
                           const KernelParts &parts, const GemmOperand &operand,
                           KernelArgument argument, const TilePlace &place,
                           Value block, Value rows, Value stage,
                           StringRef name) {
  if (parts.spec.takesScales())
    return buildAtomLoad(builder, parts, operand, argument, place, block, rows,
                         stage, name);
  if (operand.granularity != ScaleGranularity::Block1D)
    return;
  Value first = locateScale(builder, parts.spec, operand, block);
  buildLoad(builder, parts.getArgument(argument),
            locateScales(operand, place, {first, rows}), stage, name);
}

Value mlir::lowp_gpu::locatePart(ImplicitLocOpBuilder &builder,
                                 const GemmIndex &part, Value index) {
  if (part.divisor > 1)
    index = arith::DivUIOp::create(builder, index,
                                   constantI32(builder, part.divisor));
  if (part.modulus > 0)
    index = arith::RemUIOp::create(builder, index,
                                   constantI32(builder, part.modulus));
  return index;
}

/// The place of a K block in an operand's data, whose rows begin at `row`.
static SmallVector<Value> locateBlock(ImplicitLocOpBuilder &builder,
                                      const GemmOperand &operand, Value batch,
                                      Value row, Value k) {
  const GemmIndex *part = operand.batches.begin();
  const GemmIndex *partOfK = operand.partsOfK.begin();
  return llvm::map_to_vector(operand.dims, [&](OperandDim dim) {
    if (dim == OperandDim::Batch)
      return locatePart(builder, *part++, batch);
    if (dim == OperandDim::K && operand.runOfK)
      return locatePart(builder, *partOfK++, k);
    return dim == OperandDim::Row ? row : k;
  });
}

/// Where the block lies that begins `k` after the start of the tile's K. One
/// after the end of a group lies after all of K: copies from there are zeros.
static Value locateK(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                     const TilePlace &place, Value k) {
  if (!place.firstK)
    return k;
  Value isInGroup =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, k, place.sizeK);
  return arith::SelectOp::create(
      builder, isInGroup, arith::AddIOp::create(builder, k, place.firstK),
      parts.getSize(builder, KernelArgument::K));
}

/// Which of the copies of all of K has the scales of `block` of the tile at
/// `place`; `k` is where its data lie. After the end of a group there are none.
static Value locateScaleBlock(ImplicitLocOpBuilder &builder,
                              const KernelParts &parts, const TilePlace &place,
                              Value block, Value k) {
  if (!place.firstK)
    return block;
  Value tileK = constantI32(builder, parts.spec.getTileK());
  if (!place.firstScaleK)
    return arith::DivUIOp::create(builder, k, tileK);
  // After all scales: sizes of K and of groups are below 2^31.
  constexpr int64_t kNone = int64_t(1) << 24;
  Value isInGroup = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::slt,
      arith::MulIOp::create(builder, block, tileK), place.sizeK);
  Value first = arith::DivUIOp::create(builder, place.firstScaleK, tileK);
  return arith::SelectOp::create(builder, isInGroup,
                                 arith::AddIOp::create(builder, first, block),
                                 constantI32(builder, kNone));
}

/// Where the scales of the rows of `tile`, which is at `place`, begin.
static Value locateRowScales(ImplicitLocOpBuilder &builder,
                             const KernelParts &parts, const TilePlace &place,
                             ForEachTileOp tile) {
  if (hasVirtualScaleRows(parts.spec.problem))
    return tile.getRow();
  return alignRowScales(builder, parts, place.row);
}

/// Loads the scales of a K block of both operands of `tile`, which is at
/// `place`, into `stage`.
static void buildScaleLoads(ImplicitLocOpBuilder &builder,
                            const KernelParts &parts, const TilePlace &place,
                            ForEachTileOp tile, Value block, Value stage) {
  const GemmProblem &problem = parts.spec.problem;
  buildScaleLoad(builder, parts, problem.lhs, KernelArgument::LhsScales, place,
                 block, locateRowScales(builder, parts, place, tile), stage,
                 field::kLhsScales);
  buildScaleLoad(builder, parts, problem.rhs, KernelArgument::RhsScales, place,
                 block, place.column, stage, field::kRhsScales);
}

/// Loads one K block of both operands of `tile`, which is at `place`, and their
/// scales.
static void buildOperandLoad(ImplicitLocOpBuilder &builder,
                             const KernelParts &parts, const TilePlace &place,
                             ForEachTileOp tile, Value block) {
  ArrayRef<int64_t> cluster = parts.spec.config.getCluster();
  bool pair = parts.spec.getChoices().pair;
  const GemmProblem &problem = parts.spec.problem;
  Value stage = AcquireOp::create(builder, parts.operands);
  Value k = arith::MulIOp::create(builder, block,
                                  constantI32(builder, parts.spec.getTileK()));
  k = locateK(builder, parts, place, k);
  block = locateScaleBlock(builder, parts, place, block, k);
  buildLoad(builder, parts.getArgument(KernelArgument::Lhs),
            locateBlock(builder, problem.lhs, place.batch, place.row, k), stage,
            field::kLhs, cluster[1] > 1, parts.getTileM());
  buildLoad(builder, parts.getArgument(KernelArgument::Rhs),
            locateBlock(builder, problem.rhs, place.batch,
                        locateKeptColumns(builder, parts, place.column), k),
            stage, field::kRhs, !pair && cluster[0] > 1);
  if (!parts.factors)
    buildScaleLoads(builder, parts, place, tile, block, stage);
  signalLeader(parts, stage);
  CommitOp::create(builder, stage);
  if (!parts.factors)
    return;
  Value factors = AcquireOp::create(builder, parts.factors);
  buildScaleLoads(builder, parts, place, tile, block, factors);
  CommitOp::create(builder, factors);
}

void mlir::lowp_gpu::buildLoads(ImplicitLocOpBuilder &builder,
                                const KernelParts &parts) {
  auto tile = ForEachTileOp::create(builder, parts.tiles);
  builder.setInsertionPointToStart(&tile.getBody().front());
  TilePlace place = locateTile(builder, parts, tile);
  if (parts.scaleGroups)
    place.firstScaleK =
        LocateKOp::create(builder, parts.scaleGroups, tile.getRow(),
                          parts.getArgument(KernelArgument::BatchM),
                          /*least=*/1, /*spread=*/true)
            .getFirst();
  if (loadsTileScales(parts.spec))
    buildTileScaleLoad(builder, parts, place, tile);
  buildInputPrefetch(builder, parts, place, tile);
  auto loop = ForEachKOp::create(builder, place.getK(builder, parts));
  builder.setInsertionPointToStart(&loop.getBody().front());
  buildOperandLoad(builder, parts, place, tile, loop.getIndex());
  builder.setInsertionPointAfter(loop);
  buildInputLoads(builder, parts, place, tile);
}

namespace {
/// Rows of the matrix of scales of blocks, those of a batch one below the
/// other.
struct BlockRows {
  /// Where those of the tile's matrix begin; null where that is at 0.
  Value first;
  Value end;
};
} // namespace

/// Where the `count` rows of scales of the tile's matrix lie.
static BlockRows locateBlockRows(ImplicitLocOpBuilder &builder,
                                 const KernelParts &parts, ForEachTileOp tile,
                                 Value count) {
  if (!parts.spec.problem.rhs.isBatch())
    return {Value(), count};
  TilePlace place = locateTile(builder, parts, tile);
  Value first = arith::MulIOp::create(builder, place.batch, count);
  return {first, arith::AddIOp::create(builder, first, count)};
}

/// The scales of a row of blocks that the tile at `place` needs: those of its
/// group of K; all where there are no groups.
struct ScaleWindow {
  Value first, count;
};

static ScaleWindow locateWindow(ImplicitLocOpBuilder &builder,
                                const KernelParts &parts, ForEachTileOp tile) {
  if (!parts.spec.problem.hasKGroups())
    return {};
  TilePlace place = locateTile(builder, parts, tile);
  Value scaleK = constantI32(builder, parts.spec.problem.rhs.getScaleK());
  return {arith::DivUIOp::create(builder, place.firstK, scaleK),
          arith::CeilDivUIOp::create(builder, place.extentK, scaleK)};
}

/// `position`, of rows that lie after `before` others, each of `length`.
static Value skipRows(ImplicitLocOpBuilder &builder, Value position,
                      Value before, Value length) {
  if (!before)
    return position;
  if (length)
    before = arith::MulIOp::create(builder, before, length);
  return arith::AddIOp::create(builder, before, position);
}

void mlir::lowp_gpu::buildScaleCopies(ImplicitLocOpBuilder &builder,
                                      const KernelParts &parts) {
  const GemmOperand &rhs = parts.spec.problem.rhs;
  Value blockRows =
      constantI32(builder, rhs.type.getRecipe().getBlockShape().rows);
  Value rows = arith::CeilDivUIOp::create(
      builder, parts.getSize(builder, KernelArgument::N), blockRows);
  Value length = arith::CeilDivUIOp::create(
      builder, parts.getSize(builder, KernelArgument::K),
      constantI32(builder, rhs.getScaleK()));
  auto tile = ForEachTileOp::create(builder, parts.tiles);
  builder.setInsertionPointToStart(&tile.getBody().front());
  Value stage = AcquireOp::create(builder, parts.scales);
  int64_t block = rhs.type.getRecipe().getBlockShape().rows;
  int64_t group = parts.spec.getScaleGroupColumns();
  Value scales = parts.getArgument(KernelArgument::RhsScales);
  BlockRows own = locateBlockRows(builder, parts, tile, rows);
  auto [first, count] = locateWindow(builder, parts, tile);
  if (group == block) {
    Value row = arith::DivUIOp::create(builder, tile.getColumn(), blockRows);
    row = skipRows(builder, row, own.first, /*length=*/Value());
    CopyRowsOp::create(builder, scales, row, own.end, length, first, count,
                       stage, field::kRhsScales, IntegerAttr(), IntegerAttr());
  } else {
    Value column = skipRows(builder, tile.getColumn(), own.first, blockRows);
    CopyRowsOp::create(builder, scales, column, own.end, length, first, count,
                       stage, field::kRhsScales,
                       builder.getI64IntegerAttr(group),
                       builder.getI64IntegerAttr(block));
  }
  CommitOp::create(builder, stage);
}
