//===- OrderPatterns.cpp - Rows in the order of groups --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort of which each step is a sum of integers, so that no order of
// execution can be seen: ids of each group in each chunk, those in earlier
// chunks, ends of groups, and the ids of its group before a row in its chunk.
// Rows in no group are one group more, after all others.
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilders.h"
#include "Patterns.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// How many ids a chunk has. A row looks at all of its own chunk, a chunk at
/// all before it.
constexpr int64_t kChunk = 256;

/// Builds the steps.
class RowOrder {
public:
  RowOrder(ImplicitLocOpBuilder &b, Value ids, int64_t groups)
      : b(b), ids(ids), groups(groups),
        size(tensor::getMixedSize(b, b.getLoc(), ids, 0)) {}

  /// Rows, places and ends.
  SmallVector<Value> build();

private:
  using Loops = ArrayRef<unsigned>;
  using Term = function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

  /// Sums `term` of the elements of `input` at loops `read`, where loops
  /// `written` are those of the result.
  Value buildSum(Value input, Loops read, ArrayRef<OpFoldResult> sizes,
                 Loops written, Term term);
  /// The group of row `row`, an index; that of no group is `groups`.
  Value buildGroup(ImplicitLocOpBuilder &b, Value row);
  /// How many ids `chunk` has of each group: chunks x (groups + 1).
  Value buildCounts();
  Value buildCountsBefore(Value counts);
  Value buildEnds(Value counts);
  Value buildRanks();
  /// Places, the same as i64, and the numbers of rows.
  SmallVector<Value> buildPlaces(Value before, Value ends, Value ranks);
  Value buildRows(Value positions, Value numbers);

  /// Whether id `at` of the chunk is there, and of group `group`; as i32.
  Value buildIsOfGroup(ImplicitLocOpBuilder &b, Value chunk, Value at,
                       Value group, Value limit);
  /// Whose size is that of a chunk, and whose elements nobody reads.
  Value buildWindow();

  ImplicitLocOpBuilder &b;
  Value ids;
  int64_t groups;
  OpFoldResult size;
};

} // namespace

Value RowOrder::buildSum(Value input, Loops read, ArrayRef<OpFoldResult> sizes,
                         Loops written, Term term) {
  Value init = buildZeros(b, b.getLoc(), sizes, b.getI32Type());
  unsigned count =
      std::max(*llvm::max_element(read), *llvm::max_element(written)) + 1;
  auto select = [&](Loops loops) {
    return AffineMap::getMultiDimMapWithTargets(count, loops, b.getContext());
  };
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    return arith::AddIOp::create(b, elements.back(), term(b, elements));
  };
  return buildGeneric(b, b.getLoc(), input, init,
                      {select(read), select(written)}, body);
}

Value RowOrder::buildGroup(ImplicitLocOpBuilder &b, Value row) {
  Value id = tensor::ExtractOp::create(b, ids, row);
  Value count =
      arith::ConstantOp::create(b, b.getIntegerAttr(id.getType(), groups));
  Value isGroup =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, id, count);
  Value group = arith::SelectOp::create(b, isGroup, id, count);
  return arith::IndexCastUIOp::create(b, b.getIndexType(), group);
}

Value RowOrder::buildIsOfGroup(ImplicitLocOpBuilder &b, Value chunk, Value at,
                               Value group, Value limit) {
  Value first = arith::MulIOp::create(
      b, chunk, arith::ConstantIndexOp::create(b, kChunk));
  Value row = arith::AddIOp::create(b, first, at);
  Value isRow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row, limit);
  // Row 0 is there: nobody is in this body otherwise.
  Value read = arith::SelectOp::create(b, isRow, row,
                                       arith::ConstantIndexOp::create(b, 0));
  Value isOfGroup = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          buildGroup(b, read), group);
  Value counts = arith::AndIOp::create(b, isRow, isOfGroup);
  return arith::ExtUIOp::create(b, b.getI32Type(), counts);
}

Value RowOrder::buildWindow() {
  return tensor::EmptyOp::create(b, ArrayRef<int64_t>{kChunk}, b.getI32Type());
}

Value RowOrder::buildCounts() {
  AffineExpr rows = b.getAffineSymbolExpr(0);
  OpFoldResult chunks = affine::makeComposedFoldedAffineApply(
      b, b.getLoc(), rows.ceilDiv(kChunk), size);
  auto term = [&](ImplicitLocOpBuilder &b, ValueRange) {
    return buildIsOfGroup(
        b, linalg::IndexOp::create(b, 0), linalg::IndexOp::create(b, 2),
        linalg::IndexOp::create(b, 1), tensor::DimOp::create(b, ids, 0));
  };
  return buildSum(buildWindow(), {2}, {chunks, b.getIndexAttr(groups + 1)},
                  {0, 1}, term);
}

Value RowOrder::buildCountsBefore(Value counts) {
  auto term = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           linalg::IndexOp::create(b, 2),
                                           linalg::IndexOp::create(b, 0));
    return orZero(b, b.getLoc(), isBefore, elements.front());
  };
  return buildSum(counts, {2, 1}, tensor::getMixedSizes(b, b.getLoc(), counts),
                  {0, 1}, term);
}

Value RowOrder::buildEnds(Value counts) {
  auto term = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::ule,
                                           linalg::IndexOp::create(b, 2),
                                           linalg::IndexOp::create(b, 0));
    return orZero(b, b.getLoc(), isBefore, elements.front());
  };
  return buildSum(counts, {1, 2}, {b.getIndexAttr(groups)}, {0}, term);
}

Value RowOrder::buildRanks() {
  auto term = [&](ImplicitLocOpBuilder &b, ValueRange) {
    Value row = linalg::IndexOp::create(b, 0);
    Value chunk = arith::DivUIOp::create(
        b, row, arith::ConstantIndexOp::create(b, kChunk));
    return buildIsOfGroup(b, chunk, linalg::IndexOp::create(b, 1),
                          buildGroup(b, row), row);
  };
  return buildSum(buildWindow(), {1}, {size}, {0}, term);
}

SmallVector<Value> RowOrder::buildPlaces(Value before, Value ends,
                                         Value ranks) {
  IntegerType i32 = b.getI32Type(), i64 = b.getI64Type();
  SmallVector<Value> inits;
  for (IntegerType type : {i32, i64, i32})
    inits.push_back(tensor::EmptyOp::create(b, size, type));
  auto body = [&](OpBuilder &nested, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder b(loc, nested);
    Value row = linalg::IndexOp::create(b, 0), group = buildGroup(b, row);
    Value chunk = arith::DivUIOp::create(
        b, row, arith::ConstantIndexOp::create(b, kChunk));
    Value earlier =
        tensor::ExtractOp::create(b, before, ValueRange{chunk, group});
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value hasStart =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, group, zero);
    Value previous = arith::SelectOp::create(
        b, hasStart,
        arith::SubIOp::create(b, group, arith::ConstantIndexOp::create(b, 1)),
        zero);
    Value start = orZero(b, b.getLoc(), hasStart,
                         tensor::ExtractOp::create(b, ends, previous));
    Value place = arith::AddIOp::create(
        b, start, arith::AddIOp::create(b, earlier, elements.front()));
    Value results[] = {place, arith::ExtUIOp::create(b, i64, place),
                       arith::IndexCastOp::create(b, i32, row)};
    linalg::YieldOp::create(b, results);
  };
  SmallVector<AffineMap> maps(4, b.getMultiDimIdentityMap(1));
  return linalg::GenericOp::create(b, TypeRange(ValueRange(inits)), ranks,
                                   inits, maps, utils::IteratorType::parallel,
                                   body)
      .getResults();
}

Value RowOrder::buildRows(Value positions, Value numbers) {
  Value init = tensor::EmptyOp::create(b, size, b.getI32Type());
  auto scatter =
      ScatterOp::create(b, init.getType(), numbers, positions,
                        /*links=*/Value(), init, /*dimensions=*/0,
                        /*unique=*/true, /*window=*/DenseI64ArrayAttr());
  OpBuilder::InsertionGuard guard(b);
  Block *body =
      b.createBlock(&scatter.getCombiner(), {},
                    {b.getI32Type(), b.getI32Type()}, {b.getLoc(), b.getLoc()});
  ScatterYieldOp::create(b, body->getArgument(0));
  return scatter->getResult(0);
}

SmallVector<Value> RowOrder::build() {
  Value counts = buildCounts();
  Value ends = buildEnds(counts);
  SmallVector<Value> places =
      buildPlaces(buildCountsBefore(counts), ends, buildRanks());
  return {buildRows(places[1], places[2]), places[0], ends};
}

static Value buildEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                        OpFoldResult size) {
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

LogicalResult mlir::lowp::lowerOrderRows(OrderRowsOp op,
                                         PatternRewriter &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  int64_t groups = op.getEnds().getType().getDimSize(0);
  SmallVector<Value> results = RowOrder(b, op.getIds(), groups).build();
  return replaceWithCasts(rewriter, op, results);
}

/// The CPU has no such kernel.
LogicalResult mlir::lowp::unformOrderRows(LaunchOrderRowsOp op,
                                          PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return failure();
  rewriter.replaceOpWithNewOp<OrderRowsOp>(op, op.getResultTypes(),
                                           op.getIds());
  return success();
}

/// One kernel sorts, if it has room for the counts.
LogicalResult mlir::lowp::formOrderRows(OrderRowsOp op,
                                        PatternRewriter &rewriter) {
  if (op.getEnds().getType().getDimSize(0) > LaunchOrderRowsOp::kMostGroups)
    return failure();
  OpFoldResult size =
      tensor::getMixedSize(rewriter, op.getLoc(), op.getIds(), 0);
  SmallVector<Value> inits;
  for (Type type : op.getResultTypes())
    inits.push_back(
        buildEmpty(rewriter, op.getLoc(), cast<RankedTensorType>(type), size));
  rewriter.replaceOpWithNewOp<LaunchOrderRowsOp>(op, op.getResultTypes(),
                                                 op.getIds(), inits);
  return success();
}
