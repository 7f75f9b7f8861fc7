//===- ScaledContraction.cpp - Products of scaled elements: matmuls -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form in which front ends write a matmul of MX, and the general form of
// upstream's linalg.scaled_contract: one operation over m, n, blocks of K and,
// within them, k, or over m, n and k with scales at k floordiv 32.
//
//===----------------------------------------------------------------------===//

#include "ScalingCasts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// One factor: data and scales, as loops index them.
struct ScaledFactor {
  Element data, scales;
};

/// The loops of a matmul: `inner` is k within a block, nothing where K is one
/// loop.
struct ScaledLoops {
  std::optional<unsigned> batch, inner;
  unsigned m, n, k;
};
} // namespace

static std::optional<ScaledFactor> matchFactor(linalg::GenericOp op,
                                               Value value) {
  auto cast = value.getDefiningOp<arith::ScalingExtFOp>();
  if (!cast || !hasExactScales(cast))
    return std::nullopt;
  auto loops =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  ScaledFactor factor{getRead(cast.getIn(), loops),
                      getRead(cast.getScale(), loops)};
  return factor.data.value && factor.scales.value ? std::optional(factor)
                                                  : std::nullopt;
}

/// The factors of the products that `op` adds up; nothing if it is another.
static std::optional<std::array<ScaledFactor, 2>>
matchFactors(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 4 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() ||
      llvm::range_size(op.getBlock()->without_terminator()) != 4)
    return std::nullopt;
  Value term = getAddedTerm<arith::AddFOp>(op);
  auto product = term ? term.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!product || product.getLhs() == product.getRhs())
    return std::nullopt;
  auto lhs = matchFactor(op, product.getLhs());
  auto rhs = matchFactor(op, product.getRhs());
  if (!lhs || !rhs)
    return std::nullopt;
  return std::array<ScaledFactor, 2>{*lhs, *rhs};
}

static bool isReduction(linalg::GenericOp op, AffineExpr index) {
  auto dim = dyn_cast<AffineDimExpr>(index);
  return dim && op.getIteratorTypesArray()[dim.getPosition()] ==
                    utils::IteratorType::reduction;
}

/// Which loops `op` has, by the maps of its result and of one operand.
static std::optional<ScaledLoops> findLoops(linalg::GenericOp op,
                                            const ScaledFactor &lhs) {
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  unsigned rank = result.getNumResults();
  if ((rank != 2 && rank != 3) || !result.isProjectedPermutation() ||
      lhs.data.map.getNumResults() < rank ||
      !isReduction(op, lhs.data.map.getResults().back()))
    return std::nullopt;
  ScaledLoops loops;
  if (rank == 3)
    loops.batch = result.getDimPosition(0);
  loops.m = result.getDimPosition(rank - 2);
  loops.n = result.getDimPosition(rank - 1);
  unsigned last = lhs.data.map.getNumResults() - 1;
  loops.k = lhs.data.map.getDimPosition(last);
  if (lhs.data.map.getNumResults() == rank)
    return loops;
  loops.inner = loops.k;
  if (!isReduction(op, lhs.data.map.getResult(last - 1)))
    return std::nullopt;
  loops.k = lhs.data.map.getDimPosition(last - 1);
  return loops;
}

/// The elements that share a scale, if `factor` is read as the matrix of row
/// `row` that a scaled value is; 0 if it is not.
static int64_t findBlock(const ScaledFactor &factor, const ScaledLoops &loops,
                         unsigned row) {
  SmallVector<unsigned> order;
  if (loops.batch)
    order.push_back(*loops.batch);
  order.append({row, loops.k});
  if (loops.inner) {
    if (!readsLoops(factor.scales.map, order))
      return 0;
    order.push_back(*loops.inner);
    int64_t block =
        cast<ShapedType>(factor.data.value.getType()).getShape().back();
    return readsLoops(factor.data.map, order) ? std::max<int64_t>(block, 0) : 0;
  }
  if (!readsLoops(factor.data.map, order) ||
      factor.scales.map.getNumResults() != order.size())
    return 0;
  for (unsigned dim = 0; dim + 1 < order.size(); ++dim)
    if (factor.scales.map.getResult(dim) != factor.data.map.getResult(dim))
      return 0;
  auto quotient =
      dyn_cast<AffineBinaryOpExpr>(factor.scales.map.getResults().back());
  if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv ||
      quotient.getLHS() != factor.data.map.getResults().back())
    return 0;
  auto divisor = dyn_cast<AffineConstantExpr>(quotient.getRHS());
  return divisor ? divisor.getValue() : 0;
}

/// The scaled value that `factor` is read as.
static Value buildScaled(OpBuilder &builder, Location loc,
                         const ScaledFactor &factor, const ScaledLoops &loops,
                         int64_t block) {
  Value data = factor.data.value;
  if (loops.inner) {
    int64_t rank = cast<ShapedType>(data.getType()).getRank();
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      groups.push_back({dim});
    groups.push_back({rank - 2, rank - 1});
    data = tensor::CollapseShapeOp::create(builder, loc, data, groups);
  }
  auto matrix = cast<RankedTensorType>(data.getType());
  auto recipe = MXAttr::get(builder.getContext(), 1, block);
  auto type =
      ScaledType::get(matrix.getShape(), matrix.getElementType(), recipe);
  return MakeScaledOp::create(builder, loc, type, data, factor.scales.value);
}

/// Why `factor` is no operand of a scaled matmul; empty if it is one.
static std::string objectTo(const ScaledFactor &factor,
                            const ScaledLoops &loops, unsigned row) {
  int64_t block = findBlock(factor, loops, row);
  if (block < 2 || !llvm::isPowerOf2_64(block))
    return "expected operands with K last, and scales for each row and a block "
           "of K of a power of two";
  Type element = cast<ShapedType>(factor.data.value.getType()).getElementType();
  if (!isa<Float8E4M3FNType, Float8E5M2Type, Float6E2M3FNType, Float6E3M2FNType,
           Float4E2M1FNType>(element))
    return "expected elements of MX";
  return "";
}

/// Why a product of `type` is not one of `raised`; empty if it is one.
static std::string objectToChoice(RankedTensorType type,
                                  RaisedProducts raised) {
  constexpr int64_t kColumns = 8;
  if (!raised.any)
    return "the chip has no matmul of scales of e8m0; the option "
           "allow-emulation would run it as another matmul";
  int64_t n = type.getShape().back();
  if (raised.forKernels && (ShapedType::isDynamic(n) || n % kColumns != 0))
    return "expected an N that is known to be a multiple of 8, which kernels "
           "store";
  return "";
}

bool mlir::lowp::raiseScaledMatmul(linalg::GenericOp op, RaisedProducts raised,
                                   Reason reason) {
  std::optional<std::array<ScaledFactor, 2>> factors = matchFactors(op);
  if (!factors)
    return false;
  auto [lhs, rhs] = *factors;
  std::optional<ScaledLoops> loops = findLoops(op, lhs);
  // The lhs is what the rows of the result come from.
  if (loops && !lhs.data.map.isFunctionOfDim(loops->m))
    std::swap(lhs, rhs);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!loops)
    return reason.refuse(
        "expected operands of rows along K, which is their last dimension");
  if (op.getNumLoops() != 3 + unsigned(loops->batch.has_value()) +
                              unsigned(loops->inner.has_value()))
    return reason.refuse(
        "expected one dimension each of M and N, and of a batch at most");
  std::string objection = objectTo(lhs, *loops, loops->m);
  if (objection.empty())
    objection = objectTo(rhs, *loops, loops->n);
  if (objection.empty() && !type.getElementType().isF32())
    objection = "expected sums in f32";
  if (objection.empty())
    objection = objectToChoice(type, raised);
  if (!objection.empty())
    return reason.refuse(objection);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value left =
      buildScaled(builder, loc, lhs, *loops, findBlock(lhs, *loops, loops->m));
  Value right =
      buildScaled(builder, loc, rhs, *loops, findBlock(rhs, *loops, loops->n));
  auto fill = op.getOutputs()[0].getDefiningOp<linalg::FillOp>();
  bool startsAtZero = fill && matchPattern(fill.value(), m_PosZeroFloat());
  auto product = ScaledMatmulOp::create(
      builder, loc, type, left, right,
      startsAtZero ? Value() : op.getOutputs()[0], /*fast_accumulation=*/false);
  product->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->getResult(0).replaceAllUsesWith(product);
  op.erase();
  return true;
}
