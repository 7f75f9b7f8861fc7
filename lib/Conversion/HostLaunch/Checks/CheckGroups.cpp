//===- CheckGroups.cpp - Ends and counts compared at run time -------------===//
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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Builds the checks of the ends or counts of one grouped matmul.
class GroupChecks {
public:
  GroupChecks(Operation *op, Value entries, bool areEnds, Value most)
      : asserts(op), entries(entries), areEnds(areEnds), most(most) {}
  void build();

private:
  /// Checks the entry at `index`, which is `least` at least; returns it.
  Value check(Value index, Value least);
  Value constant(int64_t value) {
    return asserts.toValue(asserts.builder.getIndexAttr(value));
  }

  SizeAsserts asserts;
  Value entries;
  bool areEnds;
  /// The size of the dimension that groups divide.
  Value most;
};
} // namespace

Value GroupChecks::check(Value index, Value least) {
  ImplicitLocOpBuilder &builder = asserts.builder;
  Value entry = tensor::ExtractOp::create(builder, entries, index);
  entry = arith::IndexCastOp::create(builder, builder.getIndexType(), entry);
  auto isAtMost = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::sle, lhs, rhs);
  };
  Value ok = arith::AndIOp::create(builder, isAtMost(least, entry),
                                   isAtMost(entry, most));
  StringRef what = areEnds ? "ends" : "counts";
  StringRef advice = areEnds ? "pass where groups end, one after the other"
                             : "pass how many rows of each matrix count";
  asserts.require(ok, what + Twine("[{0}] from {1} to {2}, got {3}; ") + advice,
                  {index, least, most, entry});
  return entry;
}

void GroupChecks::build() {
  ImplicitLocOpBuilder &builder = asserts.builder;
  Value zero = constant(0);
  Value size = asserts.toValue(asserts.getSizes(entries).front());
  auto loop = scf::ForOp::create(builder, zero, size, constant(1), zero);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value entry = check(loop.getInductionVar(), loop.getRegionIterArg(0));
  scf::YieldOp::create(builder, areEnds ? entry : zero);
}

/// The size of the dimension of the lhs that the groups of `op` divide: its
/// rows, which are those of each matrix of a batch, or its K.
template <typename Op>
static Value findSize(Op op, Grouping grouping) {
  SizeAsserts asserts(op);
  unsigned dim = grouping == Grouping::M ? 0 : 1;
  return asserts.toValue(asserts.getShape(op.getLhs())[dim]);
}

template <typename Op>
static void checkEntries(Op op) {
  Grouping grouping =
      *getGrouping(op.getLhs().getType(), op.getRhs().getType());
  Value entries = op.getEnds() ? op.getEnds() : op.getCounts();
  if (entries)
    GroupChecks(op, entries, bool(op.getEnds()), findSize(op, grouping))
        .build();
}

void mlir::lowp::checkGroups(Operation *op) {
  if (auto grouped = dyn_cast<GroupedMatmulOp>(op))
    checkEntries(grouped);
  if (auto grouped = dyn_cast<GroupedScaledMatmulOp>(op))
    checkEntries(grouped);
}
