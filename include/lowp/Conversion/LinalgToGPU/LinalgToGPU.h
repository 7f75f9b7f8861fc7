//===- LinalgToGPU.h - Generic GPU kernels ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H
#define LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {

/// What `convert-linalg-to-gpu` makes kernels of.
struct GenericKernels {
  SmallVector<linalg::LinalgOp> ops;
  /// What fills, which are erased, would have put into destinations of `ops`.
  llvm::DenseMap<Operation *, SmallVector<Value>> initialValues;
};

/// Gives `func` the form that `convert-linalg-to-gpu` converts: copies and
/// constants of equal elements are linalg ops, fills that kernels can do
/// without are gone.
GenericKernels collectGenericKernels(func::FuncOp func);

/// Refuses host code that would dereference device memory: after
/// `convert-linalg-to-gpu` the host may ask sizes of buffers and pass them on,
/// but an op that reads or writes elements outside of a kernel would be a crash
/// at run time.
LogicalResult verifyHostCode(func::FuncOp function);

#define GEN_PASS_DECL
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H
