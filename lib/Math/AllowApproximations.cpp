//===- AllowApproximations.cpp - Functions that need not be exact ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks functions that the chip has an approximation of with `afn`, and
// divisions with `arcp` and `afn`, beside the flags that they have. These are
// erf, exp, exp2, log, log2, log10, tanh, sqrt and rsqrt. Only operations that
// kernels will compute are marked: those on tensors, and those in the bodies of
// operations on tensors. `linalg.softmax` is taken apart before, because its
// functions are in its parts (`decompose-softmax`).
// `prepare-generic-kernels` obeys the flags.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using arith::FastMathFlags;

/// The flags by which `op` may become an approximation; none for operations of
/// which the chip has none.
static FastMathFlags getFlags(Operation *op) {
  if (isa<arith::DivFOp>(op))
    return FastMathFlags::arcp | FastMathFlags::afn;
  if (isa<math::ErfOp, math::ExpOp, math::Exp2Op, math::LogOp, math::Log10Op,
          math::Log2Op, math::RsqrtOp, math::SqrtOp, math::TanhOp>(op))
    return FastMathFlags::afn;
  return FastMathFlags::none;
}

/// Whether a kernel of this program will compute `op`, and not the host.
static bool isForKernel(Operation *op) {
  return isa<TensorType>(op->getResult(0).getType()) ||
         op->getParentOfType<linalg::LinalgOp>() ||
         op->getParentOfType<tensor::GenerateOp>();
}

static void setFlags(arith::ArithFastMathInterface op, FastMathFlags flags) {
  FastMathFlags own = op.getFastMathFlagsAttr().getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), own | flags));
}

void mlir::lowp::allowApproximations(ModuleOp op) {
  op->walk([](arith::ArithFastMathInterface op) {
    FastMathFlags flags = getFlags(op);
    if (flags != FastMathFlags::none && isForKernel(op))
      setFlags(op, flags);
  });
}
