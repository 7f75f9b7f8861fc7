//===- ArgumentCheck.h - Arguments against their description ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_ARGUMENTCHECK_H
#define LOWP_LIB_EXECUTION_ARGUMENTCHECK_H

#include "lowp/Execution/Artifact.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::lowp::execution {

/// Checks the descriptors of a call: sizes, strides, addresses, overlaps. What
/// is wrong goes to `call`. Takes some 10 ns per tensor.
void checkArguments(const Function &function, LowpCall &call,
                    llvm::ArrayRef<void *> arguments);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_ARGUMENTCHECK_H
