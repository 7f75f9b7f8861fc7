//===- ShardedSizes.h - What one device of several computes --- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_SHARDEDSIZES_H
#define LOWP_LIB_RECIPES_SHARDEDSIZES_H

#include "lowp/Cost/GemmCost.h"
#include "lowp/Graph/Contractions/MatmulForm.h"

namespace mlir::lowp_gpu {

/// The value that `shard.shard` operations say more about, if `value` is the
/// result of some.
Value skipAnnotations(Value value);

/// The operations that read `value`, through such operations.
SmallVector<Operation *> listReaders(Value value);

/// Sizes that one device computes of a matmul, where annotations of its
/// operands and its result divide dimensions among the devices of a grid. What
/// nobody knows yet counts as `assumed`, and sets `isAssumed`.
lowp::GemmSize getLocalSize(const lowp::MatmulForm &form, int64_t assumed,
                            bool &isAssumed);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_SHARDEDSIZES_H
