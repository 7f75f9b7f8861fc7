//===- ZeroTail.cpp - Zeros after the end of a group of K -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPatterns.h"
#include "Staging.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Threads that share the zeros, and the index of this one among them.
struct Clearers {
  int64_t count;
  Value thread;
};

} // namespace

static int64_t countWarpgroups(const KernelFrame &frame,
                               FragmentLayout layout) {
  return frame.config.getTile()[0] / layout.getGroupRows() *
         frame.choices.warpgroupsN;
}

static Value createZeros(DeviceBuilder &builder) {
  auto vector = VectorType::get({kPieceBytes / 4}, builder.getI32Type());
  return LLVM::ZeroOp::create(builder, vector);
}

/// Zeros in all panels of `tile`, whose rows are those of K, from row `end`
/// on: swizzles stay within a row.
static void clearRows(DeviceBuilder &builder, const Clearers &clearers,
                      TileType tile, Value address, Value end) {
  Value zero = createZeros(builder);
  int64_t panelBytes = tile.getK() * tile.getSwizzle();
  Value first = builder.add(builder.multiply(end, tile.getSwizzle()),
                            builder.multiply(clearers.thread, kPieceBytes));
  auto loop =
      scf::ForOp::create(builder, first, builder.constant(panelBytes),
                         builder.constant(clearers.count * kPieceBytes));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value place = builder.add(address, loop.getInductionVar());
  for (int64_t panel = 0; panel < tile.getShape()[0]; ++panel)
    builder.storeShared(zero, builder.add(place, panel * panelBytes),
                        kPieceBytes);
}

/// Zeros in all rows of `tile`, in the pieces of K that begin at element `end`
/// or after it. Each thread takes rows of its own, so that those of a warp lie
/// in all banks.
static void clearPieces(DeviceBuilder &builder, const Clearers &clearers,
                        TileType tile, Value address, Value end) {
  Value zero = createZeros(builder);
  int64_t inPiece =
      kPieceBytes * 8 / tile.getElementType().getIntOrFloatBitWidth();
  Value first =
      builder.shiftRight(builder.add(end, inPiece - 1), llvm::Log2_64(inPiece));
  auto rows = scf::ForOp::create(builder, clearers.thread,
                                 builder.constant(tile.getRows()),
                                 builder.constant(clearers.count));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rows.getBody());
  Value row = rows.getInductionVar();
  auto pieces = scf::ForOp::create(
      builder, first, builder.constant(tile.getSwizzle() / kPieceBytes),
      builder.constant(1));
  builder.setInsertionPointToStart(pieces.getBody());
  Value byte = builder.multiply(pieces.getInductionVar(), kPieceBytes);
  builder.storeShared(
      zero, builder.add(address, locateStaged(builder, tile, row, byte)),
      kPieceBytes);
}

/// A barrier of all warps that multiply; the first ones are those of the CTA
/// and of each warpgroup.
static void syncRole(DeviceBuilder &builder, int64_t warpgroups) {
  NVVM::BarrierOp::create(builder, Type(), builder.constant(warpgroups + 1),
                          builder.constant(warpgroups * lowp::kWarpgroupSize),
                          NVVM::BarrierReductionAttr(), Value());
}

/// The warpgroups that multiply share the zeros, or the warp.
static void lowerZeroTail(LoweringBuilder &builder, ZeroTailOp op,
                          ZeroTailOp::Adaptor adaptor, FragmentLayout layout) {
  const KernelFrame &frame = builder.frame;
  int64_t k = cast<TileType>(op.getTiles().front().getType()).getK();
  Value isShort = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                        adaptor.getEnd(), builder.constant(k));
  lowp::enterIf(builder, isShort);
  Value end =
      arith::MaxSIOp::create(builder, adaptor.getEnd(), builder.constant(0));
  int64_t warpgroups = countWarpgroups(frame, layout);
  Clearers clearers{lowp::kWarpSize, frame.lane};
  if (!op.getByWarp())
    clearers = {warpgroups * lowp::kWarpgroupSize,
                builder.add(builder.shiftLeft(frame.warp, 5), frame.lane)};
  for (auto [type, address] :
       llvm::zip_equal(op.getTiles().getTypes(), adaptor.getTiles())) {
    auto tile = cast<TileType>(type);
    (tile.isMNMajor() ? clearRows : clearPieces)(builder, clearers, tile,
                                                 address, end);
  }
  // Lanes that wrote less wait for the others of their warp.
  if (!op.getByWarp())
    builder.syncWarp();
  // The tensor core reads shared memory as copies do.
  builder.fenceSharedForCopies();
  if (op.getByWarp())
    builder.syncWarp();
  else
    syncRole(builder, warpgroups);
}

void mlir::lowp_gpu::populateZeroTailPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerZeroTail, layout);
}
