//===- MmaSync.cpp - Tile products by mma.sync ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSyncPatterns.h"
#include "OperandLoads.h"
#include "ScaleWords.h"
#include "UnitScales.h"
#include "WarpProduct.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/KeptScales.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The instruction for the tiles and scales of `op`, or nothing.
static std::optional<WarpProduct> findProduct(MmaOp op) {
  Type lhs = op.getLhs().getType().getElementType();
  Type rhs = op.getRhs().getType().getElementType();
  if (op.getScales().empty()) {
    std::optional<WarpProduct> product;
    if (prefersUnitScales(op))
      product = WarpProduct::getUnitScaled(lhs, rhs);
    return product ? product : WarpProduct::get(lhs, rhs);
  }
  auto scales = cast<TileType>(op.getScales().front().getType());
  int64_t ofRow = scales.getBytes() / op.getLhs().getType().getRows();
  return WarpProduct::getScaled(lhs, rhs, scales.getElementType(),
                                op.getLhs().getType().getK() / ofRow);
}

/// Whether lanes read the tile as it lies: elements of 16 bits may be MN-major,
/// those of 4 bits beside others have half of a row.
static bool isOperand(TileType tile) {
  int64_t rowBytes = sharesBytes(tile) ? kRowBytes / 2 : kRowBytes;
  return tile.getSwizzle() == rowBytes &&
         (!tile.isMNMajor() ||
          isa<BFloat16Type, Float16Type>(tile.getElementType()));
}

namespace {
/// Which of the scales in shared memory a product takes.
struct ScaleParts {
  /// Where those of the lhs begin in two rows of atoms; null where they begin
  /// with an atom.
  Value rowOffset;
  KeptBits lhs, rhs;
};

/// The product of one warp: 16 rows of the lhs with its warpgroup's columns.
class TileProduct {
public:
  TileProduct(DeviceBuilder &builder, const KernelFrame &frame, MmaOp op,
              MmaOp::Adaptor adaptor, const ScaleParts &parts,
              const WarpProduct &product);
  /// The registers of all sums.
  SmallVector<Value> emit();

private:
  void multiply(int64_t k);
  ScaleOperands loadScales(int64_t chunk, int64_t k);

  DeviceBuilder &builder;
  MmaOp op;
  const WarpProduct &product;
  std::unique_ptr<OperandLoads> lhs, rhs;
  std::optional<ScaleWords> lhsScales, rhsScales;
  /// The words of scales of the atom along K that was read last: of this
  /// warp's rows, and of each chunk of columns.
  SmallVector<Value> words;
  int64_t wordsOf = -1;
  SmallVector<Value> sums;
  /// A word of scales of one, where the tiles have none but the instruction
  /// takes some.
  Value unitScales;
};
} // namespace

/// The first row of the lhs that this warp multiplies.
static Value getFirstRow(DeviceBuilder &builder, const KernelFrame &frame) {
  Value group =
      MmaFragment::kLayout.groupRow(builder, frame, /*tileM=*/Value());
  return builder.add(group, builder.shiftLeft(frame.warpInGroup, 4));
}

static Value getFirstColumn(DeviceBuilder &builder, const KernelFrame &frame,
                            MmaOp op) {
  return MmaFragment::kLayout.groupColumn(builder, frame,
                                          op.getType().getGroupColumns());
}

TileProduct::TileProduct(DeviceBuilder &builder, const KernelFrame &frame,
                         MmaOp op, MmaOp::Adaptor adaptor,
                         const ScaleParts &parts, const WarpProduct &product)
    : builder(builder), op(op), product(product),
      lhs(OperandLoads::get(builder, op.getLhs().getType(), adaptor.getLhs(),
                            getFirstRow(builder, frame), frame.lane,
                            /*isLhs=*/true)),
      rhs(OperandLoads::get(builder, op.getRhs().getType(), adaptor.getRhs(),
                            getFirstColumn(builder, frame, op), frame.lane,
                            /*isLhs=*/false)),
      sums(builder.unpack(adaptor.getAccumulator())) {
  if (op.getOverwrite()) {
    Value zero = LLVM::ConstantOp::create(builder, builder.getF32Type(),
                                          builder.getF32FloatAttr(0.0f));
    sums.assign(sums.size(), zero);
  }
  if (adaptor.getScales().empty()) {
    constexpr int64_t kOnes = 0x7F7F7F7F;
    if (product.countScales())
      unitScales = builder.constant(kOnes);
    return;
  }
  Value row = getFirstRow(builder, frame), atoms = adaptor.getScales()[0];
  if (parts.rowOffset)
    lhsScales.emplace(ScaleWords::forRowsOfTwo(
        builder, atoms, cast<TileType>(op.getScales()[0].getType()).getBytes(),
        builder.add(row, parts.rowOffset), frame.lane));
  else
    lhsScales.emplace(ScaleWords::forRows(builder, atoms, row, frame.lane));
  rhsScales.emplace(
      ScaleWords::forColumns(builder, adaptor.getScales()[1], frame.lane));
  lhsScales->keep(parts.lhs);
  rhsScales->keep(parts.rhs);
}

/// The scales of this warp's rows and of `chunk` for the 32 bytes with index
/// `k`.
ScaleOperands TileProduct::loadScales(int64_t chunk, int64_t k) {
  constexpr int64_t kPerWord = 4;
  int64_t first = k * product.countScales();
  int64_t atom = first / kPerWord;
  int64_t chunks = op.getType().getGroupColumns() / MmaFragment::kChunkColumns;
  if (atom != wordsOf) {
    words = {lhsScales->load(/*chunk=*/0, atom)};
    for (int64_t column = 0; column < chunks; ++column)
      words.push_back(rhsScales->load(column, atom));
    wordsOf = atom;
  }
  return {words.front(), words[1 + chunk], first % kPerWord};
}

/// Adds the products of the 32 bytes of K with index `k`.
void TileProduct::multiply(int64_t k) {
  constexpr int64_t kSums = MmaFragment::kRegistersPerChunk;
  constexpr int64_t kChunksPerLoad = kLoadRows / MmaFragment::kChunkColumns;
  SmallVector<Value> rows = lhs->load(/*rows=*/0, k);
  int64_t chunks = op.getType().getGroupColumns() / MmaFragment::kChunkColumns;
  SmallVector<Value> columns;
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    int64_t inLoad = chunk % kChunksPerLoad;
    if (inLoad == 0)
      columns = rhs->load(chunk / kChunksPerLoad, k);
    std::optional<ScaleOperands> scales;
    if (lhsScales)
      scales = loadScales(chunk, k);
    else if (product.countScales())
      scales = {unitScales, unitScales, /*first=*/0};
    SmallVector<Value> added =
        product.emit(builder, rows, ArrayRef(columns).slice(2 * inLoad, 2),
                     ArrayRef(sums).slice(chunk * kSums, kSums),
                     scales ? &*scales : nullptr);
    llvm::copy(added, sums.begin() + chunk * kSums);
  }
}

SmallVector<Value> TileProduct::emit() {
  int64_t steps = kRowBytes / kBytesOfK / static_cast<int64_t>(op.getSlices());
  int64_t first = steps * static_cast<int64_t>(op.getSlice());
  for (int64_t k = first; k < first + steps; ++k)
    multiply(k);
  return sums;
}

static KeptBits findKeptBits(LoweringBuilder &builder, Value scales) {
  KeptBits bits;
  for (auto keep = scales.getDefiningOp<KeepScalesOp>(); keep;
       keep = keep.getSource().getDefiningOp<KeepScalesOp>())
    bits[keep.getAtom()] =
        buildKeptBits(builder, builder.remap(keep.getCount()));
  return bits;
}

static ScaleParts findParts(LoweringBuilder &builder, MmaOp op) {
  ScaleParts parts;
  if (op.getScales().empty())
    return parts;
  Value lhs = op.getScales().front();
  if (auto skip = lhs.getDefiningOp<SkipRowsOp>()) {
    parts.rowOffset = builder.remap(skip.getRows());
    lhs = skip.getSource();
  }
  parts.lhs = findKeptBits(builder, lhs);
  parts.rhs = findKeptBits(builder, op.getScales().back());
  return parts;
}

static LogicalResult verify(MmaOp op, bool hasProduct,
                            const KernelFrame &frame) {
  for (TileType tile : {op.getLhs().getType(), op.getRhs().getType()})
    if (!hasProduct || !isOperand(tile))
      return op.emitOpError("expected tiles that mma.sync multiplies, in "
                            "rows of ")
             << kRowBytes << " swizzled bytes, got " << tile
             << (op.getScales().empty() ? "" : " with such scales");
  int64_t columns = op.getType().getGroupColumns();
  if (columns % kLoadRows)
    return op.emitOpError("expected a multiple of ")
           << kLoadRows << " columns for each warpgroup, got " << columns;
  if (frame.dividesColumns() &&
      (op.getRhs().getType().isMNMajor() || !op.getScales().empty()))
    return op.emitOpError("expected a K-major rhs without scales where "
                          "warpgroups divide columns, got ")
           << op.getRhs().getType();
  if (kRowBytes / kBytesOfK % static_cast<int64_t>(op.getSlices()) == 0)
    return success();
  return op.emitOpError("expected slices of a multiple of ")
         << kBytesOfK << " bytes of K, got "
         << static_cast<int64_t>(op.getSlices()) << " of " << kRowBytes;
}

static Value lowerMma(LoweringBuilder &builder, MmaOp op,
                      MmaOp::Adaptor adaptor) {
  std::optional<WarpProduct> product = findProduct(op);
  if (failed(verify(op, product.has_value(), builder.frame)))
    return {};
  return builder.pack(TileProduct(builder, builder.frame, op, adaptor,
                                  findParts(builder, op), *product)
                          .emit());
}

void mlir::lowp_gpu::populateMmaSyncPatterns(const LLVMTypeConverter &converter,
                                             const KernelFrame &frame,
                                             RewritePatternSet &patterns) {
  // Sums are registers that the product has written when it returns, and the
  // product that takes scales of some rows knows from which row on.
  addLowerings(patterns, converter, frame, lowerMma, takeOperand<KeepScalesOp>,
               takeOperand<MmaWaitOp>, takeOperand<SkipRowsOp>);
}
