//===- OverwrittenInput.h - Results over what is read -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_BUFFERIZATION_OVERWRITTENINPUT_H
#define LOWP_LIB_BUFFERIZATION_OVERWRITTENINPUT_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"

namespace mlir::lowp {

/// Whether the kernel of a fusion, on tensors or buffers, has read all that it
/// reads at an element of input `input` before it writes that element of output
/// `output`: then both may be one buffer.
bool mayOverwrite(LaunchFusionOp launch, unsigned input, unsigned output);

} // namespace mlir::lowp

#endif // LOWP_LIB_BUFFERIZATION_OVERWRITTENINPUT_H
