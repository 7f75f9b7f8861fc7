//===- FormEpilogues.cpp - Elementwise readers of gemms: epilogues --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueChain.h"

#include "lowp/Fusion/Passes.h"
#include "lowp/Kernel/Config/PredictGemm.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMEPILOGUESPASS
#include "lowp/Fusion/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Replaces a gemm and the chain after it by a gemm with an epilogue.
class EpilogueBuilder {
public:
  explicit EpilogueBuilder(const EpilogueChain &chain)
      : chain(chain), gemm(chain.getGemm()), steps(chain.getSteps()),
        shared(chain.findSharedValue()) {}
  void replace();

private:
  void moveBuilder(OpBuilder &builder);
  GemmOp build(OpBuilder &builder);
  void buildBody(OpBuilder &builder, GemmOp formed);
  Value computeStep(OpBuilder &builder, const EpilogueStep &step,
                    ArrayRef<Value> known, ArrayRef<BlockArgument> elements);
  void erase();

  const EpilogueChain &chain;
  GemmOp gemm;
  ArrayRef<EpilogueStep> steps;
  /// The number of a value that is a result beside the end.
  std::optional<unsigned> shared;
};
} // namespace

/// The elements of `value`.
static Type getElement(const MappedTensor &value) {
  return getElementTypeOrSelf(value.value.getType());
}

/// What `step` computes from `known` values of the chain and from `elements` of
/// its other inputs.
Value EpilogueBuilder::computeStep(OpBuilder &builder, const EpilogueStep &step,
                                   ArrayRef<Value> known,
                                   ArrayRef<BlockArgument> elements) {
  IRMapping mapping;
  linalg::LinalgOp op = step.op;
  Block *inner = op.getBlock();
  for (auto [number, input] : llvm::enumerate(step.inputs)) {
    Value mapped = input.number ? known[*input.number] : elements.front();
    if (!input.number)
      elements = elements.drop_front();
    BlockArgument element = inner->getArgument(number);
    // Elements of a step are as wide as what it reads, or wider.
    mapping.map(element, convertScalarToDtype(builder, mapped.getLoc(), mapped,
                                              element.getType(),
                                              /*isUnsignedCast=*/false));
  }
  inner->walk([&](Operation *user) {
    for (Value operand : user->getOperands())
      if (auto constant = operand.getDefiningOp<arith::ConstantOp>();
          constant && !mapping.contains(operand))
        mapping.map(operand,
                    builder.clone(*constant.getOperation())->getResult(0));
  });
  for (Operation &own : inner->without_terminator())
    if (!isa<arith::ConstantOp>(own))
      builder.clone(own, mapping);
  return mapping.lookupOrDefault(inner->getTerminator()->getOperand(0));
}

void EpilogueBuilder::buildBody(OpBuilder &builder, GemmOp formed) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = gemm.getLoc();
  Block *body = builder.createBlock(&formed.getEpilogue().front());
  Value value = body->addArgument(builder.getF32Type(), loc);
  for (Value input : formed.getInputs())
    body->addArgument(getElementTypeOrSelf(input.getType()), loc);
  Type rounded = getElement(chain.getValue(0));
  if (!rounded.isF32())
    value = arith::TruncFOp::create(builder, loc, rounded, value);
  SmallVector<Value> known{value};
  ArrayRef<BlockArgument> elements = body->getArguments().drop_front();
  for (const EpilogueStep &step : steps) {
    known.push_back(computeStep(builder, step, known, elements));
    elements = elements.drop_front(llvm::count_if(
        step.inputs, [](const auto &input) { return !input.number; }));
  }
  SmallVector<Value> yielded{known.back()};
  if (shared)
    yielded.insert(yielded.begin(), known[*shared]);
  EpilogueYieldOp::create(builder, loc, yielded);
}

GemmOp EpilogueBuilder::build(OpBuilder &builder) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const EpilogueStep &step : steps)
    for (const EpilogueInput &input : step.inputs) {
      if (input.number)
        continue;
      MappedTensor dropped = dropUnitDims(builder, input.tensor);
      inputs.push_back(dropped.value);
      maps.push_back(dropped.map);
    }
  Location loc = gemm.getLoc();
  auto sizes = tensor::getMixedSizes(builder, loc, gemm.getInit());
  SmallVector<Value> inits{
      tensor::EmptyOp::create(builder, loc, sizes, getElement(chain.getEnd()))};
  if (shared)
    inits.insert(inits.begin(),
                 tensor::EmptyOp::create(builder, loc, sizes,
                                         getElement(chain.getValue(*shared))));
  auto formed = GemmOp::create(
      builder, loc, ValueRange(inits).getTypes(), gemm.getLhsData(),
      gemm.getLhsScales(), gemm.getLhsGlobalScale(), gemm.getRhsData(),
      gemm.getRhsScales(), gemm.getRhsGlobalScale(), inputs, gemm.getGroups(),
      inits, gemm.getLhsTypeAttr(), gemm.getRhsTypeAttr(),
      gemm.getIndexingMapsAttr(), builder.getAffineMapArrayAttr(maps),
      /*accumulate=*/false, gemm.getFastAccumulation(), /*epilogueCount=*/1);
  formed->setDiscardableAttrs(gemm->getDiscardableAttrDictionary());
  buildBody(builder, formed);
  return formed;
}

/// Moves views of `value`, and views of these, after what computes it.
static void sinkViews(Value value, Operation *behind) {
  for (Operation *user : value.getUsers()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) ||
        user->getBlock() != behind->getBlock() || behind->isBeforeInBlock(user))
      continue;
    user->moveAfter(behind);
    sinkViews(user->getResult(0), user);
  }
}

/// Erases what is left of the users of `value`: views that nobody reads.
static void eraseViews(Value value) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    eraseViews(user->getResult(0));
    user->erase();
  }
}

/// Erases the steps, the last one first, the views between them, and the gemm.
void EpilogueBuilder::erase() {
  for (EpilogueStep step : llvm::reverse(steps)) {
    eraseViews(step.op->getResult(0));
    step.op->erase();
  }
  eraseViews(gemm->getResult(0));
  gemm->erase();
}

/// Puts what is built where the last step was, or, before others that read a
/// result, as early as all is computed that the epilogue reads.
void EpilogueBuilder::moveBuilder(OpBuilder &builder) {
  Operation *source = chain.findLastSource();
  if (!shared)
    builder.setInsertionPoint(steps.back().op);
  else if (source)
    builder.setInsertionPointAfter(source);
  else
    builder.setInsertionPointToStart(gemm->getBlock());
}

void EpilogueBuilder::replace() {
  OpBuilder builder(gemm);
  moveBuilder(builder);
  GemmOp formed = build(builder);
  auto replaceValue = [&](MappedTensor value, Value result) {
    // Groups and divided batches have other loops than dimensions.
    if (cast<RankedTensorType>(result.getType()).getRank() ==
        value.map.getNumDims())
      result = dropUnread(builder, result, value.map);
    Value whole =
        addUnitDims(builder, result,
                    cast<RankedTensorType>(value.value.getType()), value.map);
    value.value.replaceAllUsesWith(whole);
    sinkViews(whole, whole.getDefiningOp());
  };
  replaceValue(chain.getEnd(), formed->getResults().back());
  if (shared)
    replaceValue(chain.getValue(*shared), formed->getResult(0));
  erase();
}

namespace {
struct FormEpilogues : public lowp::impl::FormEpiloguesPassBase<FormEpilogues> {
  void runOnOperation() override {
    auto chip = lowp_gpu::findModelledChip(getOperation());
    if (failed(chip))
      return signalPassFailure();
    SmallVector<GemmOp> gemms;
    getOperation()->walk([&](GemmOp gemm) {
      if (gemm->getNumResults() == 1 && !gemm.hasEpilogue() &&
          !gemm.getAccumulate())
        gemms.push_back(gemm);
    });
    for (GemmOp gemm : gemms) {
      EpilogueChain chain(gemm);
      chain.grow();
      if (*chip)
        chain.shorten(**chip);
      if (!chain.getSteps().empty())
        EpilogueBuilder(chain).replace();
    }
  }
};
} // namespace
