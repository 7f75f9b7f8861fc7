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
// the first. Sums of the same rows, as the gradient of a norm needs two, are of
// one kernel that reads a row once. What only computes elements takes what
// reads its elements, or, where results are small, the same elements. Short
// fusions of one space that are left are one launch in place of several.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "FusionMerger.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <map>

using namespace mlir;
using namespace mlir::lowp;

/// Moves the reshapes of what `fusion` reads into its region, so that fusions
/// of the same matrix have the same input.
static void takeReshapes(FusionOp fusion) {
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
/// The fusions of a block that others may join.
class Members {
public:
  /// Lets `member` join the first one that takes it.
  void add(FusionMember member);
  /// Lets what is left join others of the same space, for a launch less.
  void mergeBeside();

private:
  /// Finds fusions that read or write something that `fusion` reads, in their
  /// order.
  SmallVector<unsigned> findCandidates(FusionOp fusion);

  SmallVector<FusionMember> kept;
  /// The numbers of those that read or write a value, or one that is gone.
  llvm::DenseMap<Value, llvm::SmallSetVector<unsigned, 2>> ofValue;
};
} // namespace

void mlir::lowp::mergeFusions(Operation *op) {
  llvm::MapVector<Block *, SmallVector<FusionOp>> fusions;
  op->walk([&](FusionOp fusion) {
    if (FusionMember(fusion).getKind() != FusionMember::Kind::None)
      fusions[fusion->getBlock()].push_back(fusion);
  });
  for (auto &[block, ofBlock] : fusions) {
    Members members;
    for (FusionOp fusion : ofBlock) {
      takeReshapes(fusion);
      if (FusionMember member(fusion);
          member.getKind() != FusionMember::Kind::None)
        members.add(std::move(member));
    }
    members.mergeBeside();
  }
}

SmallVector<unsigned> Members::findCandidates(FusionOp fusion) {
  llvm::SmallSetVector<unsigned, 4> found;
  for (Value input : fusion.getInputs())
    if (auto place = ofValue.find(input); place != ofValue.end())
      found.insert_range(place->second);
  SmallVector<unsigned> numbers(found.getArrayRef());
  llvm::sort(numbers);
  return numbers;
}

void Members::add(FusionMember member) {
  unsigned number = kept.size();
  for (unsigned candidate : findCandidates(member.fusion))
    if (auto merged = FusionMerger(kept[candidate], member).merge()) {
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

/// Fusions that each one tries to join only for a launch less: a program of any
/// length takes a time that is linear in it.
static constexpr size_t kMostOpen = 8;

void Members::mergeBeside() {
  // What may take others, by its space, the last one last.
  std::map<SmallVector<int64_t>, SmallVector<FusionMember>> open;
  llvm::sort(kept, [](const FusionMember &a, const FusionMember &b) {
    return a.fusion->isBeforeInBlock(b.fusion);
  });
  for (FusionMember &member : kept) {
    SmallVector<FusionMember> &others = open[member.space->sizes];
    auto near = MutableArrayRef(others).take_back(kMostOpen);
    bool isTaken = llvm::any_of(near, [&](FusionMember &other) {
      auto merged = FusionMerger(other, member).mergeBeside();
      if (merged)
        other = std::move(*merged);
      return merged.has_value();
    });
    if (!isTaken)
      others.push_back(std::move(member));
  }
}
