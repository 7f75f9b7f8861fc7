//===- EmitGlobalScale.cpp - The scale of a matrix in a fusion's kernel ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number of each matrix, which each thread computes from the amax: a launch
// of its own would take longer.
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// The factor and the scale of a matrix with magnitudes up to `amax`, as
/// results of `op`.
static SmallVector<Value> buildScales(OpBuilder &builder, Location loc,
                                      ComputeGlobalScaleOp op, Value amax) {
  BlockScale scale = op.getRecipe().buildGlobalScale(
      builder, loc, amax, *getFloatFormat(op.getElementType()),
      op.getNumerics(), op.getConvention());
  return {scale.encode, scale.stored};
}

void FusionEmitter::emitGlobalScaleOfNothing(ComputeGlobalScaleOp op) {
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPoint(call);
  Value isEmpty = buildIsEmpty(b, {BlockShape::kWhole, BlockShape::kWhole},
                               {rows, columns});
  if (!isEmpty)
    return;
  SmallVector<Value> to;
  SmallVector<unsigned> written;
  for (OpResult result : op->getResults())
    if (Value output = findOutput(result)) {
      to.push_back(output);
      written.push_back(result.getResultNumber());
    }
  if (to.empty())
    return;
  b.setInsertionPoint(scf::IfOp::create(b, isEmpty).thenYield());
  unsigned rank = cast<MemRefType>(to.front().getType()).getRank();
  AffineMap entry = b.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> maps(to.size(), entry);
  // A number is computed in the body, and read from nowhere.
  SmallVector<Value> from;
  if (auto argument = dyn_cast<BlockArgument>(op.getAmax())) {
    from.push_back(call.getInputs()[argument.getArgNumber()]);
    maps.insert(maps.begin(),
                entry.insertResult(b.getAffineConstantExpr(0), rank));
  }
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(
      b, b.getLoc(), from, to, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value amax =
            from.empty() ? emitScalarAt(builder, op.getAmax()) : args[0];
        SmallVector<Value> scales = buildScales(builder, loc, op, amax);
        SmallVector<Value> yielded = llvm::map_to_vector(
            written, [&](unsigned number) { return scales[number]; });
        linalg::YieldOp::create(builder, loc, yielded);
      });
}

void FusionEmitter::emitGlobalScale(ComputeGlobalScaleOp op) {
  if (part == 0)
    emitGlobalScaleOfNothing(op);
  SmallVector<Value> scales = buildScales(b, b.getLoc(), op, get(op.getAmax()));
  for (auto [result, number] : llvm::zip_equal(op->getResults(), scales))
    values[result] = number;
}
