//===- LinearGemms.cpp - Which matmul of a linear layer is which ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearGemms.h"

#include "ShardedSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

StringRef mlir::lowp_gpu::stringify(GemmRole role) {
  switch (role) {
  case GemmRole::Forward:
    return "forward";
  case GemmRole::Dgrad:
    return "dgrad";
  case GemmRole::Wgrad:
    break;
  }
  return "wgrad";
}

MatmulRecipeAttr LinearGemm::choose(TrainingRecipeAttr family,
                                    std::string &reason) const {
  MatmulRecipeAttr recipe = role == GemmRole::Forward ? family.getForward()
                            : role == GemmRole::Dgrad ? family.getDgrad()
                                                      : family.getWgrad();
  if (!recipe) {
    reason = "its family keeps the precision of a " + stringify(role).str();
    return {};
  }
  if (!isSwapped)
    return recipe;
  MLIRContext *context = recipe.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  auto swapped = MatmulRecipeAttr::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, context,
      recipe.getRhs(), recipe.getLhs(), recipe.getFastAccumulation(),
      recipe.getHadamard());
  if (!swapped)
    reason = "the recipe of a " + stringify(role).str() +
             " wants the activations or the gradient as left operand";
  return swapped;
}

namespace {

/// An operand as it is where it comes from.
struct Source {
  Value value;
  /// Whether its last dimension is contracted.
  bool contractsLast;
  /// The size of the other dimension.
  int64_t freeSize;
};

struct Forward {
  linalg::LinalgOp op;
  Source sources[2];
  unsigned weight;
  bool isBatch;
};

class RoleFinder {
public:
  LinearGemm add(const MatmulForm &form);

private:
  std::optional<LinearGemm> findGradient(ArrayRef<Source> sources,
                                         bool isBatch) const;

  std::vector<Forward> forwards;
  /// The numbers of those that read a value, and as which operand.
  llvm::DenseMap<Value, SmallVector<std::pair<size_t, unsigned>>> readers;
};

} // namespace

/// Whether `op` exchanges the last two dimensions and nothing else.
static bool isMatrixTranspose(linalg::TransposeOp op) {
  ArrayRef<int64_t> order = op.getPermutation();
  size_t rank = order.size();
  if (rank < 2 || order[rank - 1] != int64_t(rank) - 2 ||
      order[rank - 2] != int64_t(rank) - 1)
    return false;
  return llvm::all_of(llvm::enumerate(order.drop_back(2)), [](auto each) {
    return each.value() == int64_t(each.index());
  });
}

/// Skips reshapes of what stays a row of the same elements, and transposes.
static Source findSource(const MatmulForm &form, unsigned number) {
  const MatmulOperand &operand = form.get(number);
  Source source = {skipAnnotations(operand.value), !operand.contractsFirst,
                   operand.getRows()};
  while (Operation *maker = source.value.getDefiningOp()) {
    auto transpose = dyn_cast<linalg::TransposeOp>(maker);
    if (transpose && isMatrixTranspose(transpose))
      source.contractsLast = !source.contractsLast;
    else if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                  tensor::CastOp>(maker))
      break;
    source.value = skipAnnotations(maker->getOperand(0));
  }
  return source;
}

static bool isWeight(Value value) {
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
    value = slice.getSource();
  if (Operation *maker = value.getDefiningOp())
    return maker->hasTrait<OpTrait::ConstantLike>();
  return isa<FunctionOpInterface>(value.getParentBlock()->getParentOp());
}

std::optional<LinearGemm> RoleFinder::findGradient(ArrayRef<Source> sources,
                                                   bool isBatch) const {
  for (unsigned number : {0, 1}) {
    const Source &shared = sources[number], &other = sources[1 - number];
    auto found = readers.find(shared.value);
    if (found == readers.end())
      continue;
    for (auto [place, operand] : found->second) {
      const Forward &forward = forwards[place];
      if (forward.isBatch != isBatch)
        continue;
      bool isGradient =
          forward.sources[operand].contractsLast != shared.contractsLast &&
          forward.sources[1 - operand].freeSize == other.freeSize;
      if (isGradient)
        return LinearGemm{operand == forward.weight ? GemmRole::Dgrad
                                                    : GemmRole::Wgrad,
                          /*isSwapped=*/number == 0, forward.op};
    }
  }
  return std::nullopt;
}

LinearGemm RoleFinder::add(const MatmulForm &form) {
  Source sources[] = {findSource(form, 0), findSource(form, 1)};
  if (auto gradient = findGradient(sources, form.isBatch()))
    return *gradient;
  bool isLeft = isWeight(sources[0].value) && !isWeight(sources[1].value);
  for (unsigned number : {0, 1})
    readers[sources[number].value].emplace_back(forwards.size(), number);
  forwards.push_back(
      {form.op, {sources[0], sources[1]}, isLeft ? 0u : 1u, form.isBatch()});
  return {GemmRole::Forward, /*isSwapped=*/isLeft, form.op};
}

llvm::DenseMap<Operation *, LinearGemm>
mlir::lowp_gpu::findLinearGemms(Operation *root) {
  llvm::DenseMap<Operation *, LinearGemm> gemms;
  RoleFinder finder;
  root->walk([&](linalg::LinalgOp op) {
    std::string reason;
    if (auto form = matchMatmulForm(op, reason))
      gemms[op] = finder.add(*form);
  });
  return gemms;
}
