//===- CheckTensorOps.cpp - What tensor operations demand of sizes --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeAsserts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// That all dimensions of `lhs` but `except` are those of `rhs`.
static void requireSameSizes(SizeAsserts &asserts, Value lhs, Value rhs,
                             StringRef names, int64_t except = -1) {
  for (auto [dim, sizes] : llvm::enumerate(
           llvm::zip_equal(asserts.getSizes(lhs), asserts.getSizes(rhs)))) {
    auto [left, right] = sizes;
    if (static_cast<int64_t>(dim) != except)
      asserts.requireEqual(left, right,
                           llvm::formatv("{0} of one size in dimension {1}, "
                                         "got two; pass tensors that fit",
                                         names, dim));
  }
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// How many steps of `stride` there are in `available` elements, 0 or more.
static OpFoldResult countSteps(SizeAsserts &asserts, Value available,
                               OpFoldResult stride) {
  if (getConstantIntValue(stride) == 1)
    return available;
  ImplicitLocOpBuilder &builder = asserts.builder;
  // A stride of less than 1 has failed a check by now; the division must not
  // trap all the same, where it is moved before that.
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value step = arith::MaxSIOp::create(builder, asserts.toValue(stride), one);
  Value less = arith::SubIOp::create(builder, available, one);
  Value steps = arith::DivSIOp::create(builder, less, step);
  Value count = arith::AddIOp::create(builder, steps, one);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value isNone = arith::CmpIOp::create(builder, arith::CmpIPredicate::sle,
                                       available, zero);
  return arith::SelectOp::create(builder, isNone, zero, count).getResult();
}

/// That a slice lies in `whole`. Upstream's checks take negative sizes, and
/// offsets that wrap around.
static void checkSlice(OffsetSizeAndStrideOpInterface op, Value whole) {
  SizeAsserts asserts(op);
  SmallVector<OpFoldResult> dims = asserts.getSizes(whole);
  for (auto [dim, size] : llvm::enumerate(dims)) {
    OpFoldResult offset = op.getMixedOffsets()[dim];
    OpFoldResult length = op.getMixedSizes()[dim];
    OpFoldResult stride = op.getMixedStrides()[dim];
    auto message = [dim = dim](StringRef what) {
      return llvm::formatv("{0} in dimension {1}, got another one; slice what "
                           "the tensor has",
                           what, dim)
          .str();
    };
    asserts.requireNotNegative(offset, message("an offset of 0 or more"));
    asserts.requireNotNegative(length, message("a size of 0 or more"));
    asserts.requireAtMost(asserts.builder.getIndexAttr(1), stride,
                          message("a stride of 1 or more"));
    asserts.requireAtMost(offset, size, message("an offset within the tensor"));
    if (getConstantIntValue(offset) && getConstantIntValue(length) &&
        getConstantIntValue(stride) && getConstantIntValue(size))
      continue; // The verifier has compared them.
    Value rest = arith::SubIOp::create(asserts.builder, asserts.toValue(size),
                                       asserts.toValue(offset));
    asserts.requireAtMost(length, countSteps(asserts, rest, stride),
                          message("a slice that ends within the tensor"));
  }
}

/// That the tensor which is inserted is as large as the slice.
static void checkInserted(OffsetSizeAndStrideOpInterface op, Value source) {
  SizeAsserts asserts(op);
  SmallVector<OpFoldResult> sizes = asserts.getSizes(source);
  llvm::SmallBitVector dropped(op.getMixedSizes().size());
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op.getOperation()))
    dropped = insert.getDroppedDims();
  unsigned next = 0;
  for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(dim))
      asserts.requireEqual(
          sizes[next++], size,
          llvm::formatv("a source as large as the slice in dimension {0}, got "
                        "another size",
                        dim));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static void checkConcat(tensor::ConcatOp op) {
  SizeAsserts asserts(op);
  for (Value input : op.getInputs().drop_front())
    requireSameSizes(asserts, op.getInputs().front(), input, "inputs",
                     static_cast<int64_t>(op.getDim()));
}

static void checkPad(tensor::PadOp op) {
  SizeAsserts asserts(op);
  for (OpFoldResult amount : llvm::concat<const OpFoldResult>(
           op.getMixedLowPad(), op.getMixedHighPad()))
    asserts.requireNotNegative(amount, "padding of 0 or more, got less");
}

/// Dimensions become several, of as many elements.
static void checkExpand(tensor::ExpandShapeOp op) {
  SizeAsserts asserts(op);
  SmallVector<OpFoldResult> source = asserts.getSizes(op.getSrc());
  SmallVector<OpFoldResult> result = op.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    auto sizes = llvm::map_to_vector(
        group, [&](int64_t position) { return result[position]; });
    asserts.requireCount(
        sizes, source[dim],
        llvm::formatv("sizes whose product is dimension {0} of the source, got "
                      "another product",
                      dim));
  }
}

/// The outer sizes of what is packed follow from the tensor that is not.
static void checkPacked(linalg::PackOp op, Value plain, Value packed) {
  SizeAsserts asserts(op);
  SmallVector<OpFoldResult> sizes = linalg::PackOp::getResultShape(
      asserts.builder, op.getLoc(), asserts.getSizes(plain), op.getMixedTiles(),
      op.getInnerDimsPos(), op.getOuterDimsPerm());
  for (auto [dim, expected, size] :
       llvm::enumerate(sizes, asserts.getSizes(packed)))
    asserts.requireEqual(size, expected,
                         llvm::formatv("as many tiles as the source has in "
                                       "dimension {0}, got another number",
                                       dim));
}

//===----------------------------------------------------------------------===//
// Scaled values
//===----------------------------------------------------------------------===//

/// That `part` has the sizes that the storage maps of the type give it.
static void checkPart(SizeAsserts &asserts, ArrayRef<OpFoldResult> shape,
                      Value part, AffineMap map, StringRef name) {
  auto type = cast<RankedTensorType>(part.getType());
  Location loc = asserts.builder.getLoc();
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    bool isOpen = false;
    expr.walk(
        [&](AffineExpr inner) { isOpen |= isa<AffineSymbolExpr>(inner); });
    // The symbol stands for what the shape does not say.
    if (isOpen || !type.isDynamicDim(dim))
      continue;
    AffineMap single =
        AffineMap::get(map.getNumDims(), 0, expr, expr.getContext());
    OpFoldResult expected = affine::makeComposedFoldedAffineApply(
        asserts.builder, loc, single, shape);
    asserts.requireEqual(
        tensor::getMixedSize(asserts.builder, loc, part, dim), expected,
        llvm::formatv("{0} with the size in dimension {1} that follows from "
                      "the shape, got another one",
                      name, dim));
  }
}

/// That data and scales are of one shape.
static void checkMakeScaled(MakeScaledOp op) {
  SizeAsserts asserts(op);
  asserts.builder.setInsertionPointAfter(op);
  SmallVector<OpFoldResult> shape = asserts.getShape(op.getResult());
  SmallVector<AffineMap, 3> maps = op.getType().getStorageShapeMaps();
  for (auto [part, map] : llvm::zip_equal(op->getOperands(), maps))
    checkPart(asserts, shape, part, map,
              part == op.getData() ? "data" : "scales");
}

/// That there is a position for each update, and an element for each of a row.
static void checkScatter(ScatterOp op) {
  SizeAsserts asserts(op);
  SmallVector<OpFoldResult> updates = asserts.getSizes(op.getUpdates());
  asserts.requireEqual(asserts.getSizes(op.getPositions()).front(),
                       updates.front(),
                       "an index for each update, got another number; pass "
                       "tensors that fit");
  SmallVector<OpFoldResult> sizes = asserts.getSizes(op.getInit());
  for (auto [dim, size] :
       llvm::zip_equal(op.getRowDims(), llvm::drop_begin(updates)))
    asserts.requireEqual(
        size, sizes[dim],
        llvm::formatv("updates as long as the destination in dimension {0}, "
                      "got another size; pass tensors that fit",
                      dim));
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

void mlir::lowp::checkTensorOp(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([](tensor::ExtractSliceOp op) { checkSlice(op, op.getSource()); })
      .Case([](memref::SubViewOp op) { checkSlice(op, op.getSource()); })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>([](auto op) {
        checkSlice(op, op.getDest());
        checkInserted(op, op.getSource());
      })
      .Case([](tensor::ConcatOp op) { checkConcat(op); })
      .Case([](tensor::PadOp op) { checkPad(op); })
      .Case([](tensor::ExpandShapeOp op) { checkExpand(op); })
      .Case([](linalg::PackOp op) {
        checkPacked(op, op.getSource(), op.getDest());
      })
      .Case([](linalg::SoftmaxOp op) {
        SizeAsserts asserts(op);
        requireSameSizes(asserts, op.getInput(), op.getOutput(),
                         "input and output");
      })
      .Case([](bufferization::MaterializeInDestinationOp op) {
        SizeAsserts asserts(op);
        requireSameSizes(asserts, op.getSource(), op.getDest(),
                         "source and destination");
      })
      .Case([](MakeScaledOp op) { checkMakeScaled(op); })
      .Case([](ScatterOp op) { checkScatter(op); });
}
