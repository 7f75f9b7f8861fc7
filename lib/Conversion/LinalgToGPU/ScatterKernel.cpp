//===- ScatterKernel.cpp - One thread per element of the updates ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of the first update of a position go through all updates of it:
// no other thread writes there, and the order is that of the updates.
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"
#include "LinalgLoops.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Writes the kernel's body for one element.
class ScatterEmitter {
public:
  ScatterEmitter(ImplicitLocOpBuilder &b, ScatterOp op)
      : b(b), op(op), rowDims(op.getRowDims()) {}

  /// The number of updates, and the sizes of their rows.
  LinalgLoops getSpace() {
    LinalgLoops space;
    space.extents.push_back(
        memref::DimOp::create(b, op.getUpdates(), 0).getResult());
    for (int64_t dim : rowDims)
      space.extents.push_back(getSize(dim));
    for (unsigned loop = 0; loop < space.extents.size(); ++loop)
      space.parallel.push_back(loop);
    return space;
  }

  /// `element`: the number of the update, and a place in its row.
  void emit(SmallVector<Value> element) {
    Value link = op.getLinks() ? load(op.getLinks(), element.front()) : Value();
    if (link)
      enterIf(b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, link,
                                       zero(link.getType())));
    auto [place, isPlace] =
        op.locate(b, load(op.getPositions(), element.front()),
                  llvm::map_to_vector(op.getDimensions(), [&](int64_t dim) {
                    return getSize(dim);
                  }));
    enterIf(b, isPlace);
    SmallVector<Value> target = getTarget(element, place);
    Value old = load(op.getInit(), target);
    Value first = combine(element, old);
    // Links alone say which updates follow: the region may read no more what
    // it read when they were computed.
    Value last = link ? follow(link, element, first) : first;
    memref::StoreOp::create(b, last, op.getInit(), target);
  }

private:
  Value zero(Type type) {
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  }

  Value load(Value buffer, ValueRange position) {
    return memref::LoadOp::create(b, buffer, position);
  }

  Value getSize(int64_t dim) {
    return memref::DimOp::create(b, op.getInit(), dim);
  }

  SmallVector<Value> getTarget(ArrayRef<Value> element, ArrayRef<Value> place) {
    SmallVector<Value> target(op.getInitType().getRank());
    for (auto [dim, index] : llvm::zip_equal(op.getDimensions(), place))
      target[dim] = index;
    for (auto [dim, index] : llvm::zip_equal(rowDims, element.drop_front()))
      target[dim] = index;
    return target;
  }

  /// Nothing reads `old` where the region overwrites.
  Value combine(ArrayRef<Value> element, Value old) {
    return op.combine(b, load(op.getUpdates(), element), old);
  }

  /// Combines the updates that `link` leads to with `value`.
  Value follow(Value link, SmallVector<Value> element, Value value) {
    Value count = arith::IndexCastOp::create(
        b, link.getType(), memref::DimOp::create(b, op.getUpdates(), 0));
    auto isUpdate = [&](OpBuilder &, Location, ValueRange state) {
      Value isThere = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                            state.front(), count);
      scf::ConditionOp::create(b, isThere, state);
    };
    auto step = [&](OpBuilder &, Location, ValueRange state) {
      element.front() =
          arith::IndexCastOp::create(b, b.getIndexType(), state.front());
      Value combined = combine(element, state.back());
      Value inverted = load(op.getLinks(), element.front());
      Value ones =
          arith::ConstantOp::create(b, b.getIntegerAttr(link.getType(), -1));
      Value next = arith::XOrIOp::create(b, inverted, ones);
      scf::YieldOp::create(b, ValueRange{next, combined});
    };
    // Both write through `b`, which goes along with the builder of the loop.
    auto inside = [&](auto body) {
      return [&, body](OpBuilder &builder, Location loc, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(builder.saveInsertionPoint());
        body(builder, loc, state);
      };
    };
    return scf::WhileOp::create(b, TypeRange{link.getType(), value.getType()},
                                ValueRange{link, value}, inside(isUpdate),
                                inside(step))
        .getResult(1);
  }

  ImplicitLocOpBuilder &b;
  ScatterOp op;
  SmallVector<int64_t> rowDims;
};
} // namespace

void mlir::lowp::emitScatterKernel(ImplicitLocOpBuilder &b, ScatterOp op,
                                   KernelName name) {
  ScatterEmitter emitter(b, op);
  LinalgLoops space = emitter.getSpace();
  Value points = space.countPoints(b, space.parallel);
  Value point = enterPoint(b, createPointLaunch(b, points, name), points);
  SmallVector<Value> element(space.extents.size());
  space.delinearize(b, point, space.parallel, element);
  emitter.emit(element);
}
