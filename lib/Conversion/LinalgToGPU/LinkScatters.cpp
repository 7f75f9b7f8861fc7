//===- LinkScatters.cpp - Updates of one position find each other ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"
#include "lowp/Dialect/Common/BuildGeneric.h"

#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_LINKSCATTERSPASS
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// So many updates are compared with each other in the time of a launch.
static constexpr int64_t kFewUpdates = 4096;

namespace {
/// The digit in which updates of one position differ.
struct Window {
  explicit Window(ScatterOp op) {
    if (std::optional<ArrayRef<int64_t>> window = op.getWindow()) {
      stride = window->front();
      count = window->back();
    }
  }

  /// Whether any two updates may have one position.
  bool isAll() const { return stride == 1 && count == 0; }

  int64_t stride = 1;
  /// 0 for as many as there are.
  int64_t count = 0;
};

/// Computes the links of a scatter before it.
class LinkBuilder {
public:
  explicit LinkBuilder(ScatterOp op)
      : b(op.getLoc(), op), op(op), window(op),
        count(tensor::getMixedSize(b, op.getLoc(), op.getPositions(), 0)) {}

  /// Each link begins as that of an update without others of its position.
  Value build() {
    Value positions = op.getPositions();
    all = arith::IndexCastOp::create(
        b, b.getI64Type(),
        getValueOrCreateConstantIndexOp(b, b.getLoc(), count));
    Value empty = tensor::EmptyOp::create(b, ArrayRef<OpFoldResult>{count},
                                          b.getI64Type());
    Value init = linalg::FillOp::create(b, all, empty).getResult(0);
    AffineMap here = AffineMap::get(2, 0, b.getAffineDimExpr(0));
    AffineMap step = AffineMap::get(2, 0, b.getAffineDimExpr(1));
    auto body = [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(inner.saveInsertionPoint());
      return buildStep(elements);
    };
    Value steps = window.isAll() ? positions : buildSteps();
    return buildGeneric(b, b.getLoc(), {positions, steps}, init,
                        {here, step, here}, body);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, predicate, lhs, rhs);
  }

  Value both(Value lhs, Value rhs) {
    return arith::AndIOp::create(b, lhs, rhs);
  }

  Value choose(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }

  Value invert(Value link) {
    return arith::XOrIOp::create(b, link, constant(-1));
  }

  /// A tensor of as many elements as an update is compared with.
  Value buildSteps() {
    OpFoldResult size = b.getIndexAttr(window.count);
    if (window.count == 0) {
      AffineExpr all = getAffineSymbolExpr(0, b.getContext());
      size = affine::makeComposedFoldedAffineApply(
          b, b.getLoc(), all.ceilDiv(window.stride), {count});
    }
    return tensor::EmptyOp::create(b, ArrayRef<OpFoldResult>{size},
                                   b.getI64Type());
  }

  /// The number of the update that `here` is compared with in step `step`.
  Value buildOther(Value here, Value step) {
    if (window.isAll())
      return step;
    Value digit = arith::DivUIOp::create(b, here, index(window.stride));
    if (window.count != 0)
      digit = arith::RemUIOp::create(b, digit, index(window.count));
    Value difference = arith::SubIOp::create(b, step, digit);
    return arith::AddIOp::create(
        b, here, arith::MulIOp::create(b, difference, index(window.stride)));
  }

  /// The position of update `there`, or beyond the last one that of `here`:
  /// the last window may not be full.
  Value buildRead(Value there, Value here) {
    Value isUpdate =
        compare(arith::CmpIPredicate::ult, there,
                getValueOrCreateConstantIndexOp(b, b.getLoc(), count));
    return tensor::ExtractOp::create(b, op.getPositions(),
                                     ValueRange{choose(isUpdate, there, here)});
  }

  /// The link of an update after one more comparison: `elements` are its
  /// position, that of the other and the link so far.
  Value buildStep(ValueRange elements) {
    Value here = linalg::IndexOp::create(b, 0);
    Value there = buildOther(here, linalg::IndexOp::create(b, 1));
    Value position = window.isAll() ? elements[1] : buildRead(there, here);
    Value isSame = compare(arith::CmpIPredicate::eq, position, elements[0]);
    Value isLater =
        both(isSame, compare(arith::CmpIPredicate::ugt, there, here));
    Value link = elements[2];
    // The last update writes alone.
    if (!op.readsElements())
      return choose(isLater, constant(-1), link);
    Value isEarlier =
        both(isSame, compare(arith::CmpIPredicate::ult, there, here));
    Value isInverted = compare(arith::CmpIPredicate::slt, link, constant(0));
    Value next = choose(isInverted, invert(link), link);
    Value number = arith::IndexCastOp::create(b, b.getI64Type(), there);
    next = arith::MinSIOp::create(b, next, choose(isLater, number, all));
    Value isFurther = arith::OrIOp::create(b, isInverted, isEarlier);
    return choose(isFurther, invert(next), next);
  }

  ImplicitLocOpBuilder b;
  ScatterOp op;
  Window window;
  OpFoldResult count;
  /// The number of updates.
  Value all;
};
} // namespace

/// Says that the updates of `op` are compared each with each.
static void report(ScatterOp op) {
  int64_t count = cast<ShapedType>(op.getPositions().getType()).getDimSize(0);
  bool areFew = !ShapedType::isDynamic(count) && count <= kFewUpdates;
  if (areFew || !Window(op).isAll())
    return;
  remark::missed(op.getLoc(), remark::RemarkOpts::name("compared-updates")
                                  .category("lowp-link-scatters"))
      << remark::add(
             "each of {0} updates of the scatter is compared with each, "
             "to find those of one position",
             ShapedType::isDynamic(count) ? "an unknown number of"
                                          : std::to_string(count));
}

namespace {
struct LinkScatters : lowp::impl::LinkScattersPassBase<LinkScatters> {
  void runOnOperation() override {
    SmallVector<ScatterOp> scatters;
    getOperation().walk([&](ScatterOp op) {
      if (op.hasPureTensorSemantics() && !op.getUnique() && !op.getLinks())
        scatters.push_back(op);
    });
    for (ScatterOp op : scatters) {
      report(op);
      op.getLinksMutable().assign(LinkBuilder(op).build());
    }
  }
};
} // namespace
