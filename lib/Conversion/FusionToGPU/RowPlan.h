//===- RowPlan.h - Kernels of a fusion for rows of a length -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWPLAN_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWPLAN_H

#include <cstdint>

namespace mlir::lowp {

/// The rows that a kernel is for, where it reduces rows: those of up to `most`
/// elements, which stay in registers; or those of any length, `most` elements
/// at a time, which are read once per reduction and once more; or those without
/// elements, of which there are only the numbers that reductions begin with.
struct RowPlan {
  int64_t most;
  bool streams = false;
  bool isEmpty = false;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWPLAN_H
