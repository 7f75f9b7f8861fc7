//===- ContractionBody.cpp - Operands that a body computes ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionBody.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// One factor of the products that a body adds up: a function of elements of
/// some inputs.
struct Factor {
  /// The value before it is widened to that of the sums.
  Value value;
  /// Operations of the body that compute it, in order.
  SmallVector<Operation *> ops;
  llvm::SmallSetVector<OpOperand *, 4> inputs;
  /// Loops that the inputs depend on, in the order of the largest input.
  llvm::SmallSetVector<unsigned, 4> loops;

  bool isElement() const { return ops.empty() && inputs.size() == 1; }
};
} // namespace

/// Finds what computes `value`; false if it needs more than elements of inputs.
static bool collect(linalg::GenericOp op, Value value, Factor &factor) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return true;
    if (int64_t(argument.getArgNumber()) >= op.getNumDpsInputs())
      return false;
    factor.inputs.insert(op.getDpsInputOperand(argument.getArgNumber()));
    return true;
  }
  Operation *producer = value.getDefiningOp();
  if (producer->getBlock() != op.getBlock())
    return true;
  if (llvm::is_contained(factor.ops, producer))
    return true;
  if (isa<linalg::IndexOp>(producer) || producer->getNumRegions() != 0 ||
      !isPure(producer) ||
      !llvm::all_of(producer->getOperands(), [&](Value operand) {
        return collect(op, operand, factor);
      }))
    return false;
  factor.ops.push_back(producer);
  return true;
}

static void collectLoops(linalg::GenericOp op, Factor &factor) {
  SmallVector<AffineMap> maps;
  for (OpOperand *input : factor.inputs)
    maps.push_back(op.getMatchingIndexingMap(input));
  if (maps.empty())
    return;
  auto *largest =
      llvm::max_element(maps, [](AffineMap first, AffineMap second) {
        return first.getNumResults() < second.getNumResults();
      });
  std::swap(maps.front(), *largest);
  for (AffineMap map : maps)
    for (AffineExpr index : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        factor.loops.insert(dim.getPosition());
}

/// The factors of the products that `op` adds up, if each depends on fewer
/// loops than both: a contraction of functions of elements.
static std::optional<std::array<Factor, 2>> findFactors(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics() ||
      !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      }))
    return std::nullopt;
  Value term = getAddedTerm<arith::AddFOp>(op);
  auto product = term ? term.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!product || !op.getRegionOutputArgs()[0].hasOneUse())
    return std::nullopt;
  std::array<Factor, 2> factors;
  for (auto [factor, value] :
       llvm::zip_equal(factors, product->getOperands())) {
    auto widened = value.getDefiningOp<arith::ExtFOp>();
    factor.value = widened ? widened.getIn() : value;
    if (!collect(op, factor.value, factor))
      return std::nullopt;
    collectLoops(op, factor);
  }
  // The result alone may have others.
  llvm::SmallSetVector<unsigned, 4> all = factors[0].loops;
  all.insert_range(factors[1].loops);
  for (const Factor &factor : factors)
    if (factor.loops.empty() || factor.loops.size() == all.size())
      return std::nullopt;
  return factors;
}

/// The elements of `factor` as a tensor with a dimension for each of its loops.
static Value buildOperand(OpBuilder &builder, linalg::GenericOp op,
                          const Factor &factor, ArrayRef<Range> ranges) {
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               getAffineConstantExpr(0, context));
  SmallVector<OpFoldResult> sizes;
  for (auto [position, loop] : llvm::enumerate(factor.loops)) {
    dims[loop] = getAffineDimExpr(position, context);
    sizes.push_back(ranges[loop].size);
  }
  unsigned rank = sizes.size();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : factor.inputs) {
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        dims, {}, rank, 0));
  }
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    IRMapping mapping;
    for (auto [input, element] : llvm::zip_first(factor.inputs, elements))
      mapping.map(op.getMatchingBlockArgument(input), element);
    for (Operation *inner : factor.ops)
      b.clone(*inner, mapping);
    return mapping.lookupOrDefault(factor.value);
  };
  return buildElements(builder, loc, sizes, factor.value.getType(), inputs,
                       maps, body);
}

bool mlir::lowp::isSumOfComputedProducts(linalg::GenericOp op) {
  return findFactors(op).has_value();
}

void mlir::lowp::splitBody(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<std::array<Factor, 2>> factors = findFactors(op);
  if (!factors || llvm::all_of(*factors, [](const Factor &factor) {
        return factor.isElement();
      }))
    return;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(rewriter, loc);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const Factor &factor : *factors) {
    if (factor.isElement()) {
      operands.push_back(factor.inputs[0]->get());
      maps.push_back(op.getMatchingIndexingMap(factor.inputs[0]));
      continue;
    }
    operands.push_back(buildOperand(rewriter, op, factor, ranges));
    maps.push_back(AffineMap::getMultiDimMapWithTargets(
        op.getNumLoops(), factor.loops.getArrayRef(), op.getContext()));
  }
  maps.push_back(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  auto contraction = linalg::GenericOp::create(
      rewriter, loc, op.getResultTypes(), operands, op.getOutputs(), maps,
      op.getIteratorTypesArray(), buildSumOfProducts);
  contraction->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, contraction);
}
