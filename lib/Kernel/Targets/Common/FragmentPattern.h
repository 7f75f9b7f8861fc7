//===- FragmentPattern.h - Patterns that know a layout ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_FRAGMENTPATTERN_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_FRAGMENTPATTERN_H

#include "lowp/Kernel/Targets/Common/FragmentLayout.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"

namespace mlir::lowp_gpu {

/// A pattern on elements that threads hold as `layout` says.
template <typename OpT>
struct FragmentPattern : public FramePattern<OpT> {
  FragmentPattern(const LLVMTypeConverter &converter, const KernelFrame &frame,
                  FragmentLayout layout)
      : FramePattern<OpT>(converter, frame), layout(layout) {}

  FragmentLayout layout;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_FRAGMENTPATTERN_H
