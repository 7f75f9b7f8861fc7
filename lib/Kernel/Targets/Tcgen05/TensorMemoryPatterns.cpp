//===- TensorMemoryPatterns.cpp - Columns of tensor memory, and reads -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAGroup.h"
#include "Tcgen05Patterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "lowp/Kernel/Targets/Common/LaneRowFragment.h"
#include "lowp/Kernel/Targets/Common/TensorAddress.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Columns are taken by powers of two.
static int64_t roundColumns(int64_t columns) {
  constexpr int64_t kLeast = 32;
  return std::max<int64_t>(kLeast, llvm::PowerOf2Ceil(columns));
}

namespace {
/// Nobody else of the CTA takes any; a warp of each CTA of a pair takes as
/// many.
struct AllocateColumnsLowering : public FramePattern<AllocateColumnsOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(AllocateColumnsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    builder.assembly("tcgen05.alloc" + getGroup(frame) +
                         ".sync.aligned.shared::cta.b32 [$0], " +
                         std::to_string(roundColumns(op.getColumns())) +
                         "; tcgen05.relinquish_alloc_permit" + getGroup(frame) +
                         ".sync.aligned;",
                     "r", getTensorAddressPlace(builder, frame));
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReleaseColumnsLowering : public FramePattern<ReleaseColumnsOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(ReleaseColumnsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    builder.assembly("tcgen05.fence::after_thread_sync; "
                     "tcgen05.dealloc" +
                         getGroup(frame) + ".sync.aligned.b32 $0, " +
                         std::to_string(roundColumns(op.getColumns())) + ";",
                     "r", loadTensorAddress(builder, frame));
    rewriter.eraseOp(op);
    return success();
  }
};

/// What orders the reads is one text with them: nothing else would keep LLVM
/// from using registers before the wait. The warp that releases the stage has
/// the fence after it.
struct ReadSumsLowering : public FramePattern<ReadSumsOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(ReadSumsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    auto count =
        static_cast<int64_t>(cast<LLVM::LLVMStructType>(type).getBody().size());
    DeviceBuilder builder(op.getLoc(), rewriter);
    Value place = getPlace(builder, op, adaptor);
    int64_t piece = op.getPiece().value_or(count);
    if (piece == count) {
      rewriter.replaceOp(op, load(builder, type, place));
      return success();
    }
    auto part = LLVM::LLVMStructType::getLiteral(
        op.getContext(), SmallVector<Type>(piece, builder.getF32Type()));
    SmallVector<Value> values;
    for (int64_t first = 0; first < count; first += piece)
      llvm::append_range(
          values,
          builder.unpack(load(builder, part, builder.add(place, first))));
    rewriter.replaceOp(op, builder.pack(type, values));
    return success();
  }

private:
  /// Loads as many columns as `type` has registers, from `place` on, and waits
  /// for them.
  static Value load(DeviceBuilder &builder, Type type, Value place) {
    size_t count = cast<LLVM::LLVMStructType>(type).getBody().size();
    return builder.assembly(type, getText(count), getConstraints(count), place);
  }

  /// The lanes of this warp, in the high half of the address.
  Value getPlace(DeviceBuilder &builder, ReadSumsOp op,
                 OpAdaptor adaptor) const {
    constexpr int64_t kLaneBit = 16;
    Value lanes = builder.shiftLeft(
        LaneRowFragment::kLayout.warpRow(builder, frame), kLaneBit);
    Value column = builder.add(adaptor.getTile(), op.getColumn());
    if (adaptor.getAt())
      column = builder.add(column, adaptor.getAt());
    return builder.add(column, lanes);
  }

  /// A load of so many columns from `first` on, into the registers of these
  /// numbers; the address is the operand after all of them.
  static std::string getLoad(size_t first, size_t columns, size_t address) {
    std::string registers;
    for (size_t i = first; i < first + columns; ++i)
      registers += (i == first ? "$" : ", $") + std::to_string(i);
    return "tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(columns) +
           ".b32 {" + registers + "}, [$" + std::to_string(address) + " + " +
           std::to_string(first) + "]; ";
  }

  /// A load has a power of two of columns.
  static std::string getText(size_t count) {
    constexpr size_t kMost = 128;
    std::string text = "tcgen05.fence::after_thread_sync; ";
    for (size_t first = 0; first < count;) {
      size_t columns = std::min(kMost, llvm::bit_floor(count - first));
      text += getLoad(first, columns, count);
      first += columns;
    }
    return text + "tcgen05.wait::ld.sync.aligned; "
                  "tcgen05.fence::before_thread_sync;";
  }

  static std::string getConstraints(size_t count) {
    std::string constraints;
    for (size_t i = 0; i < count; ++i)
      constraints += "=f,";
    return constraints + "r";
  }
};
} // namespace

void mlir::lowp_gpu::populateTensorMemoryPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  patterns
      .add<AllocateColumnsLowering, ReadSumsLowering, ReleaseColumnsLowering>(
          converter, frame);
}
