//===- CheckGroups.cpp - Numbers of groups compared at run time -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A kernel clamps ends of groups and counts, which no host reads. On the CPU
// wrong ones are an error of the call.

#include "SizeAsserts.h"

#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// So many numbers are told apart in messages.
static constexpr int64_t kMostNamed = 64;

namespace {
/// Builds the checks of the numbers of one grouped matmul.
class GroupChecks {
public:
  GroupChecks(Operation *op, Value numbers, bool areOffsets, Value most)
      : asserts(op), numbers(numbers), areOffsets(areOffsets), most(most) {}
  void build();

private:
  /// Checks the number at `index`; returns it. `name` tells which in words.
  Value check(Value index, Value before, const Twine &name);
  Value constant(int64_t value) {
    return asserts.toValue(asserts.builder.getIndexAttr(value));
  }

  SizeAsserts asserts;
  Value numbers;
  bool areOffsets;
  /// The size of the dimension that groups divide.
  Value most;
};
} // namespace

Value GroupChecks::check(Value index, Value before, const Twine &name) {
  OpBuilder &builder = asserts.builder;
  Value number =
      tensor::ExtractOp::create(builder, asserts.loc, numbers, index);
  number = arith::IndexCastOp::create(builder, asserts.loc,
                                      builder.getIndexType(), number);
  auto isAtMost = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, asserts.loc,
                                 arith::CmpIPredicate::sle, lhs, rhs);
  };
  Value ok = arith::AndIOp::create(
      builder, asserts.loc, isAtMost(before, number), isAtMost(number, most));
  asserts.require(ok, (areOffsets
                           ? "offsets that ascend from 0 to the size of what "
                             "they divide"
                           : "counts from 0 to the rows of a matrix") +
                          Twine(", got another one at ") + name +
                          "; pass where groups end");
  return areOffsets ? number : before;
}

void GroupChecks::build() {
  OpBuilder &builder = asserts.builder;
  Value zero = constant(0);
  int64_t count = cast<RankedTensorType>(numbers.getType()).getDimSize(0);
  if (!ShapedType::isDynamic(count) && count <= kMostNamed) {
    Value before = zero;
    for (int64_t index = 0; index < count; ++index)
      before = check(constant(index), before, "index " + Twine(index));
    return;
  }
  Value size = asserts.toValue(asserts.getSizes(numbers).front());
  auto loop =
      scf::ForOp::create(builder, asserts.loc, zero, size, constant(1), zero);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value next =
      check(loop.getInductionVar(), loop.getRegionIterArg(0), "some index");
  scf::YieldOp::create(builder, asserts.loc, next);
}

/// The size of the dimension that the groups of `op` divide; null where nobody
/// tells.
template <typename Op>
static Value findSize(Op op, Grouping grouping) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ReifiedRankedShapedTypeDims sizes;
  if (grouping == Grouping::K || failed(op.reifyResultShapes(builder, sizes)))
    return {};
  OpFoldResult rows = sizes.front()[grouping == Grouping::M ? 0 : 1];
  return getValueOrCreateConstantIndexOp(builder, loc, rows);
}

template <typename Op>
static void checkNumbers(Op op) {
  Grouping grouping =
      *getGrouping(op.getLhs().getType(), op.getRhs().getType());
  Value numbers = op.getOffsets() ? op.getOffsets() : op.getCounts();
  Value most = numbers ? findSize(op, grouping) : Value();
  if (most)
    GroupChecks(op, numbers, bool(op.getOffsets()), most).build();
}

void mlir::lowp::checkGroups(Operation *op) {
  if (auto grouped = dyn_cast<GroupedMatmulOp>(op))
    checkNumbers(grouped);
  if (auto grouped = dyn_cast<GroupedScaledMatmulOp>(op))
    checkNumbers(grouped);
}
