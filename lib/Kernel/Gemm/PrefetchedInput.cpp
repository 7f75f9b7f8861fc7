//===- PrefetchedInput.cpp - A matrix that comes with the operands --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefetchedInput.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Which input
//===----------------------------------------------------------------------===//

static int64_t getElementBytes(MemRefType type) {
  return storedBytes(1, type.getElementTypeBitWidth());
}

/// Whether the input has all rows and columns of a matrix of the output,
/// columns being neighbours.
static bool isMatrix(AffineMap map) {
  unsigned dims = map.getNumDims();
  return map.isProjectedPermutation() && map.getNumResults() >= 2 &&
         map.isFunctionOfDim(dims - 2) &&
         map.getDimPosition(map.getNumResults() - 1) == dims - 1;
}

/// Whether rows begin where TMA can address them. Host code checks that
/// matrices do.
static bool hasAlignedRows(MemRefType type) {
  constexpr int64_t kAlignment = 16;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || offset != 0 ||
      strides.back() != 1)
    return false;
  return llvm::all_of(ArrayRef(strides).drop_back(), [&](int64_t stride) {
    return !ShapedType::isDynamic(stride) &&
           stride * getElementBytes(type) % kAlignment == 0;
  });
}

/// Bytes of a row of a panel: the most that divide what a warpgroup stores.
static int64_t getPanelRowBytes(const GemmKernelSpec &spec, MemRefType type) {
  int64_t rowBytes = 128,
          all = spec.getGroupStoredColumns() * getElementBytes(type);
  while (all % rowBytes != 0)
    rowBytes /= 2;
  return rowBytes;
}

static PrefetchedInput dividePanels(const GemmKernelSpec &spec,
                                    unsigned index) {
  MemRefType type = spec.epilogue.inputs[index];
  MLIRContext *context = type.getContext();
  int64_t rowBytes = getPanelRowBytes(spec, type);
  int64_t columns = rowBytes / getElementBytes(type);
  auto panel = TileType::get(context, {spec.getTileM(), columns},
                             type.getElementType(), rowBytes);
  int64_t stored = spec.getNumNSubtiles() * spec.getStoredColumns();
  int64_t room = getStageLayout(getOperandStage(context, spec)).bytes;
  return {index, panel, stored / columns, room / panel.getBytes()};
}

/// Whether sums leave threads registers for the places of panels: those of two
/// N subtiles and a partial sum do not where rows of M tiles vary, too.
static bool hasRegisters(const GemmKernelSpec &spec) {
  return !spec.isPromoted() || spec.getNumNSubtiles() == 1 ||
         !spec.hasDynamicTileM();
}

std::optional<PrefetchedInput>
mlir::lowp_gpu::findPrefetchedInput(const GemmKernelSpec &spec) {
  // It comes through the ring of operands, which one role drains.
  if (!hasRegisters(spec) || spec.hasTensorSums())
    return std::nullopt;
  for (auto [index, type] : llvm::enumerate(spec.epilogue.inputs)) {
    if (!isMatrix(spec.epilogue.maps[index]) || !hasAlignedRows(type))
      continue;
    PrefetchedInput input = dividePanels(spec, index);
    if (input.countStages() < spec.config.getStages())
      return input;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

StageType PrefetchedInput::getStage(int64_t number) const {
  int64_t first = number * panelsPerStage;
  int64_t count = std::min(panelsPerStage, panels - first);
  MLIRContext *context = panel.getContext();
  SmallVector<StringAttr> names;
  for (int64_t field = 0; field < count; ++field)
    names.push_back(StringAttr::get(context, "c" + std::to_string(field)));
  return StageType::get(context, names, SmallVector<TileType>(count, panel));
}

TensorMapType mlir::lowp_gpu::getInputMap(const GemmKernelSpec &spec,
                                          const PrefetchedInput &input) {
  AffineMap map = spec.epilogue.maps[input.index];
  ArrayRef<int64_t> panel = input.panel.getShape();
  int64_t rows = spec.hasDynamicTileM() ? spec.atom->getRows() : panel[0];
  SmallVector<int64_t> box(map.getNumResults(), 1);
  box[*map.getResultPosition(
      getAffineDimExpr(map.getNumDims() - 2, map.getContext()))] = rows;
  box.back() = panel[1];
  return TensorMapType::get(map.getContext(), box, input.panel.getElementType(),
                            input.panel.getSwizzle());
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

namespace {
/// Copies the panels of one tile.
class InputLoads {
public:
  InputLoads(ImplicitLocOpBuilder &builder, const KernelParts &parts,
             const PrefetchedInput &input, const TilePlace &place,
             ForEachTileOp tile)
      : builder(builder), parts(parts), input(input), place(place),
        column(buildStoredColumn(builder, parts, tile)) {}

  /// Asks the cache for all panels.
  void prefetch();
  void buildStage(int64_t number);

private:
  SmallVector<Value> locatePanel(int64_t number, Value row);
  Value getMap() const {
    return parts.getArgument(KernelArgument::EpilogueInput, input.index);
  }

  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  const PrefetchedInput &input;
  const TilePlace &place;
  /// The first column that this CTA stores.
  Value column;
};
} // namespace

/// Returns where panel `number` of the tile begins in the input, from `row` on.
/// Panels of warpgroups along N need not be neighbours.
SmallVector<Value> InputLoads::locatePanel(int64_t number, Value row) {
  const GemmKernelSpec &spec = parts.spec;
  int64_t perGroup = input.panels / spec.getChoices().warpgroupsN;
  int64_t first = number / perGroup * spec.getGroupColumns() +
                  number % perGroup * input.panel.getShape()[1];
  Value begin = column;
  if (first)
    begin = arith::AddIOp::create(builder, column, constantI32(builder, first));
  AffineMap map = spec.epilogue.maps[input.index];
  SmallVector<Value> dims{row, begin};
  if (place.batch)
    dims.insert(dims.begin(), place.batch);
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return dims[cast<AffineDimExpr>(expr).getPosition()];
  });
}

void InputLoads::prefetch() {
  Value tileM = parts.getTileM();
  int64_t boxes = tileM ? parts.spec.getMTiles() : 1;
  Value row = place.row;
  for (int64_t box = 0; box < boxes; ++box) {
    if (box)
      row = arith::AddIOp::create(builder, row, tileM);
    for (int64_t number = 0; number < input.panels; ++number)
      PrefetchOp::create(builder, getMap(), locatePanel(number, row));
  }
}

void InputLoads::buildStage(int64_t number) {
  StageType type = input.getStage(number);
  Value stage = AcquireOp::create(builder, type, parts.operands);
  int64_t panel = number * input.panelsPerStage;
  for (StringAttr name : type.getNames())
    LoadOp::create(builder, getMap(), locatePanel(panel++, place.row), stage,
                   name, parts.getTileM(), /*multicast=*/false);
  CommitOp::create(builder, stage);
}

void mlir::lowp_gpu::buildInputPrefetch(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        const TilePlace &place,
                                        ForEachTileOp tile) {
  if (std::optional<PrefetchedInput> input = findPrefetchedInput(parts.spec))
    InputLoads(builder, parts, *input, place, tile).prefetch();
}

void mlir::lowp_gpu::buildInputLoads(ImplicitLocOpBuilder &builder,
                                     const KernelParts &parts,
                                     const TilePlace &place,
                                     ForEachTileOp tile) {
  std::optional<PrefetchedInput> input = findPrefetchedInput(parts.spec);
  if (!input)
    return;
  InputLoads loads(builder, parts, *input, place, tile);
  for (int64_t number = 0; number < input->countStages(); ++number)
    loads.buildStage(number);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::lowp_gpu::waitForInput(ImplicitLocOpBuilder &builder,
                                                const KernelParts &parts) {
  SmallVector<Value> stages;
  if (std::optional<PrefetchedInput> input = findPrefetchedInput(parts.spec))
    for (int64_t number = 0; number < input->countStages(); ++number)
      stages.push_back(
          WaitOp::create(builder, input->getStage(number), parts.operands));
  return stages;
}

SmallVector<Value> mlir::lowp_gpu::viewPanels(ImplicitLocOpBuilder &builder,
                                              ValueRange stages) {
  SmallVector<Value> panels;
  for (Value stage : stages)
    for (StringAttr name : cast<StageType>(stage.getType()).getNames())
      panels.push_back(viewField(builder, stage, name));
  return panels;
}
