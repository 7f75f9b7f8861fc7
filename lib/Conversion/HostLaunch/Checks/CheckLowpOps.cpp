//===- CheckLowpOps.cpp - Do operands of matmuls fit each other -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeAsserts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// The sizes of a matmul, whose operands have the contracted dimension last.
struct MatmulSizes {
  SmallVector<OpFoldResult> lhs, rhs;
  /// How many groups have an offset or a count; nothing without groups.
  std::optional<OpFoldResult> groups;

  /// The sizes of the result.
  SmallVector<OpFoldResult> getProduct() const;
};
} // namespace

SmallVector<OpFoldResult> MatmulSizes::getProduct() const {
  bool isLhsBatch = lhs.size() == 3, isRhsBatch = rhs.size() == 3;
  SmallVector<OpFoldResult> product{lhs[isLhsBatch], rhs[isRhsBatch]};
  // Rows of one matrix are in groups.
  if (groups && !isLhsBatch && isRhsBatch)
    return product;
  if (isLhsBatch || isRhsBatch)
    product.insert(product.begin(), isLhsBatch ? lhs.front() : rhs.front());
  else if (groups)
    product.insert(product.begin(), *groups);
  return product;
}

static void checkOperands(SizeAsserts &asserts, const MatmulSizes &sizes) {
  asserts.requireEqual(sizes.lhs.back(), sizes.rhs.back(),
                       "operands of one K, got two; pass tensors that fit");
  bool isRhsBatch = sizes.rhs.size() == 3;
  if (sizes.lhs.size() == 3 && isRhsBatch)
    asserts.requireEqual(sizes.lhs.front(), sizes.rhs.front(),
                         "batches of as many matrices, got two numbers; pass "
                         "tensors that fit");
  if (sizes.groups && isRhsBatch)
    asserts.requireEqual(*sizes.groups, sizes.rhs.front(),
                         "as many groups as matrices, got two numbers; pass "
                         "tensors that fit");
}

/// That `op` makes what its accumulator and the type of its result say.
static void checkProduct(SizeAsserts &asserts, ArrayRef<OpFoldResult> product,
                         Value accumulator, Value result) {
  if (accumulator)
    for (auto [size, own] :
         llvm::zip_equal(asserts.getSizes(accumulator), product))
      asserts.requireEqual(size, own,
                           "an accumulator as large as the product, got "
                           "another size; pass tensors that fit");
  asserts.requireShape(product,
                       cast<RankedTensorType>(result.getType()).getShape(),
                       "a product");
}

template <typename Op>
static void checkSizes(Op op, Value numbers) {
  SizeAsserts asserts(op);
  MatmulSizes sizes{asserts.getShape(op.getLhs()),
                    asserts.getShape(op.getRhs()), std::nullopt};
  if (numbers)
    sizes.groups = asserts.getSizes(numbers).front();
  checkOperands(asserts, sizes);
  checkProduct(asserts, sizes.getProduct(), op.getAccumulator(),
               op.getResult());
}

template <typename Op>
static void checkGrouped(Op op) {
  checkSizes(op, op.getEnds() ? op.getEnds() : op.getCounts());
}

/// Each dimension of a gemm without scales that maps name as a whole has one
/// size, which is that of groups for the first of four.
static void checkGemm(GemmOp op) {
  if (op.isScaled() || !isa<RankedTensorType>(op.getInit().getType()))
    return;
  SizeAsserts asserts(op);
  SmallVector<AffineMap> maps = op.getMaps();
  SmallVector<OpFoldResult> known(maps.front().getNumDims());
  auto check = [&](unsigned dim, OpFoldResult size) {
    if (known[dim])
      asserts.requireEqual(
          known[dim], size,
          llvm::formatv("operands of one size in dimension {0} of the indexing "
                        "maps, got two; pass tensors that fit",
                        dim));
    else
      known[dim] = size;
  };
  auto checkOperand = [&](Value operand, AffineMap map) {
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), asserts.getSizes(operand)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        check(dim.getPosition(), size);
  };
  checkOperand(op.getLhsData(), maps[0]);
  checkOperand(op.getRhsData(), maps[1]);
  for (Value init : op.getInits())
    checkOperand(init, maps[2]);
  for (auto [input, map] :
       llvm::zip_equal(op.getInputs(), op.getEpilogueMaps()))
    checkOperand(input, map);
  if (Value numbers = op.getGroups())
    check(0, asserts.getSizes(numbers).front());
}

/// That there is an end for each of the groups of a scaled type, if it knows
/// their number.
static void checkEnds(Operation *op, Value ends, ArrayRef<ScaledType> types) {
  if (!ends)
    return;
  SizeAsserts asserts(op);
  for (ScaledType type : types) {
    int64_t count =
        type.isGrouped() ? type.getGroups().getCount() : ShapedType::kDynamic;
    if (!ShapedType::isDynamic(count))
      asserts.requireEqual(
          asserts.getSizes(ends).front(), asserts.builder.getIndexAttr(count),
          llvm::formatv("the ends of {0} groups, got another number; pass one "
                        "for each",
                        count));
  }
}

/// That there is a row of the table for each group.
static void checkTable(RepeatRowsOp op) {
  SizeAsserts asserts(op);
  asserts.requireEqual(asserts.getSizes(op.getTable()).front(),
                       asserts.getSizes(op.getEnds()).front(),
                       "as many groups as rows of the table, got two numbers; "
                       "pass tensors that fit");
}

static void checkInput(Operation *op, Value input, Type result) {
  SizeAsserts asserts(op);
  ArrayRef<int64_t> shape = isa<ScaledType>(result)
                                ? cast<ScaledType>(result).getShape()
                                : cast<RankedTensorType>(result).getShape();
  asserts.requireShape(asserts.getShape(input), shape, "an input");
}

void mlir::lowp::checkLowpOp(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([](ScaledMatmulOp op) { checkSizes(op, Value()); })
      .Case<GroupedMatmulOp, GroupedScaledMatmulOp>(
          [](auto op) { checkGrouped(op); })
      .Case([](GemmOp op) { checkGemm(op); })
      .Case([](RepeatRowsOp op) { checkTable(op); })
      .Case([](QuantizeOp op) {
        checkInput(op, op.getInput(), op.getType());
        checkEnds(op, op.getEnds(), op.getType());
      })
      .Case([](DequantizeOp op) {
        checkInput(op, op.getInput(), op.getType());
        checkEnds(op, op.getEnds(), op.getInput().getType());
      })
      .Case([](RelayoutOp op) {
        checkEnds(op, op.getEnds(), {op.getInput().getType(), op.getType()});
      })
      .Case([](OrderRowsOp op) {
        checkInput(op, op.getIds(), op.getRows().getType());
        checkInput(op, op.getIds(), op.getPlaces().getType());
      });
}
