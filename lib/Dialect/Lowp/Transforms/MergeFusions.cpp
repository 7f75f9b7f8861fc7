//===- MergeFusions.cpp - Fusions that read the same become one kernel ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradients of a gate and what it multiplies read the same matrices. One
// kernel for all of them has too many values for its registers; one that makes
// them one after the other, tile by tile, finds in the cache what it read for
// the first.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_MERGEFUSIONSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// Stages of one kernel, at most: each makes its code longer.
static constexpr size_t kMostStages = 4;

/// Whether `op` adds or drops dimensions of size 1 and does nothing else.
static bool isReshape(Operation *op) {
  if (!isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) ||
      op->getNumOperands() != 1)
    return false;
  auto wide = cast<ShapedType>(op->getOperand(0).getType());
  auto narrow = cast<ShapedType>(op->getResult(0).getType());
  if (isa<tensor::ExpandShapeOp>(op))
    std::swap(wide, narrow);
  return isRankReducedType(wide, narrow) == SliceVerificationResult::Success;
}

/// Moves the reshapes of what `fusion` reads into its region, so that fusions
/// of the same matrix have the same input.
static void takeReshapes(FusionOp fusion) {
  Block &body = fusion.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (auto [input, argument] :
       llvm::zip_equal(fusion.getInputsMutable(), body.getArguments())) {
    SmallVector<Operation *> reshapes;
    for (Value value = input.get(); isReshape(value.getDefiningOp());
         value = reshapes.back()->getOperand(0))
      reshapes.push_back(value.getDefiningOp());
    if (reshapes.empty())
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

/// A fusion, and what decides whether another one may join it.
class Member {
public:
  explicit Member(FusionOp fusion) : fusion(fusion) {
    std::string why;
    domain = FusionDomain::get(getFusedOps(body()), why);
  }

  /// Whether its kernel works on tiles of as many rows as columns.
  bool hasSquareTiles();
  bool readsTile(Value input);
  /// Whether `result` is there for a later stage: one number per element.
  bool isPlain(OpResult result);
  SmallVector<int64_t> getStages() {
    return lowp::getStages(fusion, fusion.getNumResults());
  }

  Block &body() { return fusion.getBody().front(); }

  FusionOp fusion;
  std::optional<FusionDomain> domain;
};

/// One fusion of two, the second one after the first for each tile.
class Merger {
public:
  /// Of two with square tiles.
  Merger(Member &first, Member &second) : first(first), second(second) {}

  /// The fusion of both, in the place of the first; nothing where there is
  /// none.
  std::optional<Member> merge();

private:
  bool shareTiles();
  /// What the second one needs and the first one does not come before.
  bool collectMoved();
  bool collectMoved(Value value);
  FusionOp build();

  Member &first, &second;
  llvm::SetVector<Operation *> moved;
};

} // namespace

bool Member::hasSquareTiles() {
  if (!domain || domain->reducesRows || domain->packsRows)
    return false;
  bool writesRows = false, writesColumns = false;
  for (auto op : body().getOps<QuantizeOp>()) {
    bool isTurned =
        op.getType().isRowMajor() == domain->isTransposed(op.getInput());
    (isTurned ? writesColumns : writesRows) = true;
    if (op.hasGivenScales())
      return false;
  }
  // What makes no scales and what turns nothing has other tiles.
  return writesRows && writesColumns &&
         body().getOps<ComputeScaleOp>().empty() &&
         body().getOps<AmaxOp>().empty();
}

bool Member::readsTile(Value input) {
  for (auto [operand, argument] :
       llvm::zip_equal(fusion.getInputs(), body().getArguments()))
    if (operand == input)
      return domain->dependsOnRow(argument) &&
             domain->dependsOnColumn(argument);
  return false;
}

bool Member::isPlain(OpResult result) {
  Value value = body().getTerminator()->getOperand(result.getResultNumber());
  return !value.getDefiningOp<SplitScaledOp>() &&
         !value.getDefiningOp<tensor::ConcatOp>() &&
         domain->dependsOnRow(value) && domain->dependsOnColumn(value);
}

bool Merger::shareTiles() {
  return llvm::any_of(second.fusion.getInputs(), [&](Value input) {
    return second.readsTile(input) &&
           (input.getDefiningOp() == first.fusion.getOperation() ||
            first.readsTile(input));
  });
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
  SmallVector<int64_t> stages = first.getStages();
  llvm::append_range(stages, second.getStages());
  merged->setAttr(LowpDialect::getStagesAttrName(),
                  builder.getDenseI64ArrayAttr(stages));
  return merged;
}

std::optional<Member> Merger::merge() {
  if (first.getStages().size() + second.getStages().size() > kMostStages ||
      first.domain->sizes != second.domain->sizes || !shareTiles() ||
      !collectMoved())
    return std::nullopt;
  for (Operation *op : moved)
    op->moveBefore(first.fusion);
  FusionOp merged = build();
  Member both(merged);
  if (!both.hasSquareTiles() || both.domain->sizes != first.domain->sizes ||
      both.domain->keepsMatricesApart != first.domain->keepsMatricesApart) {
    merged.erase();
    return std::nullopt;
  }
  remark::passed(merged.getLoc(), remark::RemarkOpts::name("merged").category(
                                      "lowp-merge-fusions"))
      << remark::add("a kernel of {0} stages reads once what several read",
                     both.getStages().size());
  unsigned count = first.fusion.getNumResults();
  first.fusion.replaceAllUsesWith(merged.getResults().take_front(count));
  second.fusion.replaceAllUsesWith(merged.getResults().drop_front(count));
  second.fusion.erase();
  first.fusion.erase();
  return both;
}

namespace {
/// The fusions of a block that others may join.
class Members {
public:
  /// Lets `member` join the first one that takes it.
  void add(Member member);

private:
  /// Those that read or write something that `fusion` reads, in their order.
  SmallVector<unsigned> findCandidates(FusionOp fusion);

  SmallVector<Member> kept;
  /// The numbers of those that read or write a value, or one that is gone.
  llvm::DenseMap<Value, llvm::SmallSetVector<unsigned, 2>> ofValue;
};

struct MergeFusionsPass
    : mlir::lowp::impl::MergeFusionsPassBase<MergeFusionsPass> {
  void runOnOperation() override {
    llvm::MapVector<Block *, SmallVector<FusionOp>> fusions;
    getOperation()->walk([&](FusionOp fusion) {
      if (Member(fusion).hasSquareTiles())
        fusions[fusion->getBlock()].push_back(fusion);
    });
    for (auto &[block, ofBlock] : fusions) {
      Members members;
      for (FusionOp fusion : ofBlock) {
        takeReshapes(fusion);
        if (Member member(fusion); member.hasSquareTiles())
          members.add(std::move(member));
      }
    }
  }
};
} // namespace

SmallVector<unsigned> Members::findCandidates(FusionOp fusion) {
  llvm::SmallSetVector<unsigned, 4> found;
  for (Value input : fusion.getInputs())
    if (auto place = ofValue.find(input); place != ofValue.end())
      found.insert_range(place->second);
  SmallVector<unsigned> numbers(found.getArrayRef());
  llvm::sort(numbers);
  return numbers;
}

void Members::add(Member member) {
  unsigned number = kept.size();
  for (unsigned candidate : findCandidates(member.fusion))
    if (auto merged = Merger(kept[candidate], member).merge()) {
      member = std::move(*merged);
      number = candidate;
      break;
    }
  for (ValueRange values : {ValueRange(member.fusion.getInputs()),
                            ValueRange(member.fusion.getResults())})
    for (Value value : values)
      ofValue[value].insert(number);
  if (number == kept.size())
    kept.push_back(std::move(member));
  else
    kept[number] = std::move(member);
}
