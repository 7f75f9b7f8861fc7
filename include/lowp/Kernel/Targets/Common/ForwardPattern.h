//===- ForwardPattern.h - Operations that are an operand --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_FORWARDPATTERN_H
#define LOWP_KERNEL_TARGETS_COMMON_FORWARDPATTERN_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"

namespace mlir::lowp_gpu {

/// A pattern on an operation whose result is operand `operand` in LLVM.
template <typename OpT, unsigned operand = 0>
struct ForwardPattern : public ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands()[operand]);
    return success();
  }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_FORWARDPATTERN_H
