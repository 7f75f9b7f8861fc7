//===- DistributeDivide.cpp - Quotients of vectors ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"

#include "lowp/Dialect/Lowp/IR/KnownRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Whether no element of `reciprocal` is NaN.
static Value hasNoNaN(ImplicitLocOpBuilder &b, Value reciprocal) {
  Value is = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, reciprocal,
                                   reciprocal);
  return isa<VectorType>(reciprocal.getType())
             ? vector::ReductionOp::create(b, vector::CombiningKind::AND, is)
             : is;
}

static Value constantLike(ImplicitLocOpBuilder &b, Value value, float number) {
  TypedAttr attribute = b.getF32FloatAttr(number);
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    attribute = DenseElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(b, attribute);
}

/// What `first` computes where `condition` holds, else what `second` does.
static Value buildChoice(ImplicitLocOpBuilder &b, Type type, Value condition,
                         llvm::function_ref<Value()> first,
                         llvm::function_ref<Value()> second) {
  auto choice = scf::IfOp::create(b, type, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPointToEnd(&choice.getThenRegion().front());
  scf::YieldOp::create(b, first());
  b.setInsertionPointToEnd(&choice.getElseRegion().front());
  scf::YieldOp::create(b, second());
  return choice.getResult(0);
}

/// x times the reciprocal, corrected by what remains of x.
static Value multiply(ImplicitLocOpBuilder &b, Value x, Value divisor,
                      Value reciprocal) {
  Value product = arith::MulFOp::create(b, x, reciprocal);
  Value rest =
      math::FmaOp::create(b, arith::NegFOp::create(b, product), divisor, x);
  Value quotient = math::FmaOp::create(b, rest, reciprocal, product);
  // An infinite product has no remainder, and that of a -0 would lose the sign.
  using arith::CmpFPredicate;
  Value infinity = constantLike(b, x, std::numeric_limits<float>::infinity());
  Value corrects = arith::AndIOp::create(
      b,
      arith::CmpFOp::create(b, CmpFPredicate::ONE, rest, constantLike(b, x, 0)),
      arith::CmpFOp::create(b, CmpFPredicate::OLT,
                            math::AbsFOp::create(b, rest), infinity));
  return arith::SelectOp::create(b, corrects, quotient, product);
}

Value mlir::lowp_gpu::distributeDivide(ImplicitLocOpBuilder &b, Value x,
                                       Value divisor, Value reciprocal) {
  return buildChoice(
      b, x.getType(), hasNoNaN(b, reciprocal),
      [&]() { return multiply(b, x, divisor, reciprocal); },
      [&]() -> Value { return arith::DivFOp::create(b, x, divisor); });
}

//===----------------------------------------------------------------------===//
// Quotients of elements
//===----------------------------------------------------------------------===//

/// Numbers between this and its reciprocal leave room for every remainder and
/// reciprocal on the way to their quotient.
static constexpr float kSmallest = 0x1p-60f;

/// The largest or the smallest element of `vector`, in f32; NaN only where all
/// are.
template <typename CombineOp>
static Value combineElements(ImplicitLocOpBuilder &b, Value vector) {
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  // By halves: of 16 bits one instruction takes two.
  for (; count % 2 == 0; count /= 2) {
    SmallVector<int64_t> low =
        llvm::to_vector(llvm::seq<int64_t>(0, count / 2));
    SmallVector<int64_t> high =
        llvm::to_vector(llvm::seq<int64_t>(count / 2, count));
    vector =
        CombineOp::create(b, vector::ShuffleOp::create(b, vector, vector, low),
                          vector::ShuffleOp::create(b, vector, vector, high));
  }
  Value all = extractElement(b, vector, 0);
  for (int64_t i = 1; i < count; ++i)
    all = CombineOp::create(b, all, extractElement(b, vector, i));
  return all.getType().isF32()
             ? all
             : arith::ExtFOp::create(b, b.getF32Type(), all).getResult();
}

/// Whether the magnitudes of all elements of `vector` are between kSmallest and
/// its reciprocal, or NaN, whose quotients are NaN however they are computed;
/// null for always.
static Value areModerate(ImplicitLocOpBuilder &b, Value vector) {
  using arith::CmpFPredicate;
  if (std::optional<double> number = lowp::getKnownConstant(vector))
    if (std::fabs(*number) >= kSmallest && std::fabs(*number) <= 1 / kSmallest)
      return {};
  bool isLarge = lowp::isKnownAtLeast(vector, kSmallest);
  if (auto wide = vector.getDefiningOp<arith::ExtFOp>())
    vector = wide.getIn();
  Value magnitudes = math::AbsFOp::create(b, vector);
  Value largest = combineElements<arith::MaxNumFOp>(b, magnitudes);
  Value fits = arith::CmpFOp::create(b, CmpFPredicate::OLE, largest,
                                     constantLike(b, largest, 1 / kSmallest));
  if (isLarge)
    return fits;
  Value smallest = combineElements<arith::MinNumFOp>(b, magnitudes);
  return arith::AndIOp::create(
      b, fits,
      arith::CmpFOp::create(b, CmpFPredicate::OGE, smallest,
                            constantLike(b, smallest, kSmallest)));
}

/// An approximation of 1 / `divisor` for each element, after one Newton step.
static Value approximateReciprocal(ImplicitLocOpBuilder &b, Value divisor,
                                   Value negated) {
  auto type = cast<VectorType>(divisor.getType());
  SmallVector<Value> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    elements.push_back(NVVM::RcpApproxFtzF32Op::create(
        b, b.getF32Type(),
        vector::ExtractOp::create(b, divisor, ArrayRef<int64_t>{i})));
  Value guess = vector::FromElementsOp::create(b, type, elements);
  Value rest =
      math::FmaOp::create(b, negated, guess, constantLike(b, guess, 1));
  return math::FmaOp::create(b, guess, rest, guess);
}

/// The quotients of moderate numbers, rounded to nearest: a product with the
/// reciprocal that the remainder corrects twice, as div.rn does.
static Value divideModerate(ImplicitLocOpBuilder &b, Value x, Value divisor) {
  Value negated = arith::NegFOp::create(b, divisor);
  Value reciprocal = approximateReciprocal(b, divisor, negated);
  Value quotient = arith::MulFOp::create(b, x, reciprocal);
  for (int step = 0; step < 2; ++step) {
    Value rest = math::FmaOp::create(b, negated, quotient, x);
    quotient = math::FmaOp::create(b, rest, reciprocal, quotient);
  }
  return quotient;
}

/// The quotients of `x`, of which `isModerate` says whether it is, by numbers
/// from 1 to infinity: by them times a power of two, which changes no digit of
/// a normal result.
static Value divideByLarge(ImplicitLocOpBuilder &b, Value x, Value divisor,
                           Value isModerate) {
  using arith::CmpFPredicate;
  constexpr float kDown = 0x1p-64f;
  Value down = constantLike(b, x, kDown), limit = constantLike(b, x, 1 / kDown);
  Value scaled = arith::MinimumFOp::create(
      b, arith::MulFOp::create(b, divisor, down), limit);
  Value large = divideModerate(b, x, scaled);
  Value smallest =
      combineElements<arith::MinNumFOp>(b, math::AbsFOp::create(b, large));
  Value isNormal = arith::CmpFOp::create(b, CmpFPredicate::OGE, smallest,
                                         constantLike(b, smallest, kSmallest));
  // By infinity it is a zero that has a sign.
  Value isFinite = arith::CmpFOp::create(b, CmpFPredicate::OLT, scaled, limit);
  Value quotient = arith::MulFOp::create(
      b, large,
      arith::SelectOp::create(b, isFinite, down, constantLike(b, x, 0)));
  return buildChoice(
      b, x.getType(), arith::AndIOp::create(b, isModerate, isNormal),
      [&]() { return quotient; },
      // LLVM would divide in any case, and choose after it.
      [&]() -> Value {
        return arith::DivFOp::create(
            b, x, hide(b, divisor, /*hasSideEffects=*/false));
      });
}

/// Whether `condition` holds in all threads of the warp, which are all here.
/// CSE is to keep one of equal votes, so the op has no effects.
static Value holdsInWarp(ImplicitLocOpBuilder &b, Value condition) {
  return LLVM::InlineAsmOp::create(
             b, b.getI1Type(), condition, "vote.sync.all.pred $0, $1, -1;",
             /*constraints=*/"=b,b", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::TailCallKind::None,
             /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/{})
      .getResult(0);
}

Value mlir::lowp_gpu::distributeQuotient(ImplicitLocOpBuilder &b, Value x,
                                         Value divisor) {
  Value canDivide = areModerate(b, divisor), isModerate = areModerate(b, x);
  Value moderate = buildAnd(b, canDivide, isModerate);
  auto divideInSteps = [&]() { return divideModerate(b, x, divisor); };
  if (!moderate)
    return divideInSteps();
  // A reciprocal in full takes no more than one by a scaled divisor.
  if (!canDivide || !isModerate || !lowp::isKnownAtLeast(divisor, 1))
    return buildChoice(b, x.getType(), moderate, divideInSteps, [&]() -> Value {
      return arith::DivFOp::create(b, x, divisor);
    });
  // The threads of a warp take one way: two take as long as both together.
  return buildChoice(
      b, x.getType(), holdsInWarp(b, moderate), divideInSteps,
      [&]() { return divideByLarge(b, x, divisor, isModerate); });
}
