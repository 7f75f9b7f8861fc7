//===- FusionMerger.cpp - Two fusions that read the same are one ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionMerger.h"

#include "FusionOutputs.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

/// Stages of one kernel, at most: each makes its code longer.
static constexpr size_t kMostStages = 4;

/// Tensors of which a kernel of rows holds a row, at most: a thread keeps its
/// part of each in registers.
static constexpr int64_t kMostRows = 3;

void mlir::lowp::takeReshapes(FusionOp fusion) {
  Block &body = fusion.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (auto [input, argument] :
       llvm::zip_equal(fusion.getInputsMutable(), body.getArguments())) {
    SmallVector<Operation *> reshapes;
    for (Value value = input.get(); changesUnitDims(value.getDefiningOp());
         value = reshapes.back()->getOperand(0))
      reshapes.push_back(value.getDefiningOp());
    // A number, or a row at a computed number, is read from memory as it lies.
    if (reshapes.empty() ||
        llvm::any_of(argument.getUsers(), llvm::IsaPred<tensor::ExtractOp>))
      continue;
    Value origin = reshapes.back()->getOperand(0);
    input.set(origin);
    Value whole = argument;
    SmallVector<OpOperand *> uses = llvm::to_vector(llvm::map_range(
        argument.getUses(), [](OpOperand &use) { return &use; }));
    argument.setType(origin.getType());
    for (Operation *reshape : llvm::reverse(reshapes)) {
      Operation *inside = builder.clone(*reshape);
      inside->setOperand(0, whole);
      whole = inside->getResult(0);
    }
    for (OpOperand *use : uses)
      use->set(whole);
  }
}

namespace {
/// One fusion of two, the second one after the first for each tile.
class Merger {
public:
  Merger(FusionMember &first, FusionMember &second)
      : first(first), second(second) {}

  std::optional<FusionMember> merge();

private:
  bool isAllowed();
  bool shareTiles();
  /// What the second one needs and the first one does not come before.
  bool collectMoved();
  bool collectMoved(Value value);
  FusionOp build();

  FusionMember &first, &second;
  llvm::SetVector<Operation *> moved;
};

} // namespace

FusionMember::FusionMember(FusionOp fusion) : fusion(fusion) {
  std::string why;
  space = IterationSpace::get(getFusedOps(body()), why);
}

FusionMember::Kind FusionMember::getKind() {
  if (!space || space->packsRows)
    return Kind::None;
  if (hasSquareTiles())
    return Kind::Tiles;
  return reducesRowsAlone() ? Kind::Rows : Kind::None;
}

SmallVector<int64_t> FusionMember::getStages() {
  return lowp::getFusionStages(fusion, fusion.getNumResults());
}

bool FusionMember::reducesRowsAlone() {
  return space->reducesRows && getStages().size() == 1 &&
         llvm::none_of(body(), [](Operation &op) {
           return isa<QuantizeOp, DequantizeOp, AmaxOp, ComputeScaleOp>(op);
         });
}

int64_t FusionMember::countTiles() {
  return llvm::count_if(body().getArguments(), [&](Value argument) {
    return space->dependsOnRow(argument) && space->dependsOnColumn(argument);
  });
}

bool FusionMember::hasSquareTiles() {
  if (space->reducesRows)
    return false;
  bool writesRows = false, writesColumns = false;
  for (auto op : body().getOps<QuantizeOp>()) {
    (space->writesColumns(op) ? writesColumns : writesRows) = true;
    if (op.hasGivenScales())
      return false;
  }
  // What makes no scales and what turns nothing has other tiles.
  return writesRows && writesColumns &&
         body().getOps<ComputeScaleOp>().empty() &&
         body().getOps<AmaxOp>().empty();
}

bool FusionMember::readsTile(Value input) {
  for (auto [operand, argument] :
       llvm::zip_equal(fusion.getInputs(), body().getArguments()))
    if (operand == input)
      return space->dependsOnRow(argument) && space->dependsOnColumn(argument);
  return false;
}

bool FusionMember::isPlain(OpResult result) {
  Value value = body().getTerminator()->getOperand(result.getResultNumber());
  return !value.getDefiningOp<SplitScaledOp>() &&
         !value.getDefiningOp<tensor::ConcatOp>() && space->dependsOnRow(value);
}

bool Merger::shareTiles() {
  return llvm::any_of(second.fusion.getInputs(), [&](Value input) {
    return second.readsTile(input) &&
           (input.getDefiningOp() == first.fusion.getOperation() ||
            first.readsTile(input));
  });
}

bool Merger::isAllowed() {
  FusionMember::Kind kind = first.getKind();
  return kind != FusionMember::Kind::None && kind == second.getKind() &&
         first.getStages().size() + second.getStages().size() <= kMostStages &&
         first.space->sizes == second.space->sizes;
}

bool Merger::collectMoved(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != first.fusion->getBlock() ||
      op->isBeforeInBlock(first.fusion) || moved.contains(op))
    return true;
  // Others would run earlier than they do, or need the first fusion.
  if (!isa<tensor::EmptyOp, tensor::DimOp, tensor::CollapseShapeOp,
           tensor::ExpandShapeOp>(op) &&
      !op->hasTrait<OpTrait::ConstantLike>())
    return false;
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp() == first.fusion.getOperation() ||
        !collectMoved(operand))
      return false;
  moved.insert(op);
  return true;
}

bool Merger::collectMoved() {
  return llvm::all_of(second.fusion->getOperands(), [&](Value operand) {
    if (operand.getDefiningOp() == first.fusion.getOperation())
      return first.isPlain(cast<OpResult>(operand));
    return collectMoved(operand);
  });
}

/// `first` with what `second` computes behind it; both stay.
FusionOp Merger::build() {
  SmallVector<Value> inputs(first.fusion.getInputs()),
      outputs(first.fusion.getOutputs());
  llvm::append_range(outputs, second.fusion.getOutputs());
  OpBuilder builder(first.fusion);
  Location loc =
      builder.getFusedLoc({first.fusion.getLoc(), second.fusion.getLoc()});
  auto merged = FusionOp::create(builder, loc, ValueRange(outputs).getTypes(),
                                 inputs, outputs);
  IRMapping mapping;
  first.fusion.getBody().cloneInto(&merged.getBody(), mapping);
  Block &body = merged.getBody().front();
  auto yield = cast<FusionYieldOp>(body.getTerminator());
  SmallVector<Value> yielded(yield.getValues());
  for (auto [input, argument] : llvm::zip_equal(second.fusion.getInputs(),
                                                second.body().getArguments())) {
    auto known = llvm::find(inputs, input);
    auto result = dyn_cast<OpResult>(input);
    if (result && result.getOwner() == first.fusion.getOperation()) {
      mapping.map(argument, yielded[result.getResultNumber()]);
    } else if (known != inputs.end()) {
      mapping.map(argument, body.getArgument(known - inputs.begin()));
    } else {
      inputs.push_back(input);
      mapping.map(argument,
                  body.addArgument(argument.getType(), argument.getLoc()));
    }
  }
  merged.getInputsMutable().assign(inputs);
  builder.setInsertionPoint(yield);
  for (Operation &op : second.body().without_terminator())
    builder.clone(op, mapping);
  for (Value value : second.body().getTerminator()->getOperands())
    yielded.push_back(mapping.lookup(value));
  yield.getValuesMutable().assign(yielded);
  // Of rows all is computed at once: a row is in registers anyway.
  if (first.getKind() == FusionMember::Kind::Rows)
    return merged;
  SmallVector<int64_t> stages = first.getStages();
  llvm::append_range(stages, second.getStages());
  merged->setAttr(LowpDialect::getStagesAttrName(),
                  builder.getDenseI64ArrayAttr(stages));
  return merged;
}

std::optional<FusionMember> Merger::merge() {
  if (!isAllowed() || !shareTiles() || !collectMoved())
    return std::nullopt;
  for (Operation *op : moved)
    op->moveBefore(first.fusion);
  FusionOp merged = build();
  FusionMember both(merged);
  FusionMember::Kind kind = both.getKind();
  if (kind != first.getKind() || both.space->sizes != first.space->sizes ||
      both.space->keepsMatricesApart != first.space->keepsMatricesApart ||
      (kind == FusionMember::Kind::Rows && both.countTiles() > kMostRows)) {
    merged.erase();
    return std::nullopt;
  }
  auto passed = remark::passed(
      merged.getLoc(),
      remark::RemarkOpts::name("merged").category("lowp-merge-fusions"));
  if (kind == FusionMember::Kind::Rows)
    passed << remark::add("one kernel reduces the rows that both read");
  else
    passed << remark::add("a kernel of {0} stages reads once what several read",
                          both.getStages().size());
  unsigned count = first.fusion.getNumResults();
  first.fusion.replaceAllUsesWith(merged.getResults().take_front(count));
  second.fusion.replaceAllUsesWith(merged.getResults().drop_front(count));
  second.fusion.erase();
  first.fusion.erase();
  // What the second one alone read of the first one need not be written.
  if (!merged.use_empty())
    both = FusionMember(dropUnused(merged));
  return both;
}

std::optional<FusionMember> mlir::lowp::mergeFusions(FusionMember &first,
                                                     FusionMember &second) {
  return Merger(first, second).merge();
}
