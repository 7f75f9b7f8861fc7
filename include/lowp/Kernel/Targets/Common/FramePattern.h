//===- FramePattern.h - Patterns that know their kernel ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_FRAMEPATTERN_H
#define LOWP_KERNEL_TARGETS_COMMON_FRAMEPATTERN_H

#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

namespace mlir::lowp_gpu {

/// A pattern that uses the values of the kernel's frame, which outlives it.
template <typename OpT>
struct FramePattern : public ConvertOpToLLVMPattern<OpT> {
  FramePattern(const LLVMTypeConverter &converter, const KernelFrame &frame)
      : ConvertOpToLLVMPattern<OpT>(converter), frame(frame) {}

  const KernelFrame &frame;
};

/// What lies in shared memory at an offset that `OpT` knows becomes its
/// address.
template <typename OpT>
struct SharedAddressPattern : public FramePattern<OpT> {
  using FramePattern<OpT>::FramePattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op,
                       builder.add(this->frame.sharedBase, *op.getOffset()));
    return success();
  }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_FRAMEPATTERN_H
