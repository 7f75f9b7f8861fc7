//===- FillKernel.cpp - Small fills as one kernel -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that combine maxima in memory begin with zeros there, those that take
// turns with counters: a launch for each would take longer than what it writes.
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

using Buffer = TypedValue<MemRefType>;

/// Elements of a fill that joins others, at most: a thread stores one of each.
static constexpr int64_t kMostElements = 1 << 16;

/// The buffer that `op` fills, if it is small and its elements lie side by
/// side; else null.
static Buffer getSmallBuffer(linalg::FillOp op) {
  if (!op.hasPureBufferSemantics())
    return {};
  auto buffer = cast<Buffer>(op.getOutputs().front());
  MemRefType type = buffer.getType();
  bool isSmall = type.hasStaticShape() && type.getRank() > 0 &&
                 type.getNumElements() > 0 &&
                 type.getNumElements() <= kMostElements &&
                 type.getLayout().isIdentity();
  return isSmall ? buffer : Buffer();
}

/// The fill after `op`, where nothing between both touches memory.
static linalg::FillOp findNext(linalg::FillOp op) {
  Operation *next = op->getNextNode();
  while (next && (isPure(next) || isa<memref::AllocOp>(next)))
    next = next->getNextNode();
  return dyn_cast_or_null<linalg::FillOp>(next);
}

SmallVector<linalg::FillOp> mlir::lowp::findFillsOfKernel(linalg::FillOp op) {
  SmallVector<linalg::FillOp> fills;
  llvm::SmallPtrSet<Value, 4> filled;
  for (; op; op = findNext(op)) {
    Buffer buffer = getSmallBuffer(op);
    // What is filled twice has the later value.
    if (!buffer || !filled.insert(memref::skipViewLikeOps(buffer)).second)
      break;
    fills.push_back(op);
  }
  return fills;
}

/// `buffer` with one dimension.
static Value flatten(ImplicitLocOpBuilder &b, Buffer buffer) {
  if (buffer.getType().getRank() == 1)
    return buffer;
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, buffer.getType().getRank()));
  return memref::CollapseShapeOp::create(b, buffer, ArrayRef{all});
}

void mlir::lowp::emitFillKernel(ImplicitLocOpBuilder &b,
                                ArrayRef<linalg::FillOp> fills,
                                KernelName name) {
  int64_t most = 0;
  SmallVector<Value> buffers;
  for (linalg::FillOp fill : fills) {
    Buffer buffer = getSmallBuffer(fill);
    most = std::max(most, buffer.getType().getNumElements());
    buffers.push_back(flatten(b, buffer));
  }
  Value points = arith::ConstantIndexOp::create(b, most);
  Value element = enterPoint(b, createPointLaunch(b, points, name), points);
  for (auto [fill, buffer] : llvm::zip_equal(fills, buffers)) {
    Value size = arith::ConstantIndexOp::create(
        b, cast<MemRefType>(buffer.getType()).getNumElements());
    OpBuilder::InsertionGuard guard(b);
    enterIf(b,
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, element, size));
    memref::StoreOp::create(b, linalg::FillOp(fill).getInputs().front(), buffer,
                            element);
  }
}
