//===- TensorAddress.h - Where tensor memory begins -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_TENSORADDRESS_H
#define LOWP_KERNEL_TARGETS_COMMON_TENSORADDRESS_H

#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// Where the kernel keeps the address of its columns in shared memory.
inline Value getTensorAddressPlace(DeviceBuilder &builder,
                                   const KernelFrame &frame) {
  return builder.add(frame.sharedBase, frame.tensorAddress);
}

/// The address of the first of the kernel's columns of tensor memory.
inline Value loadTensorAddress(DeviceBuilder &builder,
                               const KernelFrame &frame) {
  constexpr unsigned kAlignment = 4;
  return builder.loadShared(builder.getI32Type(),
                            getTensorAddressPlace(builder, frame), kAlignment);
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_TENSORADDRESS_H
