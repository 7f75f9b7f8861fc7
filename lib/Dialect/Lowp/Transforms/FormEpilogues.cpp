//===- FormEpilogues.cpp - Elementwise readers of gemms: epilogues --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Dialect/Lowp/Transforms/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMEPILOGUESPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// An elementwise operation that an epilogue computes.
struct Step {
  linalg::LinalgOp op;
  /// Which of its inputs is made from the sums.
  unsigned product;
  /// Its other inputs, indexed by the dimensions of the destination.
  SmallVector<MappedTensor> inputs;
};

/// The operations that read what a gemm computes, one after the other.
class EpilogueChain {
public:
  explicit EpilogueChain(GemmOp gemm);
  /// Replaces the gemm and what its epilogue can compute.
  void form();

private:
  bool addStep();
  bool followViews();
  std::optional<Step> match(linalg::LinalgOp op);
  std::optional<MappedTensor> matchInput(linalg::LinalgOp op,
                                         OpOperand &operand,
                                         ArrayRef<AffineExpr> loops);
  bool savesBytes() const;
  GemmOp build(OpBuilder &builder);
  void buildBody(OpBuilder &builder, GemmOp gemm);

  GemmOp gemm;
  /// What was reached, indexed by (batch,) m and n.
  MappedTensor end;
  SmallVector<Step> steps;
};
} // namespace

EpilogueChain::EpilogueChain(GemmOp gemm)
    : gemm(gemm), end{gemm->getResult(0), gemm.getDestinationMap()} {}

//===----------------------------------------------------------------------===//
// What an epilogue can compute
//===----------------------------------------------------------------------===//

static bool isFloatOfKernels(Value tensor) {
  return isa<Float32Type, BFloat16Type, Float16Type>(
      getElementTypeOrSelf(tensor.getType()));
}

/// Whether `op` runs in a fusion, where it costs no launch of its own.
static bool isFused(Operation *op) {
  FusedKind kind = classifyForFusion(op);
  return kind != FusedKind::None && kind != FusedKind::Source;
}

/// `op` as an operation that computes each element of a tensor from elements of
/// others; null if it is another.
static linalg::LinalgOp getElementwise(Operation *op) {
  auto elementwise = dyn_cast<linalg::LinalgOp>(op);
  if (!elementwise || !elementwise.hasPureTensorSemantics() ||
      elementwise.getNumDpsInits() != 1 ||
      elementwise.getNumParallelLoops() != elementwise.getNumLoops() ||
      elementwise.payloadUsesValueFromOperand(elementwise.getDpsInitOperand(0)))
    return {};
  return elementwise;
}

/// The first operation that an epilogue does not have; null for none.
static Operation *findOtherArithmetic(linalg::LinalgOp op) {
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isEpilogueArithmetic(&inner))
      return &inner;
  return nullptr;
}

/// Whether the body of `op` uses its own values and constants alone.
static bool usesOwnValues(linalg::LinalgOp op) {
  WalkResult result = op.getBlock()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      bool isOwn = operand.getParentBlock() == op.getBlock();
      if (!isOwn && !operand.getDefiningOp<arith::ConstantOp>())
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Whether `map` indexes a tensor of `shape` by dimensions, each once, and by a
/// constant where the size is 1.
static bool indexesOnce(AffineMap map, ArrayRef<int64_t> shape) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [size, index] : llvm::zip_equal(shape, map.getResults())) {
    if (isa<AffineConstantExpr>(index)) {
      if (size != 1)
        return false;
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || seen.test(dim.getPosition()))
      return false;
    seen.set(dim.getPosition());
  }
  return true;
}

/// What `input` is a wider or reshaped form of, as far as that is made for one
/// reader alone.
static MappedTensor getSource(MappedTensor input) {
  while (input.value.hasOneUse()) {
    std::optional<MappedTensor> source = lookThroughOne(input);
    if (!source || !isFloatOfKernels(source->value))
      break;
    input = *source;
  }
  return input;
}

/// `value` as `type`, which is not narrower.
static Value widen(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::ExtFOp::create(builder, value.getLoc(), type, value);
}

/// Input `operand` of `op`, whose loops are `loops` of the destination.
std::optional<MappedTensor>
EpilogueChain::matchInput(linalg::LinalgOp op, OpOperand &operand,
                          ArrayRef<AffineExpr> loops) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !isFloatOfKernels(operand.get()))
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand).replaceDimsAndSymbols(
      loops, {}, end.map.getNumDims(), 0);
  // What only this operation reads is better computed where it is read, but for
  // the widening of a bias, which an epilogue computes, too.
  MappedTensor input = getSource({operand.get(), map});
  Operation *producer = input.value.getDefiningOp();
  bool isOwn = producer && input.value.hasOneUse() && isFused(producer);
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(input.value.getType()).getShape();
  // A slice has gaps.
  if (isOwn || isa_and_present<tensor::ExtractSliceOp>(producer) ||
      !indexesOnce(input.map, shape) || !isAddressableInput(shape, input.map))
    return std::nullopt;
  return input;
}

std::optional<Step> EpilogueChain::match(linalg::LinalgOp op) {
  if (!isFloatOfKernels(op->getResult(0)) ||
      op->getBlock() != gemm->getBlock() || findOtherArithmetic(op) ||
      !usesOwnValues(op))
    return std::nullopt;
  OpOperand &use = *end.value.use_begin();
  AffineMap source = op.getMatchingIndexingMap(&use);
  AffineMap result = op.getIndexingMapsArray().back();
  if (!op.isDpsInput(&use) || !source.isPermutation() || source != result)
    return std::nullopt;
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [place, index] : llvm::enumerate(end.map.getResults()))
    loops[source.getDimPosition(place)] = index;
  Step step{op, use.getOperandNumber(), {}};
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (operand->get() == end.value)
      continue;
    std::optional<MappedTensor> input = matchInput(op, *operand, loops);
    if (!input)
      return std::nullopt;
    step.inputs.push_back(*input);
  }
  return step;
}

/// Goes on to what reads the end through views.
bool EpilogueChain::followViews() {
  while (end.value.hasOneUse() &&
         isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
             *end.value.user_begin())) {
    std::optional<MappedTensor> view = followOne(end, /*mayRound=*/false);
    if (!view)
      return false;
    end = *view;
  }
  return end.value.hasOneUse();
}

/// Says why `op`, whose body has `other`, is no epilogue.
static void reportOther(linalg::LinalgOp op, Operation *other) {
  StringRef why =
      isSlowFunction(*other)
          ? "takes longer than a tile of the gemm before leaves idle"
          : "is none of the arithmetic that an epilogue has, of "
            "elements at the place of the result";
  remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("no-epilogue").category("lowp-form-epilogues"))
      << remark::reason("{0} {1}; it runs in a kernel of its own",
                        other->getName().getStringRef(), why);
}

/// Whether one more operation is part of the epilogue.
bool EpilogueChain::addStep() {
  MappedTensor before = end;
  if (followViews()) {
    linalg::LinalgOp op = getElementwise(*end.value.user_begin());
    if (std::optional<Step> step = op ? match(op) : std::nullopt) {
      steps.push_back(*step);
      end.value = op->getResult(0);
      return true;
    }
    if (Operation *other = op ? findOtherArithmetic(op) : nullptr)
      reportOther(op, other);
  }
  end = before;
  return false;
}

//===----------------------------------------------------------------------===//
// What an epilogue should compute
//===----------------------------------------------------------------------===//

/// The only operation that computes with `value` or a view of it; null where
/// there are several.
static Operation *getOnlyReader(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (classifyForFusion(user) != FusedKind::View ||
        user->getNumResults() != 1)
      return user;
    value = user->getResult(0);
  }
  return nullptr;
}

/// Whether the epilogue up to the last step saves bytes: its result would be
/// written anyway, or is narrower than that of the gemm. Else the operation is
/// part of the fusion after it, at no cost; so is one that only widens.
bool EpilogueChain::savesBytes() const {
  auto countBits = [](Value tensor) {
    return getElementTypeOrSelf(tensor.getType()).getIntOrFloatBitWidth();
  };
  Step last = steps.back();
  Value result = last.op->getResult(0);
  unsigned before = countBits(gemm->getResult(0)), after = countBits(result);
  if (last.inputs.empty() &&
      after > countBits(last.op.getDpsInputs()[last.product]))
    return false;
  if (after < before)
    return true;
  Operation *reader = getOnlyReader(result);
  return !reader || !isFused(reader);
}

//===----------------------------------------------------------------------===//
// Building it
//===----------------------------------------------------------------------===//

void EpilogueChain::buildBody(OpBuilder &builder, GemmOp formed) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = gemm.getLoc();
  Block *body = builder.createBlock(&formed.getEpilogue().front());
  Value value = body->addArgument(builder.getF32Type(), loc);
  for (Value input : formed.getInputs())
    body->addArgument(getElementTypeOrSelf(input.getType()), loc);
  Type rounded = getElementTypeOrSelf(gemm->getResult(0).getType());
  if (!rounded.isF32())
    value = arith::TruncFOp::create(builder, loc, rounded, value);
  unsigned next = 1;
  for (Step &step : steps) {
    IRMapping mapping;
    Block *inner = step.op.getBlock();
    for (unsigned input = 0; input < step.op.getNumDpsInputs(); ++input) {
      BlockArgument element = inner->getArgument(input);
      Value mapped = input == step.product ? value : body->getArgument(next++);
      mapping.map(element, widen(builder, mapped, element.getType()));
    }
    inner->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (auto constant = operand.getDefiningOp<arith::ConstantOp>();
            constant && !mapping.contains(operand))
          mapping.map(operand,
                      builder.clone(*constant.getOperation())->getResult(0));
    });
    for (Operation &op : inner->without_terminator())
      if (!isa<arith::ConstantOp>(op))
        builder.clone(op, mapping);
    value = mapping.lookupOrDefault(inner->getTerminator()->getOperand(0));
  }
  EpilogueYieldOp::create(builder, loc, value);
}

GemmOp EpilogueChain::build(OpBuilder &builder) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (Step &step : steps)
    for (const MappedTensor &input : step.inputs) {
      MappedTensor dropped = dropUnitDims(builder, input);
      inputs.push_back(dropped.value);
      maps.push_back(dropped.map);
    }
  Location loc = gemm.getLoc();
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, gemm.getInit()),
      getElementTypeOrSelf(end.value.getType()));
  auto formed = GemmOp::create(
      builder, loc, TypeRange{init.getType()}, gemm.getLhsData(),
      gemm.getLhsScales(), gemm.getLhsGlobalScale(), gemm.getRhsData(),
      gemm.getRhsScales(), gemm.getRhsGlobalScale(), inputs, init,
      gemm.getLhsTypeAttr(), gemm.getRhsTypeAttr(), gemm.getIndexingMapsAttr(),
      builder.getAffineMapArrayAttr(maps), /*accumulate=*/false,
      gemm.getFastAccumulation(), /*epilogueCount=*/1);
  formed->setDiscardableAttrs(gemm->getDiscardableAttrDictionary());
  buildBody(builder, formed);
  return formed;
}

void EpilogueChain::form() {
  SmallVector<MappedTensor> ends;
  while (addStep())
    ends.push_back(end);
  while (!steps.empty() && !savesBytes()) {
    steps.pop_back();
    ends.pop_back();
  }
  if (steps.empty())
    return;
  end = ends.back();
  Operation *last = steps.back().op;
  OpBuilder builder(last);
  GemmOp formed = build(builder);
  Value value =
      addUnitDims(builder, formed->getResult(0),
                  cast<RankedTensorType>(end.value.getType()), end.map);
  end.value.replaceAllUsesWith(value);
  eraseChain(gemm, last);
}

namespace {
struct FormEpilogues : public lowp::impl::FormEpiloguesPassBase<FormEpilogues> {
  void runOnOperation() override {
    SmallVector<GemmOp> gemms;
    getOperation()->walk([&](GemmOp gemm) {
      if (gemm->getNumResults() == 1 && !gemm.hasEpilogue() &&
          !gemm.getAccumulate())
        gemms.push_back(gemm);
    });
    for (GemmOp gemm : gemms)
      EpilogueChain(gemm).form();
  }
};
} // namespace
