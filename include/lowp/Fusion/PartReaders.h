//===- PartReaders.h - Concats that are quantized part by part --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PARTREADERS_H
#define LOWP_FUSION_PARTREADERS_H

#include "lowp/Dialect/Common/Reason.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <string>

namespace mlir::lowp {

/// Whether `op`, which reads `concat`, of parts of one size, may do so part by
/// part: it quantizes or takes the amax of blocks that lie in one part each, or
/// whose scales do not wait for all of their elements. Says why not.
bool canReadParts(Operation *op, tensor::ConcatOp concat, Reason why = {});

} // namespace mlir::lowp

#endif // LOWP_FUSION_PARTREADERS_H
