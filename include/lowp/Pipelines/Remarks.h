//===- Remarks.h - What passes decided, as diagnostics ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_REMARKS_H
#define LOWP_PIPELINES_REMARKS_H

#include "llvm/Support/LogicalResult.h"

namespace mlir {
class MLIRContext;

namespace lowp {

/// Lets lowp's passes report what they decide through the diagnostics of
/// `context`. MLIR drops remarks of a context without a remark engine; this one
/// takes the place of another. Fails with a diagnostic.
llvm::LogicalResult enableRemarks(MLIRContext &context);

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_REMARKS_H
