//===- TensorProductPatterns.cpp - Products into tensor memory ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAGroup.h"
#include "MatrixDescriptor.h"
#include "Tcgen05Patterns.h"
#include "TensorProduct.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Kernel/Targets/Common/LoweredPipeline.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/PairAddress.h"
#include "lowp/Kernel/Targets/Common/ScaleAtom.h"
#include "lowp/Kernel/Targets/Common/TensorAddress.h"
#include "lowp/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The instruction for the tiles and scales of `op`, or nothing.
static std::optional<TensorProduct> findProduct(MmaIntoOp op) {
  TileType lhsTile = op.getLhs().getType();
  Type lhs = lhsTile.getElementType();
  Type rhs = op.getRhs().getType().getElementType();
  if (op.getScales().empty())
    return TensorProduct::get(lhs, rhs);
  auto scales = cast<TileType>(op.getScales().front().getType());
  int64_t ofRow = scales.getBytes() / lhsTile.getRows();
  return TensorProduct::getScaled(lhs, rhs, scales.getElementType(),
                                  lhsTile.getK() / ofRow);
}

/// Products of 32 bytes of K that a whole tile takes.
static constexpr int64_t kProducts = kRowBytes / kBytesOfK;

static bool isOperand(TileType tile, const TensorProduct &product) {
  unsigned bits = tile.getElementType().getIntOrFloatBitWidth();
  bool isSpread = product.readsSpread() && bits < lowp::kBitsPerByte;
  // Two rows of FP4 would share a byte, and words of tf32 lie otherwise.
  bool isInEitherOrder = bits == 8 || bits == 16;
  return tile.getSwizzle() == kRowBytes && tile.getSpread() == isSpread &&
         (!tile.isMNMajor() || isInEitherOrder);
}

/// Atoms of `scales`: one below the other, and along K.
static int64_t countAtomRows(TileType scales) {
  return scales.getShape().size() > 2 ? scales.getShape().front() : 1;
}
static int64_t countAtomsOfK(TileType scales) {
  return scales.getBytes() / ScaleAtom::kBytes / countAtomRows(scales);
}

namespace {
/// Emits one product of tiles, by the lane that issues it.
class ProductEmitter {
public:
  ProductEmitter(DeviceBuilder &builder, const KernelFrame &frame, MmaIntoOp op,
                 MmaIntoOp::Adaptor adaptor, const TensorProduct &product)
      : builder(builder), frame(frame), op(op), adaptor(adaptor),
        product(product) {}
  void emit();

private:
  void copyScales();
  void copyAtoms(TileType scales, Value address, Value column);
  void multiply(int64_t k);
  /// Products of 32 bytes of K each, and the index of the first one.
  int64_t countProducts() {
    return kProducts / static_cast<int64_t>(op.getSlices());
  }
  int64_t getFirst() {
    return static_cast<int64_t>(op.getSlice()) * countProducts();
  }
  /// Columns of the scale of index `first` of a row, of lhs or rhs.
  Value getScaleColumns(int64_t side, int64_t first);

  DeviceBuilder &builder;
  const KernelFrame &frame;
  MmaIntoOp op;
  MmaIntoOp::Adaptor adaptor;
  const TensorProduct &product;
  /// The first columns of scales, of lhs and rhs.
  SmallVector<Value, 2> scaleColumns;
};
} // namespace

/// Copies the scales of the lhs, after them those of the rhs, an atom to a
/// word of each lane's column.
void ProductEmitter::copyScales() {
  Value column =
      builder.add(loadTensorAddress(builder, frame), *op.getScaleColumn());
  if (adaptor.getScaleSet())
    column = builder.add(column, builder.multiply(adaptor.getScaleSet(),
                                                  op.countScaleColumns()));
  for (auto [scales, address] :
       llvm::zip(op.getScales(), adaptor.getScales())) {
    scaleColumns.push_back(column);
    auto tile = cast<TileType>(scales.getType());
    copyAtoms(tile, address, column);
    int64_t atoms = tile.getBytes() / ScaleAtom::kBytes;
    column = builder.add(column, atoms * ScaleAtom::kColumns);
  }
  if (adaptor.getFirstRow())
    scaleColumns.back() = builder.add(
        scaleColumns.back(),
        builder.shiftRight(adaptor.getFirstRow(),
                           llvm::Log2_64(ScaleAtom::kRowsPerColumn)));
}

/// Copies atoms to columns from `column` on: those of the same scales along K
/// lie side by side, as a product reads all rows.
void ProductEmitter::copyAtoms(TileType scales, Value address, Value column) {
  int64_t rows = countAtomRows(scales), ofK = countAtomsOfK(scales);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t k = 0; k < ofK; ++k) {
      Value source = builder.add(address, (row * ofK + k) * ScaleAtom::kBytes);
      Value target =
          builder.add(column, (k * rows + row) * ScaleAtom::kColumns);
      builder.assembly("tcgen05.cp" + getGroup(frame) +
                           ".32x128b.warpx4 [$0], $1;",
                       "r,l", {target, describeScales(builder, source)});
    }
}

Value ProductEmitter::getScaleColumns(int64_t side, int64_t first) {
  int64_t rows = countAtomRows(cast<TileType>(op.getScales()[side].getType()));
  return builder.add(scaleColumns[side], first / ScaleAtom::kWordBytes * rows *
                                             ScaleAtom::kColumns);
}

/// Multiplies the 32 bytes of K at index `k`; the first ones of the slice may
/// replace sums.
void ProductEmitter::multiply(int64_t k) {
  int64_t first = k * product.countScales();
  uint32_t form =
      product.describe(op.getLhs().getType(), op.getRhs().getType(),
                       countCTAs(frame), first % ScaleAtom::kWordBytes);
  Value accumulates = builder.constant(1);
  if (k == getFirst())
    accumulates = LLVM::ZExtOp::create(builder, builder.getI32Type(),
                                       adaptor.getAccumulate());
  SmallVector<Value> operands = {
      adaptor.getSums(),
      describeOperand(builder, op.getLhs().getType(), adaptor.getLhs(), k),
      describeOperand(builder, op.getRhs().getType(), adaptor.getRhs(), k),
      builder.constant(static_cast<int32_t>(form)), accumulates};
  std::string scales;
  if (product.countScales()) {
    operands.push_back(getScaleColumns(0, first));
    operands.push_back(getScaleColumns(1, first));
    scales = ", [$5], [$6]";
  }
  builder.assembly("{ .reg .pred p; setp.ne.b32 p, $4, 0; "
                   "tcgen05.mma" +
                       getGroup(frame) + "." + product.getKind().str() +
                       " [$0], $1, $2, $3" + scales + ", p; }",
                   scales.empty() ? "r,l,l,r,r" : "r,l,l,r,r,r,r", operands);
}

/// Reads of the sums that were there before are after the fence.
void ProductEmitter::emit() {
  builder.assembly("tcgen05.fence::after_thread_sync;", "", {});
  if (product.countScales())
    copyScales();
  for (int64_t k = getFirst(); k < getFirst() + countProducts(); ++k)
    multiply(k);
}

/// All of a kernel works for as many CTAs.
static LogicalResult verifyGroup(MmaIntoOp op, const KernelFrame &frame) {
  if (op.getPair() == frame.choices.pair)
    return success();
  return op.emitOpError("expected ")
         << (frame.choices.pair ? "a product of a pair of CTAs"
                                : "a product of one CTA")
         << ", as the config of the kernel says";
}

static LogicalResult verify(MmaIntoOp op,
                            const std::optional<TensorProduct> &product) {
  TileType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  for (TileType tile : {lhs, rhs})
    if (!product || !isOperand(tile, *product))
      return op.emitOpError("expected tiles that tcgen05.mma multiplies, in "
                            "rows of ")
             << kRowBytes << " swizzled bytes"
             << (product && product->readsSpread()
                     ? ", those of FP4 beside fp8 spread"
                     : "")
             << ", got " << tile
             << (op.getScales().empty() ? "" : " with such scales");
  constexpr int64_t kRows = 128, kColumns = 16;
  if (lhs.getRows() != kRows || rhs.getRows() % kColumns)
    return op.emitOpError("expected ")
           << kRows << " rows and a multiple of " << kColumns
           << " columns, got " << lhs << " and " << rhs;
  if (int64_t slices = op.getSlices(); kProducts % slices)
    return op.emitOpError("expected slices of K of a multiple of ")
           << kBytesOfK << " bytes, got " << slices << " of " << kRowBytes;
  if (op.getScales().empty())
    return success();
  if (!op.getScaleColumn())
    return op.emitOpError("expected a place in tensor memory for scales; run "
                          "lowp-gpu-plan-tensor-memory first");
  int64_t expected = countCutAtoms(op.countColumns(), ScaleAtom::kRows);
  auto count = [&](unsigned side) {
    return countAtomRows(cast<TileType>(op.getScales()[side].getType()));
  };
  if (count(0) == 1 && count(1) == expected)
    return success();
  return op.emitOpError("expected scales in atoms of ")
         << ScaleAtom::kRows << " rows, 1 of the lhs and " << expected
         << " of the rhs, got " << count(0) << " and " << count(1);
}

static LogicalResult lowerMmaInto(LoweringBuilder &builder, MmaIntoOp op,
                                  MmaIntoOp::Adaptor adaptor) {
  std::optional<TensorProduct> product = findProduct(op);
  if (failed(verify(op, product)) || failed(verifyGroup(op, builder.frame)))
    return failure();
  ProductEmitter(builder, builder.frame, op, adaptor, *product).emit();
  return success();
}

/// The mbarrier counts one arrival when all products of the lane are done; of a
/// pair, that of each CTA.
static LogicalResult arriveByProducts(LoweringBuilder &builder,
                                      BarrierArriveOp op,
                                      BarrierArriveOp::Adaptor adaptor) {
  if (!op.getByProducts())
    return failure();
  LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
  Value barrier = pipeline.barrier(builder, op.getKind(), adaptor.getIndex());
  std::string commit = "tcgen05.commit" + getGroup(builder.frame) +
                       ".mbarrier::arrive::one.shared::cluster";
  if (op.getPlace() == ArrivalPlace::Pair)
    builder.assembly(commit + ".multicast::cluster.b64 [$0], $1;", "r,h",
                     {barrier, getPairMask(builder, builder.frame)});
  else
    builder.assembly(commit + ".b64 [$0];", "r", barrier);
  return success();
}

void mlir::lowp_gpu::populateTensorProductPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, arriveByProducts, lowerMmaInto);
}
