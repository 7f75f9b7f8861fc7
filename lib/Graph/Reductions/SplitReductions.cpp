//===- SplitReductions.cpp - Long reductions in parts ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has a block for a few columns or for a row. Where these are too few
// for a chip, a reduction over many rows becomes one over parts of them and one
// of what the parts give: the order of summation is another, and the same in
// each run. A `linalg.generic`, of one or several results, is divided if it
// reduces
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "ReductionCut.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/JoinLoops.h"
#include "lowp/Graph/Analysis/ReductionParts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Builds the two reductions that one becomes.
class Splitter {
public:
  Splitter(RewriterBase &rewriter, linalg::GenericOp op,
           const ReductionCut &cut)
      : rewriter(rewriter), loc(op.getLoc()), op(op), cut(cut),
        combiners(matchCombiners(op)) {}

  void run();

private:
  AffineExpr getLoop(unsigned old) const;
  AffineExpr getPartLoop() const {
    return rewriter.getAffineDimExpr(*cut.loop);
  }
  AffineMap getMap(ArrayRef<AffineExpr> results);
  void addInput(OpOperand *input);
  void addResult(OpOperand &init, ArrayRef<OpFoldResult> counts);
  AffineExpr countOfSize();
  SmallVector<OpFoldResult> countParts();
  SmallVector<utils::IteratorType> getKinds();
  linalg::GenericOp makeParts();
  void joinParts(linalg::GenericOp parts, ArrayRef<unsigned> numbers);

  RewriterBase &rewriter;
  Location loc;
  linalg::GenericOp op;
  const ReductionCut &cut;
  SmallVector<Operation *> combiners;
  SmallVector<Value> inputs, results;
  SmallVector<AffineMap> maps;
};
} // namespace

/// The loop that the first reduction has for loop `old` of the operation: that
/// over parts lies before the one that it divides.
AffineExpr Splitter::getLoop(unsigned old) const {
  bool isBehind = cut.loop && old >= *cut.loop;
  return rewriter.getAffineDimExpr(isBehind ? old + 1 : old);
}

AffineMap Splitter::getMap(ArrayRef<AffineExpr> results) {
  unsigned loops = op.getNumLoops() + (cut.loop ? 1 : 0);
  return AffineMap::get(loops, 0, results, rewriter.getContext());
}

/// Adds `input`, whose dimension along the loop that is cut becomes two if all
/// parts have the same size.
void Splitter::addInput(OpOperand *input) {
  SmallVector<AffineExpr> exprs;
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape;
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  AffineMap map = op.getMatchingIndexingMap(input);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    groups.push_back({static_cast<int64_t>(exprs.size())});
    auto loop = dyn_cast<AffineDimExpr>(expr);
    int64_t size = type.getDimSize(dim);
    if (loop && cut.isEven && loop.getPosition() == *cut.loop) {
      exprs.push_back(getPartLoop());
      groups.back().push_back(exprs.size());
      shape.push_back(size / cut.rows);
      size = cut.rows;
    }
    exprs.push_back(loop ? getLoop(loop.getPosition()) : expr);
    shape.push_back(size);
  }
  maps.push_back(getMap(exprs));
  bool isSame = exprs.size() == map.getNumResults();
  inputs.push_back(
      isSame ? input->get()
             : tensor::ExpandShapeOp::create(rewriter, loc, type.clone(shape),
                                             input->get(), groups));
}

/// How many parts the loop that is cut has, of its size: of an unknown one at
/// least one.
AffineExpr Splitter::countOfSize() {
  AffineExpr size = rewriter.getAffineSymbolExpr(0);
  bool isKnown = !ShapedType::isDynamic(op.getStaticLoopRanges()[*cut.loop]);
  return isKnown ? size.ceilDiv(cut.rows) : size.floorDiv(cut.rows) + 1;
}

/// How many parts each loop over parts has.
SmallVector<OpFoldResult> Splitter::countParts() {
  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(rewriter, loc);
  SmallVector<OpFoldResult> counts;
  for (unsigned loop : cut.outer)
    counts.push_back(ranges[loop].size);
  if (cut.loop)
    counts.push_back(affine::makeComposedFoldedAffineApply(
        rewriter, loc, countOfSize(), {ranges[*cut.loop].size}));
  return counts;
}

/// Adds what the first reduction gives for `init`: an element for each part,
/// the parts of a result beside each other.
void Splitter::addResult(OpOperand &init, ArrayRef<OpFoldResult> counts) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, init.get());
  sizes.insert(cut.keepsPartsTogether ? sizes.begin() : sizes.end(),
               counts.begin(), counts.end());
  Type element = getElementTypeOrSelf(init.get().getType());
  Value neutral = arith::ConstantOp::create(
      rewriter, loc, *arith::getNeutralElement(combiners[results.size()]));
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  results.push_back(
      linalg::FillOp::create(rewriter, loc, neutral, empty).getResult(0));
  SmallVector<AffineExpr> exprs, parts;
  for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    exprs.push_back(loop ? getLoop(loop.getPosition()) : expr);
  }
  for (unsigned loop : cut.outer)
    parts.push_back(getLoop(loop));
  if (cut.loop)
    parts.push_back(getPartLoop());
  exprs.insert(cut.keepsPartsTogether ? exprs.begin() : exprs.end(),
               parts.begin(), parts.end());
  maps.push_back(getMap(exprs));
}

SmallVector<utils::IteratorType> Splitter::getKinds() {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (unsigned loop : cut.outer)
    kinds[loop] = utils::IteratorType::parallel;
  if (cut.loop)
    kinds.insert(kinds.begin() + *cut.loop, utils::IteratorType::parallel);
  return kinds;
}

/// The reduction of all parts.
linalg::GenericOp Splitter::makeParts() {
  SmallVector<OpFoldResult> counts = countParts();
  for (OpOperand *input : op.getDpsInputOperands())
    addInput(input);
  for (OpOperand &init : op.getDpsInitsMutable())
    addResult(init, counts);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    SmallVector<Value> yielded = cloneBody(b, *op.getBody(), arguments);
    if (cut.loop && !cut.isEven) {
      Value isOwn = isRowOfPart(b, loc, {*cut.loop, *cut.loop + 1, cut.rows});
      ValueRange old = arguments.take_back(yielded.size());
      for (auto [value, kept] : llvm::zip_equal(yielded, old))
        value = arith::SelectOp::create(b, loc, isOwn, value, kept);
    }
    linalg::YieldOp::create(b, loc, yielded);
  };
  return linalg::GenericOp::create(rewriter, loc,
                                   ValueRange(results).getTypes(), inputs,
                                   results, maps, getKinds(), body);
}

/// The loops over parts of `parts`, the first ones or the last, as one: a
/// reduction along rows, which fuses.
static Value collapseParts(OpBuilder &builder, Location loc, Value parts,
                           int64_t loops, bool areFirst) {
  int64_t rank = cast<RankedTensorType>(parts.getType()).getRank();
  if (loops == 1)
    return parts;
  int64_t begin = areFirst ? 0 : rank - loops;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim <= begin || dim >= begin + loops)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return tensor::CollapseShapeOp::create(builder, loc, parts, groups);
}

/// The results `numbers` of the operation, which have one indexing map, from
/// what they are in each part.
void Splitter::joinParts(linalg::GenericOp parts, ArrayRef<unsigned> numbers) {
  SmallVector<AffineExpr> read;
  SmallVector<utils::IteratorType> kinds;
  OpOperand *first = op.getDpsInitOperand(numbers.front());
  for (AffineExpr expr : op.getMatchingIndexingMap(first).getResults()) {
    bool isLoop = isa<AffineDimExpr>(expr);
    read.push_back(isLoop ? rewriter.getAffineDimExpr(kinds.size()) : expr);
    if (isLoop)
      kinds.push_back(utils::IteratorType::parallel);
  }
  SmallVector<AffineExpr> written(read);
  read.insert(cut.keepsPartsTogether ? read.begin() : read.end(),
              rewriter.getAffineDimExpr(kinds.size()));
  kinds.push_back(utils::IteratorType::reduction);
  MLIRContext *context = rewriter.getContext();
  SmallVector<AffineMap> both(numbers.size(),
                              AffineMap::get(kinds.size(), 0, read, context));
  both.append(numbers.size(),
              AffineMap::get(kinds.size(), 0, written, context));
  SmallVector<Value> from, inits;
  for (unsigned number : numbers) {
    from.push_back(collapseParts(rewriter, loc, parts.getResult(number),
                                 cut.outer.size() + (cut.loop ? 1 : 0),
                                 cut.keepsPartsTogether));
    inits.push_back(op.getDpsInitOperand(number)->get());
  }
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    SmallVector<Value> combined;
    for (auto [number, part, old] :
         llvm::zip_equal(numbers, arguments.take_front(numbers.size()),
                         arguments.take_back(numbers.size()))) {
      IRMapping mapping;
      for (Value operand : combiners[number]->getOperands())
        mapping.map(operand,
                    operand == op.getRegionOutputArgs()[number] ? old : part);
      combined.push_back(b.clone(*combiners[number], mapping)->getResult(0));
    }
    linalg::YieldOp::create(b, loc, combined);
  };
  auto joined =
      linalg::GenericOp::create(rewriter, loc, ValueRange(inits).getTypes(),
                                from, inits, both, kinds, body);
  for (auto [number, result] : llvm::zip_equal(numbers, joined.getResults()))
    rewriter.replaceAllUsesWith(op.getResult(number), result);
}

void Splitter::run() {
  rewriter.setInsertionPoint(op);
  linalg::GenericOp parts = makeParts();
  auto numbers = llvm::to_vector(llvm::seq<unsigned>(op.getNumResults()));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  // Rows of parts are reduced by a fusion, each by an operation of its own.
  if (cut.keepsPartsTogether &&
      llvm::all_equal(ArrayRef(maps).take_back(numbers.size())))
    joinParts(parts, numbers);
  else
    for (unsigned number : numbers)
      joinParts(parts, number);
  rewriter.eraseOp(op);
}

/// `op` with neighbouring reduction loops as one if a size of them is unknown:
/// how many parts a slow one of them has says nothing of how many there are.
static linalg::GenericOp joinUnknownLoops(RewriterBase &rewriter,
                                          linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<ReassociationIndices> groups;
  bool isUnknown = false;
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  for (unsigned loop : loops) {
    isUnknown |= ShapedType::isDynamic(sizes[loop]);
    if (groups.empty() || groups.back().back() + 1 != loop)
      groups.emplace_back();
    groups.back().push_back(loop);
  }
  llvm::erase_if(groups, [&](const ReassociationIndices &group) {
    return group.size() == 1 ||
           !linalg::areDimSequencesPreserved(op.getIndexingMapsArray(), group);
  });
  if (!isUnknown || groups.empty() || !op.hasPureTensorSemantics() ||
      op.hasIndexSemantics())
    return op;
  return joinLoops(rewriter, op, groups);
}

void mlir::lowp::splitReductions(Operation *op) {
  SmallVector<linalg::GenericOp> ops;
  op->walk([&](linalg::GenericOp op) { ops.push_back(op); });
  IRRewriter rewriter(op->getContext());
  for (linalg::GenericOp op : ops) {
    if (!chooseReductionCut(op))
      continue;
    op = joinUnknownLoops(rewriter, op);
    if (std::optional<ReductionCut> cut = chooseReductionCut(op))
      Splitter(rewriter, op, *cut).run();
  }
}
