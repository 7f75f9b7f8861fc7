//===- PositionFunction.cpp - Elements that their positions tell ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionFunction.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Operations for one element: about what reading it would take.
static constexpr int kMaxOperations = 32;

//===----------------------------------------------------------------------===//
// Whether
//===----------------------------------------------------------------------===//

static bool check(Value tensor, int &left);

static bool isConstant(Value number) {
  return matchPattern(number, m_Constant());
}

/// What an operation in a body takes from outside is a constant.
static bool takesConstants(Operation &inner, Operation *op) {
  return llvm::all_of(inner.getOperands(), [&](Value operand) {
    return op->isProperAncestor(operand.getParentBlock()->getParentOp()) ||
           operand.getParentBlock()->getParentOp() == op || isConstant(operand);
  });
}

static bool checkBody(linalg::LinalgOp op, int &left) {
  for (Operation &inner : *op.getBlock()) {
    bool isFree =
        isa<linalg::IndexOp, linalg::YieldOp, arith::ConstantOp>(inner);
    bool isCheap = isa<arith::ArithDialect>(inner.getDialect()) &&
                   isPure(&inner) && !isSlowFunction(inner);
    if ((!isFree && (!isCheap || --left < 0)) || !takesConstants(inner, op))
      return false;
  }
  return true;
}

static bool checkLinalg(linalg::LinalgOp op, int &left) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) ||
      !checkBody(op, left))
    return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    Value value = input->get();
    return !op.payloadUsesValueFromOperand(input) ||
           (isa<RankedTensorType>(value.getType()) ? check(value, left)
                                                   : isConstant(value));
  });
}

/// What `tensor` is a view of, whose indices are some of its own or 0; nothing
/// if it is no such view.
static std::optional<MappedTensor> getPlainView(Value tensor) {
  std::optional<MappedTensor> source = lookThroughOne(MappedTensor::of(tensor));
  bool isPlain =
      source && llvm::all_of(source->map.getResults(),
                             llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
  return isPlain ? source : std::nullopt;
}

static bool checkConcat(tensor::ConcatOp op, int &left) {
  for (Value part : op.getInputs().drop_back())
    if (cast<RankedTensorType>(part.getType()).isDynamicDim(op.getDim()))
      return false;
  // Each part but one takes a comparison, a choice and a difference.
  left -= 3 * op.getInputs().size();
  return llvm::all_of(op.getInputs(),
                      [&](Value part) { return check(part, left); });
}

static bool check(Value tensor, int &left) {
  if (left < 0)
    return false;
  Operation *op = tensor.getDefiningOp();
  if (!op || !isa<RankedTensorType>(tensor.getType()))
    return false;
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::ConstantOp constant) {
        return isa<SplatElementsAttr>(constant.getValue());
      })
      .Case([&](linalg::LinalgOp linalg) { return checkLinalg(linalg, left); })
      .Case<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](Operation *) {
            std::optional<MappedTensor> source = getPlainView(tensor);
            return source && check(source->value, left);
          })
      .Case([&](tensor::ExtractSliceOp slice) {
        left -= slice.getSourceType().getRank();
        return !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
               !ShapedType::isDynamicShape(slice.getStaticStrides()) &&
               check(slice.getSource(), left);
      })
      .Case([&](tensor::ConcatOp concat) { return checkConcat(concat, left); })
      .Default(false);
}

bool mlir::lowp::isPositionFunction(Value tensor) {
  int left = kMaxOperations;
  return check(tensor, left);
}

//===----------------------------------------------------------------------===//
// The element
//===----------------------------------------------------------------------===//

static Value buildIndexConstant(OpBuilder &b, Location loc, int64_t number) {
  return arith::ConstantIndexOp::create(b, loc, number);
}

static SmallVector<Value> buildIndices(OpBuilder &b, Location loc,
                                       AffineMap map, ValueRange position) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    return affine::expandAffineExpr(b, loc, index, position, {});
  });
}

static Value buildFrom(OpBuilder &b, Location loc, linalg::LinalgOp op,
                       ValueRange position) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!op.payloadUsesValueFromOperand(input))
      continue;
    Value value = input->get();
    if (isa<RankedTensorType>(value.getType())) {
      value = buildElement(
          b, loc, value,
          buildIndices(b, loc, op.getMatchingIndexingMap(input), position));
    }
    mapping.map(op.getMatchingBlockArgument(input), value);
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), position[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return mapping.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0));
}

static Value buildFrom(OpBuilder &b, Location loc, tensor::ExtractSliceOp op,
                       ValueRange position) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> read;
  for (int64_t dim = 0, kept = 0; dim < op.getSourceType().getRank(); ++dim) {
    Value index = buildIndexConstant(b, loc, op.getStaticOffset(dim));
    if (!dropped[dim]) {
      Value step = b.createOrFold<arith::MulIOp>(
          loc, position[kept++],
          buildIndexConstant(b, loc, op.getStaticStride(dim)));
      index = b.createOrFold<arith::AddIOp>(loc, step, index);
    }
    read.push_back(index);
  }
  return buildElement(b, loc, op.getSource(), read);
}

static Value buildFrom(OpBuilder &b, Location loc, tensor::ConcatOp op,
                       ValueRange position) {
  Value element, index = position[op.getDim()];
  int64_t offset = 0;
  SmallVector<Value> read(position);
  SmallVector<std::pair<Value, Value>> parts;
  for (Value part : op.getInputs()) {
    read[op.getDim()] = b.createOrFold<arith::SubIOp>(
        loc, index, buildIndexConstant(b, loc, offset));
    element = buildElement(b, loc, part, read);
    offset += cast<RankedTensorType>(part.getType()).getDimSize(op.getDim());
    Value isBefore = parts.size() + 1 == op.getInputs().size()
                         ? Value()
                         : b.createOrFold<arith::CmpIOp>(
                               loc, arith::CmpIPredicate::slt, index,
                               buildIndexConstant(b, loc, offset));
    parts.push_back({isBefore, element});
  }
  for (auto [isBefore, part] : llvm::drop_begin(llvm::reverse(parts)))
    element = b.createOrFold<arith::SelectOp>(loc, isBefore, part, element);
  return element;
}

Value mlir::lowp::buildElement(OpBuilder &b, Location loc, Value tensor,
                               ValueRange position) {
  return TypeSwitch<Operation *, Value>(tensor.getDefiningOp())
      .Case([&](arith::ConstantOp constant) {
        auto elements = cast<SplatElementsAttr>(constant.getValue());
        return arith::ConstantOp::create(
            b, loc, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
      })
      .Case<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](Operation *) {
            MappedTensor source = *getPlainView(tensor);
            return buildElement(b, loc, source.value,
                                buildIndices(b, loc, source.map, position));
          })
      .Case<linalg::LinalgOp, tensor::ExtractSliceOp, tensor::ConcatOp>(
          [&](auto op) { return buildFrom(b, loc, op, position); });
}
