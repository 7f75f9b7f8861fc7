//===- ZeroTail.cpp - Zeros after the end of a group of K -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentPattern.h"
#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/KGroupOps.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// The warpgroups that multiply share the zeros. What lies from an element of K
/// on is, in each panel, all bytes from its row on: swizzles stay within a row.
struct ZeroTailLowering : public FragmentPattern<ZeroTailOp> {
  using FragmentPattern::FragmentPattern;
  LogicalResult
  matchAndRewrite(ZeroTailOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    int64_t k = cast<TileType>(op.getTiles().front().getType()).getK();
    Value isShort =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                              adaptor.getEnd(), builder.constant(k));
    auto branch = scf::IfOp::create(builder, isShort);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value end =
        arith::MaxSIOp::create(builder, adaptor.getEnd(), builder.constant(0));
    for (auto [tile, address] :
         llvm::zip_equal(op.getTiles().getTypes(), adaptor.getTiles()))
      clear(builder, cast<TileType>(tile), address, end);
    // Lanes that wrote less wait for the others of their warp.
    builder.syncWarp();
    // The tensor core reads shared memory as copies do.
    builder.fenceSharedForCopies();
    syncRole(builder);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static constexpr int64_t kVectorBytes = 16;

  int64_t countWarpgroups() const {
    return frame.config.getTile()[0] / layout.getGroupRows() *
           frame.choices.warpgroupsN;
  }
  int64_t countThreads() const {
    return countWarpgroups() * lowp::kWarpgroupSize;
  }

  /// Zeros in all panels of `tile` from row `end` on.
  void clear(DeviceBuilder &builder, TileType tile, Value address,
             Value end) const {
    Type word = builder.getI32Type();
    auto vector = VectorType::get({kVectorBytes / 4}, word);
    Value zero = LLVM::ZeroOp::create(builder, vector);
    int64_t panelBytes = tile.getK() * tile.getSwizzle();
    Value thread = builder.add(builder.shiftLeft(frame.warp, 5), frame.lane);
    Value first = builder.add(builder.multiply(end, tile.getSwizzle()),
                              builder.multiply(thread, kVectorBytes));
    auto loop =
        scf::ForOp::create(builder, first, builder.constant(panelBytes),
                           builder.constant(countThreads() * kVectorBytes));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value place = builder.add(address, loop.getInductionVar());
    for (int64_t panel = 0; panel < tile.getShape()[0]; ++panel)
      builder.storeShared(zero, builder.add(place, panel * panelBytes),
                          kVectorBytes);
  }

  /// A barrier of all warps that multiply; the first ones are those of the CTA
  /// and of each warpgroup.
  void syncRole(DeviceBuilder &builder) const {
    NVVM::BarrierOp::create(builder, Type(),
                            builder.constant(countWarpgroups() + 1),
                            builder.constant(countThreads()),
                            NVVM::BarrierReductionAttr(), Value());
  }
};
} // namespace

void mlir::lowp_gpu::populateZeroTailPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  patterns.add<ZeroTailLowering>(converter, frame, layout);
}
