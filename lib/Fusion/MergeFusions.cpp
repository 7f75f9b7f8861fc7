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
// fusions of one space are one launch in place of several.
//
//===----------------------------------------------------------------------===//

#include "FusionMerger.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <map>

using namespace mlir;
using namespace mlir::lowp;

/// Fusions that each one tries to join only for a launch less: a program of any
/// length takes a time that is linear in it.
static constexpr size_t kMostOpen = 8;

/// Whether `fusion` reads elements of `value`, or a number of it, by an index
/// of their own.
static bool extracts(const FusionPlan &plan, const PlannedFusion &fusion,
                     Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *reader = plan.block.findAncestorOpInBlock(*user);
    return isa<tensor::ExtractOp>(user) &&
           (reader == user || (reader && fusion.contains(reader)));
  });
}

/// Lets `fusion` compute the reshapes of what it reads, so that fusions of the
/// same matrix have the same input.
static void takeReshapes(FusionPlan &plan, PlannedFusion &fusion) {
  SmallVector<Operation *> ops;
  for (Value input : fusion.getInputs()) {
    // A number, or a row at a computed number, is read from memory as it lies.
    if (extracts(plan, fusion, input))
      continue;
    size_t known = ops.size();
    for (Value value = input; changesUnitDims(value.getDefiningOp());
         value = ops.back()->getOperand(0))
      ops.push_back(value.getDefiningOp());
    std::reverse(ops.begin() + known, ops.end());
  }
  if (ops.empty())
    return;
  llvm::append_range(ops, fusion.getOps());
  PlannedFusion taken(putReadersLast(ops), fusion.loc);
  if (taken.getSpace())
    plan.setOps(fusion, taken.getOps());
}

namespace {
/// The fusions of a block that others may join.
class Members {
public:
  explicit Members(FusionPlan &plan) : plan(plan) {}

  /// Lets `member` join the first one that takes it.
  void add(PlannedFusion *member);

private:
  /// Finds fusions that read or write something that `fusion` reads, in their
  /// order, then the last ones of its space.
  SmallVector<unsigned> findCandidates(PlannedFusion &fusion);

  FusionPlan &plan;
  SmallVector<PlannedFusion *> kept;
  /// The numbers of those that read or write a value.
  llvm::DenseMap<Value, llvm::SmallSetVector<unsigned, 2>> ofValue;
  /// The numbers of those of a space, by its tiles.
  std::map<SmallVector<int64_t>, SmallVector<unsigned>> ofSpace;
};
} // namespace

void FusionPlan::merge() {
  readFusions();
  Members members(*this);
  for (PlannedFusion *fusion : getFusions()) {
    if (fusion->getKind() == PlannedFusion::Kind::None)
      continue;
    takeReshapes(*this, *fusion);
    if (fusion->getKind() != PlannedFusion::Kind::None)
      members.add(fusion);
  }
}

SmallVector<unsigned> Members::findCandidates(PlannedFusion &fusion) {
  llvm::SmallSetVector<unsigned, 4> found;
  for (Value input : fusion.getInputs())
    if (auto place = ofValue.find(input); place != ofValue.end())
      found.insert_range(place->second);
  SmallVector<unsigned> numbers(found.getArrayRef());
  llvm::sort(numbers);
  ArrayRef<unsigned> same = ofSpace[fusion.getSpace()->getTiles()];
  for (unsigned number : same.take_back(kMostOpen))
    if (!found.contains(number))
      numbers.push_back(number);
  return numbers;
}

void Members::add(PlannedFusion *member) {
  unsigned number = kept.size();
  for (unsigned candidate : findCandidates(*member))
    if (FusionMerger(plan, *kept[candidate], *member).merge()) {
      number = candidate;
      member = kept[candidate];
      break;
    }
  for (Value input : member->getInputs())
    ofValue[input].insert(number);
  for (Value result : plan.getResults(*member))
    ofValue[result].insert(number);
  if (number == kept.size()) {
    kept.push_back(member);
    ofSpace[member->getSpace()->getTiles()].push_back(number);
  }
}
