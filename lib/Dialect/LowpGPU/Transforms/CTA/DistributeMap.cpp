//===- DistributeMap.cpp - Elementwise computations in a CTA --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic is done on vectors, of which LLVM makes packed instructions where
// there are any; functions, which later passes expand for scalars, one by one.
// What follows from numbers of the row alone is computed once per row.
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "NarrowCasts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether `value` is the constant `number`.
static bool isConstant(Value value, double number) {
  APFloat constant(0.0);
  return matchPattern(value, m_ConstantFloat(&constant)) &&
         constant.convertToDouble() == number;
}

/// The f32 that a cast to 8 bits saturates, if the chip has an instruction for
/// both together, else null.
static Value matchSaturatedCast(arith::TruncFOp op) {
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(op.getType()) ||
      !op.getIn().getType().isF32())
    return {};
  double limit = lowp::getFloatFormat(op.getType())->maxFinite();
  auto lower = op.getIn().getDefiningOp<arith::MinimumFOp>();
  if (!lower || !isConstant(lower.getRhs(), limit))
    return {};
  auto raise = lower.getLhs().getDefiningOp<arith::MaximumFOp>();
  if (!raise || !isConstant(raise.getRhs(), -limit))
    return {};
  return raise.getLhs();
}

namespace {

/// Computes one piece of the results of a cta_map.
class PieceBuilder {
public:
  PieceBuilder(ImplicitLocOpBuilder &b, int64_t width) : b(b), width(width) {}

  /// `inputs` are vectors or, for `width` 0, single elements.
  SmallVector<Value> build(CTAMapOp op, ArrayRef<Value> inputs);

private:
  Type like(Type element) const {
    return width ? VectorType::get(width, element) : element;
  }
  /// What stands for `values`, as vectors.
  SmallVector<Value> getVectors(ValueRange values);
  /// Returns the elements of a vector, or the one that `value` is.
  SmallVector<Value> getElements(Value value);
  void convert(Operation &op);
  void cloneOnVectors(Operation &op);
  void cloneOnElements(Operation &op);
  bool convertCast(arith::TruncFOp op);
  bool convertNarrowCast(arith::TruncFOp op);
  bool convertScaleCode(Operation &op);
  bool convertCast(arith::ExtFOp op);
  bool convertQuotient(arith::DivFOp op);

  ImplicitLocOpBuilder &b;
  int64_t width;
  IRMapping mapping;
};

} // namespace

/// Whether elements are divided by an approximation and corrections of it.
static bool isDividedInSteps(arith::DivFOp op) {
  using arith::FastMathFlags;
  return op.getType().isF32() &&
         !arith::bitEnumContainsAny(op.getFastmath(),
                                    FastMathFlags::arcp | FastMathFlags::afn);
}

static bool isUniform(Value value) { return !isa<VectorType>(value.getType()); }

/// Whether `op` computes integers for which the chip has no instructions on
/// several elements. One by one, LLVM sees what neighbours have in common:
/// those of a vector often have the same quotient of their positions.
static bool isIntegerArithmetic(Operation &op) {
  auto isWide = [](Type type) {
    return type.isIndex() || type.isInteger(32) || type.isInteger(64);
  };
  return isa<arith::ArithDialect>(op.getDialect()) &&
         llvm::all_of(op.getOperandTypes(), isWide) &&
         llvm::all_of(op.getResultTypes(), isWide);
}

/// The number that all elements of `value` are, if they are integers, else
/// `value`: divisions of positions take long.
static Value getRepeated(Value value) {
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  bool isInteger = getElementTypeOrSelf(value.getType()).isIntOrIndex();
  return broadcast && isInteger && isUniform(broadcast.getSource())
             ? broadcast.getSource()
             : value;
}

SmallVector<Value> PieceBuilder::getVectors(ValueRange values) {
  SmallVector<Value> vectors;
  for (Value value : values) {
    Value mapped = mapping.lookupOrDefault(value);
    if (width && isUniform(mapped))
      mapped = vector::BroadcastOp::create(b, like(mapped.getType()), mapped);
    vectors.push_back(mapped);
  }
  return vectors;
}

SmallVector<Value> PieceBuilder::getElements(Value value) {
  if (isUniform(value))
    return {value};
  return llvm::map_to_vector(llvm::seq<int64_t>(width), [&](int64_t place) {
    return extractElement(b, value, place);
  });
}

void PieceBuilder::cloneOnVectors(Operation &op) {
  SmallVector<Value> operands = getVectors(op.getOperands());
  SmallVector<Type> types = llvm::map_to_vector(
      op.getResultTypes(), [&](Type type) { return like(type); });
  Operation *vectorOp = b.create(op.getLoc(), op.getName().getIdentifier(),
                                 operands, types, op.getAttrs());
  mapping.map(op.getResults(), vectorOp->getResults());
}

void PieceBuilder::cloneOnElements(Operation &op) {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  for (int64_t place = 0; place < width; ++place) {
    IRMapping scalars;
    for (Value operand : op.getOperands()) {
      Value mapped = mapping.lookupOrDefault(operand);
      if (!isUniform(mapped))
        mapped = extractElement(b, mapped, place);
      scalars.map(operand, mapped);
    }
    Operation *scalar = b.clone(op, scalars);
    for (auto [list, result] : llvm::zip_equal(results, scalar->getResults()))
      list.push_back(result);
  }
  for (auto [list, result] : llvm::zip_equal(results, op.getResults()))
    mapping.map(result, buildVector(b, list));
}

bool PieceBuilder::convertNarrowCast(arith::TruncFOp op) {
  Value values = mapping.lookupOrDefault(op.getIn());
  if (width % 2 != 0 || isUniform(values) || !isNarrowCast(op))
    return false;
  mapping.map(
      op.getResult(),
      buildVector(b, buildNarrowCasts(b, getElements(values), op.getType())));
  return true;
}

/// The exponent of a scale, rounded by the chip's instruction: what has led up
/// to `op` has no other users, and goes.
bool PieceBuilder::convertScaleCode(Operation &op) {
  Value source = lowp::matchMXRoundUp(&op);
  if (!source || !hasNarrowCasts(&op))
    return false;
  Value values = mapping.lookupOrDefault(source);
  SmallVector<Value> codes = buildScaleCodes(b, getElements(values));
  mapping.map(op.getResult(0),
              isUniform(values) ? codes.front() : buildVector(b, codes));
  return true;
}

bool PieceBuilder::convertCast(arith::TruncFOp op) {
  if (convertNarrowCast(op))
    return true;
  Value wide = matchSaturatedCast(op);
  if (!wide || width % 4 != 0)
    return false;
  Value values = mapping.lookupOrDefault(wide);
  if (isUniform(values))
    return false;
  SmallVector<Value> words;
  for (int64_t first = 0; first < width; first += 2) {
    // The first argument becomes the upper byte.
    Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
        b, b.getI16Type(), extractElement(b, values, first + 1),
        extractElement(b, values, first), NVVM::FPRoundingMode::RN,
        NVVM::SaturationMode::SATFINITE, /*relu=*/false, op.getType());
    words.push_back(pair);
  }
  mapping.map(op.getResult(),
              vector::BitCastOp::create(b, cast<VectorType>(like(op.getType())),
                                        buildVector(b, words)));
  return true;
}

// Every value of the 8-bit types is one of f16, and of bf16.
bool PieceBuilder::convertCast(arith::ExtFOp op) {
  Type from = op.getIn().getType();
  Value values = mapping.lookupOrDefault(op.getIn());
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(from) || width % 2 != 0 ||
      isUniform(values))
    return false;
  auto bytes = VectorType::get(2, b.getI8Type());
  auto halves = VectorType::get(2, b.getF16Type());
  SmallVector<Value> elements;
  for (int64_t first = 0; first < width; first += 2) {
    Value pair = vector::ShuffleOp::create(b, values, values,
                                           ArrayRef<int64_t>{first, first + 1});
    pair = NVVM::ConvertF8x2ToF16x2Op::create(
        b, halves, vector::BitCastOp::create(b, bytes, pair),
        /*relu=*/false, from);
    elements.push_back(extractElement(b, pair, 0));
    elements.push_back(extractElement(b, pair, 1));
  }
  Value result = buildVector(b, elements);
  if (!op.getType().isF16())
    result = arith::ExtFOp::create(
        b, like(op.getType().isBF16() ? b.getF32Type() : op.getType()), result);
  if (op.getType().isBF16())
    result = arith::TruncFOp::create(b, like(op.getType()), result);
  mapping.map(op.getResult(), result);
  return true;
}

// A division of the chip branches by itself: one branch for the elements of a
// thread takes less, and lets their divisions overlap.
bool PieceBuilder::convertQuotient(arith::DivFOp op) {
  if (!width || !isDividedInSteps(op) ||
      isUniform(mapping.lookupOrDefault(op.getRhs())))
    return false;
  SmallVector<Value> values = getVectors(op->getOperands());
  mapping.map(op.getResult(), distributeQuotient(b, values[0], values[1]));
  return true;
}

void PieceBuilder::convert(Operation &op) {
  if (auto cast = dyn_cast<arith::ExtFOp>(op); cast && convertCast(cast))
    return;
  if (auto cast = dyn_cast<arith::TruncFOp>(op); cast && convertCast(cast))
    return;
  if (convertScaleCode(op))
    return;
  if (auto divide = dyn_cast<DivideOp>(op)) {
    SmallVector<Value> values = getVectors(divide->getOperands());
    mapping.map(divide.getResult(),
                distributeDivide(b, values[0], values[1], values[2]));
    return;
  }
  if (auto quotient = dyn_cast<arith::DivFOp>(op);
      quotient && convertQuotient(quotient))
    return;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    mapping.map(constant.getResult(), b.clone(op)->getResult(0));
    return;
  }
  bool isOnce = llvm::all_of(op.getOperands(), [&](Value operand) {
    return isUniform(mapping.lookupOrDefault(operand));
  });
  if (isOnce) {
    b.clone(op, mapping);
    return;
  }
  bool isArithmetic =
      isa<arith::ArithDialect>(op.getDialect()) && !isa<arith::RemFOp>(op);
  bool hasInstruction =
      isa<math::AbsFOp, math::CopySignOp, math::FmaOp, math::SqrtOp>(op);
  bool isAlone = isIntegerArithmetic(op) || (!isArithmetic && !hasInstruction);
  if (width && isAlone)
    return cloneOnElements(op);
  cloneOnVectors(op);
}

SmallVector<Value> PieceBuilder::build(CTAMapOp op, ArrayRef<Value> inputs) {
  Block &body = op.getBody().front();
  for (auto [argument, input] : llvm::zip_equal(body.getArguments(), inputs))
    mapping.map(argument, getRepeated(input));
  for (Operation &inner : body.without_terminator())
    convert(inner);
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands()) {
    Value mapped = mapping.lookupOrDefault(value);
    if (width && isUniform(mapped))
      mapped = vector::BroadcastOp::create(b, like(mapped.getType()), mapped);
    results.push_back(mapped);
  }
  return results;
}

/// How a vector is divided whose elements are all the same.
static Fragment divideUniform(const ThreadPlace &place, VectorType type) {
  bool hasRows = type.getDimSize(0) == place.tileM;
  if (type.getDimSize(1) != place.tileN)
    return {Share::Entries, type, SmallVector<Value>(place.countEntries(type))};
  return {hasRows ? Share::Elements : Share::Columns, type,
          SmallVector<Value>((hasRows ? place.rows : 1) * place.vectors)};
}

SmallVector<Fragment>
mlir::lowp_gpu::distributeMap(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                              CTAMapOp op, ArrayRef<const Fragment *> inputs) {
  // The inputs that are vectors are divided alike.
  Fragment uniform = divideUniform(place, cast<VectorType>(op.getType(0)));
  const Fragment *model = &uniform;
  for (const Fragment *fragment : inputs)
    if (fragment)
      model = fragment;
  SmallVector<Fragment> results;
  for (Type type : op.getResultTypes())
    results.push_back(
        {model->share, cast<VectorType>(type), {}, model->byColumn});
  int64_t width = model->byColumn ? place.rows : place.width;
  if (model->share == Share::Entries)
    width = 0;
  for (size_t piece = 0; piece < model->pieces.size(); ++piece) {
    SmallVector<Value> values;
    for (auto [fragment, input] : llvm::zip_equal(inputs, op.getInputs()))
      values.push_back(fragment ? fragment->pieces[piece] : input);
    for (auto [result, value] :
         llvm::zip_equal(results, PieceBuilder(b, width).build(op, values)))
      result.pieces.push_back(value);
  }
  return results;
}

/// Whether the elements of a vector have `value`, of the body of `op`, in
/// common.
static bool isShared(CTAMapOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == &op.getBody().front())
    return isUniform(op.getInputs()[argument.getArgNumber()]);
  return matchPattern(value, m_Constant()) ||
         value.getParentRegion() != &op.getBody();
}

bool mlir::lowp_gpu::mayBranch(CTAMapOp op) {
  return llvm::any_of(op.getBody().front(), [&](Operation &inner) {
    auto quotient = dyn_cast<arith::DivFOp>(inner);
    return quotient && isDividedInSteps(quotient) &&
           !isShared(op, quotient.getRhs());
  });
}

/// `width` elements of `value` from index `first` on, if it is a vector.
static Value takeElements(ImplicitLocOpBuilder &b, Value value, int64_t first,
                          int64_t width) {
  if (isUniform(value))
    return value;
  return vector::ShuffleOp::create(
      b, value, value,
      llvm::to_vector(llvm::seq<int64_t>(first, first + width)));
}

/// Each step of a quotient has a register for every element: a few elements at
/// a time leave registers to other warps.
SmallVector<Value> mlir::lowp_gpu::mapPiece(ImplicitLocOpBuilder &b,
                                            const ThreadPlace &place,
                                            CTAMapOp op,
                                            ArrayRef<Value> inputs) {
  constexpr int64_t kQuotients = 4;
  if (place.width != 2 * kQuotients || !mayBranch(op))
    return PieceBuilder(b, place.width).build(op, inputs);
  auto buildHalf = [&](int64_t first) {
    auto half = llvm::map_to_vector(inputs, [&](Value input) {
      return takeElements(b, input, first, kQuotients);
    });
    return PieceBuilder(b, kQuotients).build(op, half);
  };
  SmallVector<Value> low = buildHalf(0), high = buildHalf(kQuotients);
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, place.width));
  for (auto [part, rest] : llvm::zip_equal(low, high))
    part = vector::ShuffleOp::create(b, part, rest, all);
  return low;
}
