//===- GenericWork.h - What threads of generic kernels do -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_GENERICWORK_H
#define LOWP_CONVERSION_LINALGTOGPU_GENERICWORK_H

#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// How a generic kernel divides its work.
struct GenericWork {
  double blocks = 1;
  /// Loads of one thread after each other, and how many of them are on their
  /// way together.
  double loads = 1;
  double loadsAtOnce = 1;
};

/// What the kernel of `op`, on buffers, does; nothing where a size is unknown.
std::optional<GenericWork> getGenericWork(linalg::LinalgOp op);

/// The same for a sort of rows.
std::optional<GenericWork> getGenericWork(LaunchOrderRowsOp op);

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_GENERICWORK_H
