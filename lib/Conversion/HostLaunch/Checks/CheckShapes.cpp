//===- CheckShapes.cpp - Do operands agree in their sizes -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linalg leaves it undefined what happens when a dynamic size differs between
// operands that share a loop; so do operations on elements, slices,
// concatenations, reshapes and scaled values. A caller can make that happen, so
// functions that callers enter check it. `tensor.cast`, `tensor.extract` and
// the like are checked as upstream does (`RuntimeVerifiableOpInterface`). An
// operation in the body of a linalg operation or of `tensor.generate` is only
// checked on request: it may become part of a kernel.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "SizeAsserts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// A dimension of an operand.
struct OperandDim {
  OpOperand *operand;
  int64_t dim;
};
} // namespace

/// The dimensions that run with `loop`.
static SmallVector<OperandDim> getDimsOfLoop(linalg::LinalgOp op,
                                             unsigned loop) {
  SmallVector<OperandDim> dims;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, result] : llvm::enumerate(map.getResults()))
      if (auto expr = dyn_cast<AffineDimExpr>(result))
        if (expr.getPosition() == loop)
          dims.push_back({&operand, static_cast<int64_t>(dim)});
  }
  return dims;
}

/// What runs with one loop of a structured operation has one size.
static void checkLoops(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  SizeAsserts asserts(op);
  auto getSize = [&](OperandDim dim) {
    return tensor::getMixedSize(asserts.builder, op.getLoc(),
                                dim.operand->get(), dim.dim);
  };
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    SmallVector<OperandDim> dims = getDimsOfLoop(op, loop);
    for (OperandDim other : llvm::drop_begin(dims)) {
      OperandDim first = dims.front();
      asserts.requireEqual(
          getSize(first), getSize(other),
          llvm::formatv("dimension {0} of operand {1} to equal dimension {2} "
                        "of operand {3}, got another size; pass tensors that "
                        "fit",
                        other.dim, other.operand->getOperandNumber(), first.dim,
                        first.operand->getOperandNumber()));
    }
  }
}

/// Operations on elements, such as arith.addf, take tensors of one shape.
static void checkElementwise(Operation *op) {
  SizeAsserts asserts(op);
  OpOperand *first = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    if (!first) {
      first = &operand;
      continue;
    }
    SmallVector<OpFoldResult> sizes = asserts.getSizes(first->get());
    for (auto [dim, size] : llvm::enumerate(asserts.getSizes(operand.get())))
      asserts.requireEqual(
          size, sizes[dim],
          llvm::formatv("dimension {0} of operand {1} to equal that of operand "
                        "{2}, got another size; pass tensors that fit",
                        dim, operand.getOperandNumber(),
                        first->getOperandNumber()));
  }
}

/// Upstream's checks, where there are no better ones.
static void checkByInterface(RuntimeVerifiableOpInterface op) {
  OpBuilder builder(op);
  op.generateRuntimeVerification(
      builder, op.getLoc(), [](Operation *op, StringRef message) {
        return (op->getName().getStringRef() +
                ": expected sizes and indices within bounds, got: " + message)
            .str();
      });
}

/// Whether `op` computes an element: a kernel, where it runs on a GPU.
static bool isInBody(Operation *op) {
  return op->getParentOfType<linalg::LinalgOp>() ||
         op->getParentOfType<tensor::GenerateOp>();
}

/// Whether `op` asks for a dimension that is not known by number.
static bool isDimOfUnknown(Operation *op) {
  auto dim = dyn_cast<ShapedDimOpInterface>(op);
  return dim && !getConstantIntValue(dim.getDimension());
}

static void checkOp(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return checkLoops(structured);
  if (OpTrait::hasElementwiseMappableTraits(op))
    return checkElementwise(op);
  auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(op);
  if (verifiable &&
      isa<tensor::CastOp, tensor::ExtractOp, tensor::InsertOp, memref::CastOp,
          memref::CopyOp, memref::LoadOp, memref::StoreOp>(op))
    return checkByInterface(verifiable);
  if (isDimOfUnknown(op) && verifiable)
    return checkByInterface(verifiable);
  checkTensorOp(op);
  checkLowpOp(op);
}

void mlir::lowp::checkShapes(func::FuncOp op, bool checkBodies) {
  SmallVector<Operation *> ops;
  op.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    ops.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *op : ops)
    if (checkBodies || !isInBody(op))
      checkOp(op);
  // Where bodies run on the host it has the data, too.
  if (checkBodies)
    for (Operation *op : ops)
      checkGroups(op);
}
