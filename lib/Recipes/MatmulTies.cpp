//===- MatmulTies.cpp - Matmuls with an operand in common -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulTies.h"

#include "ShardedSizes.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// A tensor, and which of its dimensions a matmul contracts.
struct Contracted {
  Value value;
  llvm::SmallBitVector dims;
};
} // namespace

/// `dims` of groups, of which each dimension before `groups` is one or is
/// several; nothing where a group is contracted in part.
static std::optional<llvm::SmallBitVector>
joinDims(const llvm::SmallBitVector &dims,
         ArrayRef<ReassociationIndices> groups) {
  llvm::SmallBitVector joined(groups.size());
  for (auto [number, group] : llvm::enumerate(groups)) {
    auto isContracted = [&](int64_t dim) { return dims.test(dim); };
    joined[number] = llvm::all_of(group, isContracted);
    if (!joined[number] && llvm::any_of(group, isContracted))
      return std::nullopt;
  }
  return joined;
}

static llvm::SmallBitVector divideDims(const llvm::SmallBitVector &dims,
                                       ArrayRef<ReassociationIndices> groups,
                                       int64_t rank) {
  llvm::SmallBitVector divided(rank);
  for (auto [number, group] : llvm::enumerate(groups))
    for (int64_t dim : group)
      divided[dim] = dims.test(number);
  return divided;
}

/// The dimensions of what `map` reads, where `dims` are those of the result.
static llvm::SmallBitVector permuteDims(const llvm::SmallBitVector &dims,
                                        AffineMap map) {
  llvm::SmallBitVector permuted(map.getNumResults());
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    permuted[dim] = dims.test(map.getDimPosition(dim));
  return permuted;
}

/// What `tensor` is a view of, or a copy in another order or type; nothing if
/// it is neither.
static std::optional<Contracted> lookThrough(const Contracted &tensor) {
  Operation *maker = tensor.value.getDefiningOp();
  if (!maker)
    return std::nullopt;
  if (isa<tensor::CastOp>(maker))
    return Contracted{maker->getOperand(0), tensor.dims};
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(maker))
    return Contracted{collapse.getSrc(),
                      divideDims(tensor.dims,
                                 collapse.getReassociationIndices(),
                                 collapse.getSrcType().getRank())};
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(maker)) {
    auto dims = joinDims(tensor.dims, expand.getReassociationIndices());
    return dims ? std::optional(Contracted{expand.getSrc(), *dims})
                : std::nullopt;
  }
  linalg::LinalgOp copy = getCopy(tensor.value, Through::Casts);
  if (!copy)
    return std::nullopt;
  AffineMap map = copy.getIndexingMapsArray()[0];
  if (!map.isPermutation())
    return std::nullopt;
  return Contracted{copy.getDpsInputs()[0], permuteDims(tensor.dims, map)};
}

MatmulTies::Source MatmulTies::findSource(const MatmulForm &form,
                                          unsigned number) {
  const MatmulOperand &operand = form.get(number);
  int64_t rank = operand.getType().getRank();
  Contracted tensor = {skipAnnotations(operand.value),
                       llvm::SmallBitVector(rank)};
  tensor.dims.set(rank - (operand.contractsFirst ? 2 : 1));
  while (std::optional<Contracted> source = lookThrough(tensor))
    tensor = {skipAnnotations(source->value), source->dims};
  return {{tensor.value, tensor.dims.test(tensor.dims.size() - 1)},
          operand.getRows()};
}

bool MatmulTies::areTied(size_t first, unsigned mine, size_t second,
                         unsigned theirs) const {
  return forms[first].isBatch() == forms[second].isBatch() &&
         sources[first][mine].read.getInt() !=
             sources[second][theirs].read.getInt() &&
         sources[first][1 - mine].freeSize ==
             sources[second][1 - theirs].freeSize;
}

MatmulTies::MatmulTies(ArrayRef<MatmulForm> forms)
    : forms(forms), ties(forms.size()) {
  llvm::DenseMap<Value, SmallVector<std::pair<size_t, unsigned>>> readers;
  for (auto [number, form] : llvm::enumerate(forms)) {
    sources.push_back({findSource(form, 0), findSource(form, 1)});
    for (unsigned mine : {0, 1})
      for (auto [other, theirs] : readers[getSource(number, mine)])
        if (areTied(number, mine, other, theirs)) {
          ties[number].push_back({other, mine, theirs});
          ties[other].push_back({number, theirs, mine});
        }
    for (unsigned mine : {0, 1})
      readers[getSource(number, mine)].emplace_back(number, mine);
  }
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

/// What depends on the results of `root`, through regions too.
static llvm::DenseSet<Operation *> findDependents(Operation *root) {
  llvm::DenseSet<Operation *> found;
  SmallVector<Operation *> left = {root};
  auto add = [&](Operation *op) {
    if (found.insert(op).second)
      left.push_back(op);
  };
  while (!left.empty()) {
    Operation *op = left.pop_back_val();
    for (Operation *user : op->getUsers()) {
      add(user);
      // What a function returns, its arguments do not depend on.
      Operation *parent = user->getParentOp();
      if (user->hasTrait<OpTrait::IsTerminator>() &&
          !parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
        add(parent);
    }
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        for (Operation *user : argument.getUsers())
          add(user);
  }
  return found;
}

bool MatmulTies::dependsOn(Value value, size_t number) {
  auto [found, isNew] = dependents.try_emplace(number);
  if (isNew)
    found->second = findDependents(forms[number].op);
  Operation *maker = value.getDefiningOp();
  return found->second.contains(
      maker ? maker : cast<BlockArgument>(value).getOwner()->getParentOp());
}

/// Whether a later matmul reads the other operands of both: then all three of a
/// layer are there, and what they are gradients of comes first.
bool MatmulTies::isTriple(size_t first, const MatmulTie &tie) const {
  return llvm::any_of(ties[first], [&](const MatmulTie &third) {
    return third.other > first && third.mine != tie.mine &&
           llvm::any_of(ties[tie.other], [&](const MatmulTie &closing) {
             return closing.other == third.other &&
                    closing.mine != tie.theirs &&
                    closing.theirs != third.theirs;
           });
  });
}

bool MatmulTies::isProven(size_t first, const MatmulTie &tie) {
  return isTriple(first, tie) || isMarkedWeight(getSource(first, tie.mine)) ||
         dependsOn(getSource(tie.other, 1 - tie.theirs), first);
}
