//===- LoweringPattern.h - Functions that lower operations ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_LOWERINGPATTERN_H
#define LOWP_KERNEL_TARGETS_COMMON_LOWERINGPATTERN_H

#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

#include <functional>

namespace mlir::lowp_gpu {

/// Builds the code of one operation of a kernel.
class LoweringBuilder : public DeviceBuilder {
public:
  LoweringBuilder(Location loc, ConversionPatternRewriter &rewriter,
                  const KernelFrame &frame)
      : DeviceBuilder(loc, rewriter), frame(frame), rewriter(rewriter) {}

  /// What `value`, of the kernel level, is in LLVM.
  Value remap(Value value) { return rewriter.getRemappedValue(value); }

  const KernelFrame &frame;

private:
  ConversionPatternRewriter &rewriter;
};

/// A pattern that is a function: of a builder, an operation and its operands in
/// LLVM. It returns the values that take the operation's place, and null for
/// the first where it fails; without results nothing, or whether it succeeds.
template <typename OpT, typename ResultT>
class LoweringPattern : public ConvertOpToLLVMPattern<OpT> {
public:
  using Lower =
      std::function<ResultT(LoweringBuilder &, OpT, typename OpT::Adaptor)>;

  LoweringPattern(const LLVMTypeConverter &converter, const KernelFrame &frame,
                  Lower lower)
      : ConvertOpToLLVMPattern<OpT>(converter), frame(frame),
        lower(std::move(lower)) {}

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LoweringBuilder builder(op.getLoc(), rewriter, frame);
    if constexpr (std::is_void_v<ResultT>) {
      lower(builder, op, adaptor);
      rewriter.eraseOp(op);
    } else if constexpr (std::is_same_v<ResultT, LogicalResult>) {
      if (failed(lower(builder, op, adaptor)))
        return failure();
      rewriter.eraseOp(op);
    } else {
      ResultT lowered = lower(builder, op, adaptor);
      ValueRange values(lowered);
      if (values.empty() || !values.front())
        return failure();
      rewriter.replaceOp(op, values);
    }
    return success();
  }

private:
  /// Outlives the pattern.
  const KernelFrame &frame;
  Lower lower;
};

/// Adds the pattern of `lower`, which is given `with` besides.
template <typename OpT, typename ResultT, typename... WithT>
void addLowering(RewritePatternSet &patterns,
                 const LLVMTypeConverter &converter, const KernelFrame &frame,
                 ResultT (*lower)(LoweringBuilder &, OpT, typename OpT::Adaptor,
                                  WithT...),
                 WithT... with) {
  patterns.add<LoweringPattern<OpT, ResultT>>(
      converter, frame,
      [=](LoweringBuilder &builder, OpT op, typename OpT::Adaptor adaptor) {
        return lower(builder, op, adaptor, with...);
      });
}

/// Adds those of several functions.
template <typename... LowerT>
void addLowerings(RewritePatternSet &patterns,
                  const LLVMTypeConverter &converter, const KernelFrame &frame,
                  LowerT... lower) {
  (addLowering(patterns, converter, frame, lower), ...);
}

/// What only stands for one of its operands becomes that.
template <typename OpT, unsigned operand = 0>
Value takeOperand(LoweringBuilder &, OpT, typename OpT::Adaptor adaptor) {
  return adaptor.getOperands()[operand];
}

/// What lies in shared memory at an offset that `op` knows becomes its address.
template <typename OpT>
Value locateInSharedMemory(LoweringBuilder &builder, OpT op,
                           typename OpT::Adaptor) {
  return builder.add(builder.frame.sharedBase, *op.getOffset());
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_LOWERINGPATTERN_H
