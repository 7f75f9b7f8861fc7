//===- GemmKernel.cpp - Builds the kernel level of one gemm ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefetchedInput.h"
#include "ScaleAtoms.h"
#include "lowp/Kernel/Gemm/TileKind.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// How many columns of sums in tensor memory a lane reads at a time: fewer
/// where it holds elements of inputs or of further outputs beside each, so that
/// registers are left.
static int64_t getMostReadColumns(const GemmKernelSpec &spec) {
  int64_t few = spec.atom->getPromotedColumns();
  if (spec.isPromoted())
    return few;
  // CTAs that split K exchange the sums of a tile at once, and store some.
  if (spec.config.getSplitK() > 1)
    return 2 * spec.atom->getReadColumns();
  constexpr int64_t kManyBits = 64;
  int64_t bits = 0;
  for (Type element : spec.problem.outputTypes)
    bits += element.getIntOrFloatBitWidth();
  if (bits > kManyBits)
    return few / 2;
  bool holdsMore =
      !spec.epilogue.inputs.empty() || spec.problem.outputTypes.size() > 1;
  return holdsMore ? few : spec.atom->getReadColumns();
}

int64_t GemmKernelSpec::getNSubtileColumns() const {
  if (hasTensorSums())
    return std::gcd(getTileN(), getMostReadColumns(*this));
  int64_t most =
      chip.target->getMaxPromotedColumns(getPromotionsPerStage() > 1);
  bool halve = isPromoted() && getTileN() / getChoices().warpgroupsN > most;
  return halve ? getTileN() / 2 : getTileN();
}

int64_t GemmKernelSpec::getStageK() const {
  int64_t bits = std::max(getTileBits(*atom, problem.lhs.getElementType()),
                          getTileBits(*atom, problem.rhs.getElementType()));
  return elementsIn(atom->getRowBytes(), bits);
}

int64_t GemmKernelSpec::getRowBytes(const GemmOperand &operand) const {
  if (operand.isMNMajor())
    return atom->getRowBytes();
  return bytesOfBits(getTileK() * getTileBits(*atom, operand.getElementType()));
}

int64_t GemmKernelSpec::getRowAlignment() const {
  constexpr int64_t kAlignedBytes = 16, kScaleBytes = 4;
  bool hasScalesOfRows = problem.lhs.granularity == ScaleGranularity::PerRow ||
                         problem.lhs.granularity == ScaleGranularity::Block1D;
  return hasScalesOfRows ? kAlignedBytes / kScaleBytes : 1;
}

int64_t GemmKernelSpec::getScaleGroupColumns() const {
  return std::gcd(promotesApart() ? getTileN() : getGroupColumns(),
                  problem.rhs.type.getRecipe().getBlockShape().rows);
}

int64_t GemmKernelSpec::getScalesPerStage(const GemmOperand &operand) const {
  return std::max<int64_t>(1, getTileK() / operand.getScaleK());
}
int64_t GemmKernelSpec::getStagesPerScale(const GemmOperand &operand) const {
  return std::max<int64_t>(1, operand.getScaleK() / getTileK());
}

int64_t GemmKernelSpec::getPromotionsPerStage() const {
  if (!problem.isBlockScaled() || takesScales())
    return 1;
  return std::max(getScalesPerStage(problem.lhs),
                  getScalesPerStage(problem.rhs));
}

Value mlir::lowp_gpu::viewField(ImplicitLocOpBuilder &builder, Value stage,
                                StringRef name) {
  TileType tile = cast<StageType>(stage.getType()).getField(name);
  return ViewOp::create(builder, tile, stage, name, /*row=*/0);
}

ProductOperands mlir::lowp_gpu::viewOperands(ImplicitLocOpBuilder &builder,
                                             const KernelParts &parts,
                                             Value stage) {
  ProductOperands operands{viewField(builder, stage, field::kLhs),
                           viewField(builder, stage, field::kRhs),
                           {}};
  if (parts.spec.takesScales())
    operands.scales = {viewField(builder, stage, field::kLhsScales),
                       viewField(builder, stage, field::kRhsScales)};
  return operands;
}

static int64_t getProblemSize(const GemmProblem &problem,
                              KernelArgument argument) {
  switch (argument) {
  case KernelArgument::M:
    // A batch counts the rows of all matrices.
    return problem.batch ? ShapedType::kDynamic : problem.m;
  case KernelArgument::N:
    return problem.n;
  case KernelArgument::K:
    return problem.k;
  default:
    return ShapedType::kDynamic;
  }
}

Value KernelParts::getSize(ImplicitLocOpBuilder &builder,
                           KernelArgument argument) const {
  // Where sums are added in place divisions are hidden anyway, and LLVM would
  // unroll the loop; with scales of all columns, or few rows, ptxas runs out
  // of registers.
  bool helps = spec.isPromoted() &&
               spec.problem.rhs.granularity == ScaleGranularity::Block2D &&
               spec.getMTiles() > 1 && spec.config.getSplitK() == 1;
  int64_t size = getProblemSize(spec.problem, argument);
  return helps && !ShapedType::isDynamic(size) ? constantI32(builder, size)
                                               : getArgument(argument);
}

bool mlir::lowp_gpu::hasGlobalScale(const GemmOperand &operand) {
  return operand.hasScales() && operand.type.hasGlobalScale();
}

Type mlir::lowp_gpu::getTileElement(Type stored) {
  return stored.isF32() ? FloatTF32Type::get(stored.getContext()) : stored;
}

SmallVector<int64_t> GemmKernelSpec::getStageShape(const GemmOperand &operand,
                                                   int64_t rows) const {
  if (!operand.isMNMajor())
    return {rows, getTileK()};
  int64_t panel = getPanelRows(operand);
  return {(rows + panel - 1) / panel, getTileK(), panel};
}

/// The tensor map by which an operand's share of a tile is loaded: rows of it,
/// or one of its panels.
static Type getOperandMap(const GemmKernelSpec &spec,
                          const GemmOperand &operand, int64_t rows) {
  if (operand.isMNMajor())
    rows = spec.getPanelRows(operand);
  SmallVector<int64_t> box;
  const GemmIndex *part = operand.partsOfK.begin();
  for (OperandDim dim : operand.dims) {
    bool isOne =
        dim == OperandDim::Batch ||
        (dim == OperandDim::K && operand.runOfK && (part++)->divisor != 1);
    box.push_back(isOne ? 1 : dim == OperandDim::Row ? rows : spec.getTileK());
  }
  Type element = getTileElement(operand.getElementType());
  return TensorMapType::get(element.getContext(), box, element,
                            spec.getRowBytes(operand), spec.isSpread(operand));
}

/// The dimensions of scales in atoms: rows of atoms, those of a batch one below
/// the other, atoms along K, and what is in an atom.
static SmallVector<ReassociationIndices> getAtomGroups(bool isBatch,
                                                       int64_t rank) {
  int64_t first = isBatch ? 1 : 0;
  auto inAtom = llvm::to_vector<2>(llvm::seq<int64_t>(first + 2, rank + first));
  if (isBatch)
    return {{0, 1}, {2}, inAtom};
  return {{0}, {1}, inAtom};
}

SmallVector<ReassociationIndices>
mlir::lowp_gpu::getScaleGroups(const GemmOperand &operand) {
  constexpr int64_t kMatrix = 2;
  if (operand.granularity == ScaleGranularity::Block1D)
    if (int64_t rank =
            operand.type.getScaleLayout().getStorageMap().getNumResults();
        rank > kMatrix)
      return getAtomGroups(operand.isBatch(), rank);
  switch (operand.granularity) {
  case ScaleGranularity::PerRow:
    if (operand.isBatch())
      return {{0}, {1, 2}};
    if (operand.hasScalesOfGroups())
      break;
    return {{0, 1}};
  case ScaleGranularity::PerTensor:
    if (operand.isBatch())
      return {{0, 1, 2}};
    if (operand.hasScalesOfGroups())
      return {{0, 1}};
    break;
  case ScaleGranularity::Block2D:
    if (operand.isBatch())
      return {{0, 1}, {2}};
    break;
  case ScaleGranularity::None:
  case ScaleGranularity::Block1D:
    break;
  }
  return {};
}

/// How an operand's scales reach the kernel.
static Type getScaleArgument(const GemmKernelSpec &spec,
                             const GemmOperand &operand, MemRefType buffer,
                             int64_t tileRows) {
  bool isPerMatrix = operand.isBatch() || operand.hasScalesOfGroups();
  SmallVector<int64_t> box(isPerMatrix ? 1 : 0, 1);
  if (spec.takesScales())
    return TensorMapType::get(buffer.getContext(), getAtomBox(spec, operand),
                              buffer.getElementType(), /*swizzle=*/0);
  switch (operand.granularity) {
  case ScaleGranularity::PerRow:
    box.push_back(tileRows);
    break;
  case ScaleGranularity::Block1D:
    box.append({spec.getScalesPerStage(operand), tileRows});
    break;
  case ScaleGranularity::None:
  case ScaleGranularity::PerTensor:
  case ScaleGranularity::Block2D:
    return buffer;
  }
  return TensorMapType::get(buffer.getContext(), box, buffer.getElementType(),
                            /*swizzle=*/0);
}

/// Bytes of a row of the subtiles of all outputs: the most that divide what a
/// warpgroup stores of each, so that outputs are staged in the same place.
static int64_t getStagedRowBytes(const GemmKernelSpec &spec) {
  int64_t rowBytes = 128;
  auto divides = [&](Type element) {
    return storedBytes(spec.getGroupStoredColumns(),
                       element.getIntOrFloatBitWidth()) %
               rowBytes ==
           0;
  };
  while (rowBytes > 32 && !llvm::all_of(spec.problem.outputTypes, divides))
    rowBytes /= 2;
  return rowBytes;
}

TileType mlir::lowp_gpu::getOutputSubtile(const GemmKernelSpec &spec,
                                          unsigned output) {
  Type element = spec.problem.outputTypes[output];
  int64_t rowBytes = getStagedRowBytes(spec);
  int64_t columns = elementsIn(rowBytes, element.getIntOrFloatBitWidth());
  return TileType::get(element.getContext(), {spec.atom->getRows(), columns},
                       element, rowBytes);
}

TensorMapType mlir::lowp_gpu::getOutputMap(const GemmKernelSpec &spec,
                                           unsigned output) {
  TileType subtile = getOutputSubtile(spec, output);
  SmallVector<int64_t> box(subtile.getShape());
  unsigned batches = spec.problem.outputBatches.size();
  box.insert(box.begin() + 1, batches - spec.problem.outputRowDim, 1);
  box.insert(box.begin(), spec.problem.outputRowDim, 1);
  return TensorMapType::get(subtile.getContext(), box, subtile.getElementType(),
                            subtile.getSwizzle());
}

int64_t mlir::lowp_gpu::countStoreSubtiles(const GemmKernelSpec &spec) {
  int64_t columns = spec.getNumNSubtiles() * spec.getGroupStoredColumns();
  int64_t most = 0;
  for (unsigned output = 0; output < spec.countOutputs(); ++output)
    most =
        std::max(most, columns / getOutputSubtile(spec, output).getShape()[1]);
  return most;
}

/// Counts the staged places of all sums that are read from tensor memory;
/// threads that store rows count no copies. As many places as divide the turns
/// of a tile, so that the next one begins with the first.
int64_t mlir::lowp_gpu::countStagedPlaces(const GemmKernelSpec &spec) {
  if (!spec.hasTensorSums() || spec.storesRows())
    return 1;
  int64_t turns = spec.getNumNSubtiles() * spec.countOutputs();
  int64_t perTurn = countStoreSubtiles(spec) / spec.getNumNSubtiles();
  int64_t places = std::max<int64_t>(
      1, std::min(spec.getChoices().epilogueStages / perTurn, turns));
  while (turns % places != 0)
    --places;
  return places;
}

int64_t mlir::lowp_gpu::countStagedBytes(const GemmKernelSpec &spec) {
  bool hasCopies = false;
  for (unsigned output = 0; output < spec.countOutputs(); ++output)
    hasCopies |= !spec.getStoredRows(output);
  int64_t places = (hasCopies ? 1 : 0) + (spec.storesRows() ? 1 : 0);
  return places * spec.getChoices().epilogueStages *
         getOutputSubtile(spec, /*output=*/0).getBytes();
}

/// Adds the outputs, as they reach the kernel.
static void describeOutputs(const GemmKernelSpec &spec,
                            SmallVectorImpl<KernelArgumentInfo> &arguments) {
  for (unsigned output = 0; output < spec.countOutputs(); ++output) {
    Type type = spec.getStoredRows(output);
    if (!type)
      type = getOutputMap(spec, output);
    arguments.push_back({KernelArgument::Output, "D", type, output});
    if (spec.endsInRows(output))
      arguments.push_back({KernelArgument::OutputRows, "D_rows",
                           spec.outputBuffers[output], output});
  }
}

/// The scales of whole matrices, one for each of a batch.
static Type getGlobalScaleArgument(const GemmOperand &operand) {
  auto type = cast<RankedTensorType>(operand.type.getGlobalScaleType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Adds the operands' scales, where there are any.
static void describeScales(const GemmKernelSpec &spec,
                           SmallVectorImpl<KernelArgumentInfo> &arguments) {
  const GemmOperand &lhs = spec.problem.lhs, &rhs = spec.problem.rhs;
  if (!lhs.hasScales())
    return;
  int64_t columns = rhs.granularity == ScaleGranularity::PerRow
                        ? spec.getScaleColumns()
                        : spec.getTileN();
  arguments.push_back(
      {KernelArgument::LhsScales, "SA",
       getScaleArgument(spec, lhs, spec.lhsScales, spec.getLoadedRowScales())});
  arguments.push_back({KernelArgument::RhsScales, "SB",
                       getScaleArgument(spec, rhs, spec.rhsScales, columns)});
  auto addGlobal = [&](const GemmOperand &operand, KernelArgument argument,
                       StringLiteral name) {
    if (hasGlobalScale(operand))
      arguments.push_back({argument, name, getGlobalScaleArgument(operand)});
  };
  addGlobal(lhs, KernelArgument::LhsGlobalScale, "GA");
  addGlobal(rhs, KernelArgument::RhsGlobalScale, "GB");
}

/// Adds what the epilogue reads, as it reaches the kernel.
static void describeInputs(const GemmKernelSpec &spec,
                           SmallVectorImpl<KernelArgumentInfo> &arguments) {
  std::optional<PrefetchedInput> prefetched = findPrefetchedInput(spec);
  for (auto [index, input] : llvm::enumerate(spec.epilogue.inputs)) {
    Type type = input;
    if (prefetched && prefetched->index == index)
      type = getInputMap(spec, *prefetched);
    arguments.push_back({KernelArgument::EpilogueInput, "C", type,
                         static_cast<unsigned>(index)});
  }
}

SmallVector<KernelArgumentInfo>
mlir::lowp_gpu::describeKernelArguments(const GemmKernelSpec &spec,
                                        MLIRContext *context) {
  const GemmProblem &problem = spec.problem;
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  Type i32 = IntegerType::get(context, 32);
  int64_t lhsShares = spec.hasDynamicTileM() ? spec.getMTiles() : cluster[1];
  SmallVector<KernelArgumentInfo> arguments{
      {KernelArgument::Lhs, "A",
       getOperandMap(spec, problem.lhs, spec.getTileM() / lhsShares)},
      {KernelArgument::Rhs, "B",
       getOperandMap(spec, problem.rhs,
                     spec.getTileN() / spec.getRhsShares())}};
  describeOutputs(spec, arguments);
  describeScales(spec, arguments);
  arguments.push_back({KernelArgument::M, "M", i32});
  arguments.push_back({KernelArgument::N, "N", i32});
  arguments.push_back({KernelArgument::K, "K", i32});
  if (spec.hasDynamicTileM())
    arguments.push_back({KernelArgument::TileM, "tile_m", i32});
  getTileKind(problem).describeArguments(spec, context, arguments);
  describeInputs(spec, arguments);
  return arguments;
}

Value KernelParts::getArgument(KernelArgument argument, unsigned index) const {
  const auto *found = llvm::find_if(arguments, [&](const auto &info) {
    return info.argument == argument && info.index == index;
  });
  assert(found != arguments.end() && "the kernel has no such argument");
  return const_cast<KernelOp &>(kernel).getBody().getArgument(
      found - arguments.begin());
}

TilePlace mlir::lowp_gpu::locateTile(ImplicitLocOpBuilder &builder,
                                     const KernelParts &parts,
                                     ForEachTileOp tile) {
  return getTileKind(parts.spec.problem).locate(builder, parts, tile);
}

KernelOp mlir::lowp_gpu::buildGemmKernel(OpBuilder &builder, Location loc,
                                         StringRef name,
                                         const GemmKernelSpec &spec) {
  auto arguments = describeKernelArguments(spec, builder.getContext());
  auto types = llvm::map_to_vector(
      arguments, [](const KernelArgumentInfo &info) { return info.type; });
  auto kernel = KernelOp::create(builder, loc, name, types,
                                 spec.chip.facts->name, spec.config);
  for (auto [argument, info] :
       llvm::zip_equal(kernel.getBody().getArguments(), arguments))
    argument.setLoc(
        NameLoc::get(builder.getStringAttr(info.name), argument.getLoc()));
  ImplicitLocOpBuilder body(loc, builder);
  body.setInsertionPoint(kernel.getBody().front().getTerminator());
  KernelParts parts{spec, kernel, arguments, {}, {}, {}, {}, {}, {}, {}, {}};
  buildPipelines(body, parts);
  parts.exchange = buildExchange(body, parts);
  buildRoles(body, parts);
  return kernel;
}
