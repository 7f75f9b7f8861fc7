//===- CTAGroup.h - For how many CTAs instructions work ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_TCGEN05_CTAGROUP_H
#define LOWP_LIB_KERNEL_TARGETS_TCGEN05_CTAGROUP_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Gemm/KernelFrame.h"

namespace mlir::lowp_gpu {

/// The CTAs that each instruction of tcgen05 of a kernel works for: all of them
/// for as many.
inline int64_t countCTAs(const KernelFrame &frame) {
  return frame.choices.pair ? PairRankOp::kCTAs : 1;
}

/// The same as instructions say it.
inline std::string getGroup(const KernelFrame &frame) {
  return ".cta_group::" + std::to_string(countCTAs(frame));
}

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_TCGEN05_CTAGROUP_H
