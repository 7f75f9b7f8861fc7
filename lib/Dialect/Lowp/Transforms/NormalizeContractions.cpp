//===- NormalizeContractions.cpp - Generics that are matmuls --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowOperands.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Dialect/Lowp/Transforms/MappedTensor.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_NORMALIZECONTRACTIONSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Operands that are computed in the body
//===----------------------------------------------------------------------===//

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
/// loops than all: a contraction of functions of elements.
static std::optional<std::array<Factor, 2>> findFactors(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics() ||
      !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      }))
    return std::nullopt;
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!sum)
    return std::nullopt;
  Value total = op.getRegionOutputArgs()[0], term = sum.getRhs();
  if (sum.getLhs() != total)
    term = sum.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  bool addsToTotal = sum.getLhs() == total || sum.getRhs() == total;
  if (!product || !addsToTotal || !total.hasOneUse())
    return std::nullopt;
  std::array<Factor, 2> factors;
  for (auto [factor, value] :
       llvm::zip_equal(factors, product->getOperands())) {
    auto widened = value.getDefiningOp<arith::ExtFOp>();
    factor.value = widened ? widened.getIn() : value;
    if (!collect(op, factor.value, factor))
      return std::nullopt;
    collectLoops(op, factor);
    if (factor.loops.empty() || factor.loops.size() == op.getNumLoops())
      return std::nullopt;
  }
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
  maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, factor.value.getType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, empty.getType(), inputs, empty, maps, iterators,
      [&](OpBuilder &body, Location, ValueRange elements) {
        IRMapping mapping;
        for (auto [input, element] : llvm::zip_first(factor.inputs, elements))
          mapping.map(op.getMatchingBlockArgument(input), element);
        for (Operation *inner : factor.ops)
          body.clone(*inner, mapping);
        linalg::YieldOp::create(body, loc,
                                mapping.lookupOrDefault(factor.value));
      });
  return generic.getResult(0);
}

/// Takes what computes the factors of a contraction's products out of its body,
/// where a front end's fusion has put it.
static void splitBody(IRRewriter &rewriter, linalg::GenericOp op) {
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
      op.getIteratorTypesArray(),
      [&](OpBuilder &body, Location, ValueRange elements) {
        Value total = elements[2];
        auto widen = [&](Value element) -> Value {
          if (element.getType() == total.getType())
            return element;
          return arith::ExtFOp::create(body, loc, total.getType(), element);
        };
        Value product = arith::MulFOp::create(body, loc, widen(elements[0]),
                                              widen(elements[1]));
        linalg::YieldOp::create(
            body, loc,
            ValueRange(arith::AddFOp::create(body, loc, total, product)));
      });
  contraction->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, contraction);
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Whether the dimensions of `maps` that are of one kind (batch, M, N or K) lie
/// beside each other, in one order, in all tensors.
static bool areMergeable(ArrayRef<AffineMap> maps) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  if (failed(dims))
    return false;
  return llvm::all_of(
      ArrayRef<ArrayRef<unsigned>>{dims->batch, dims->m, dims->n, dims->k},
      [&](ArrayRef<unsigned> loops) {
        ReassociationIndices sequence(loops.begin(), loops.end());
        return sequence.size() < 2 ||
               linalg::areDimSequencesPreserved(maps, sequence);
      });
}

/// What `tensor` is a transpose of, however often.
static MappedTensor lookThroughTransposes(MappedTensor tensor) {
  while (linalg::LinalgOp copy = getElementwiseProducer(tensor.value)) {
    AffineMap source = copy.getIndexingMapsArray()[0];
    if (!source.isPermutation() ||
        !isCopy(copy, /*mayWiden=*/false, /*mayRound=*/false))
      break;
    tensor = {copy.getDpsInputs()[0], source.compose(tensor.map)};
  }
  return tensor;
}

/// Reads what transposes read, of both operands or of one, where the dimensions
/// can be merged then: a weight whose columns a front end divided into heads is
/// stored in one order, a result of attention transposed in another.
static void readThroughTransposes(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<MappedTensor> sources;
  for (unsigned number : {0, 1})
    sources.push_back(
        lookThroughTransposes({op.getInputs()[number], maps[number]}));
  for (unsigned chosen : {3, 2, 1, 0}) {
    auto isChosen = [&](unsigned number) { return chosen >> number & 1; };
    SmallVector<AffineMap> tried(maps);
    for (unsigned number : {0, 1})
      if (isChosen(number))
        tried[number] = sources[number].map;
    if (!areMergeable(tried))
      continue;
    for (unsigned number : {0, 1})
      if (isChosen(number))
        op->setOperand(number, sources[number].value);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(tried));
    return;
  }
}

/// Makes one dimension of those that are rows alone, columns alone, summed over
/// or counted alike by all tensors, where they lie in one order everywhere: a
/// matmul on tokens of several sequences has two of rows. Returns the operation
/// that is left in place of `op`.
static linalg::GenericOp mergeDims(IRRewriter &rewriter, linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims))
    return op;
  SmallVector<ReassociationIndices> sequences;
  for (ArrayRef<unsigned> loops :
       {ArrayRef<unsigned>(dims->batch), ArrayRef<unsigned>(dims->m),
        ArrayRef<unsigned>(dims->n), ArrayRef<unsigned>(dims->k)}) {
    ReassociationIndices sequence(loops.begin(), loops.end());
    if (sequence.size() > 1 &&
        linalg::areDimSequencesPreserved(op.getIndexingMapsArray(), sequence))
      sequences.push_back(sequence);
  }
  if (sequences.empty())
    return op;
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> merged =
      linalg::collapseOpIterationDims(op, sequences, rewriter);
  if (failed(merged))
    return op;
  rewriter.replaceOp(op, merged->results);
  auto generic = cast<linalg::GenericOp>(merged->collapsedOp.getOperation());
  generic->setDiscardableAttrs(attributes);
  return generic;
}

/// The maps of `op` as those of a matmul, whose loops are m, n and k; nothing
/// if it is another contraction.
static std::optional<SmallVector<AffineMap>>
getMatmulMaps(linalg::GenericOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumLoops() != 3 || dims->m.size() != 1 ||
      dims->n.size() != 1 || dims->k.size() != 1)
    return std::nullopt;
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> loops(3);
  loops[dims->m[0]] = getAffineDimExpr(0, context);
  loops[dims->n[0]] = getAffineDimExpr(1, context);
  loops[dims->k[0]] = getAffineDimExpr(2, context);
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray())
    maps.push_back(map.replaceDimsAndSymbols(loops, {}, 3, 0));
  // A matmul has rows of the result from its first operand.
  AffineMap result = AffineMap::getMultiDimMapWithTargets(3, {0, 1}, context);
  bool isMatmul =
      maps[2] == result && llvm::all_of(maps, [](AffineMap map) {
        return map.getNumResults() == 2 && map.isProjectedPermutation();
      });
  return isMatmul ? std::optional(maps) : std::nullopt;
}

static void nameMatmul(IRRewriter &rewriter, linalg::GenericOp op) {
  std::optional<SmallVector<AffineMap>> maps = getMatmulMaps(op);
  if (!maps)
    return;
  rewriter.setInsertionPoint(op);
  auto matmul =
      linalg::MatmulOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                               op.getInputs(), op.getOutputs());
  matmul.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(*maps));
  matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, matmul);
}

namespace {
struct NormalizeContractionsPass
    : lowp::impl::NormalizeContractionsPassBase<NormalizeContractionsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> generics, contractions;
    SmallVector<linalg::LinalgOp> sums;
    getOperation()->walk([&](linalg::GenericOp op) { generics.push_back(op); });
    for (linalg::GenericOp op : generics)
      splitBody(rewriter, op);
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!isSumOfProducts(op))
        return;
      sums.push_back(op);
      if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
        contractions.push_back(generic);
    });
    for (linalg::LinalgOp op : sums)
      readNarrowOperands(rewriter, op);
    for (linalg::GenericOp op : contractions) {
      readThroughTransposes(rewriter, op);
      nameMatmul(rewriter, mergeDims(rewriter, op));
    }
  }
};
} // namespace
