//===- RecipeSearch.cpp - Recipes of matmuls that share operands ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeSearch.h"

#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// A matrix that matmuls read, `first` as its operand with index `second`.
struct SharedOperand {
  Value value;
  SmallVector<std::pair<const RecipeMatmul *, unsigned>> readers;
  /// Whether something else reads it.
  bool hasOtherReaders = false;
};

/// Choices for matmuls of which each shares an operand with another.
class Search {
public:
  Search(ArrayRef<RecipeMatmul *> matmuls, const RecipePrices &prices);
  void run(double leastSpeedup);

private:
  double getCost() const;
  double getOwnCost(const RecipeMatmul &matmul) const;
  void descend();
  void tryEach(MatmulRecipeAttr recipe, SmallVectorImpl<size_t> &best,
               double &least);
  bool dropLosers(double leastSpeedup);
  void preferPrecise(RecipeMatmul &matmul);
  SmallVector<size_t> getChoices() const;
  void setChoices(ArrayRef<size_t> choices);

  ArrayRef<RecipeMatmul *> matmuls;
  const RecipePrices &prices;
  SmallVector<SharedOperand> operands;
};
} // namespace

/// What the readers of an operand want.
static SmallVector<OperandDemand> listDemands(const SharedOperand &operand,
                                              bool &isReadUnquantized) {
  SmallVector<OperandDemand> demands;
  isReadUnquantized = operand.hasOtherReaders;
  for (auto [reader, number] : operand.readers) {
    MatmulRecipeAttr recipe = reader->getChoice().recipe;
    if (!recipe) {
      isReadUnquantized = true;
      continue;
    }
    // Groups of K are spread with rows last.
    bool hasGroupsOfK = reader->form.hasGroupsOfK();
    OperandDemand demand{hasGroupsOfK || reader->contractsFirst(number),
                         number == 0 ? recipe.getLhs() : recipe.getRhs(),
                         hasGroupsOfK ? reader->size.batch : 0};
    if (!llvm::is_contained(demands, demand))
      demands.push_back(demand);
  }
  return demands;
}

/// Elements of an operand that the choice of `matmul` quantizes.
static double countElements(const RecipeMatmul &matmul, unsigned operand) {
  const GemmSize &size = matmul.size;
  bool hasGroupsOfK = matmul.form.hasGroupsOfK();
  int64_t rows = operand == 0 ? size.m : size.n;
  int64_t matrices = matmul.form.get(operand).isBatch() || hasGroupsOfK
                         ? std::max(size.batch, size.groups)
                         : 1;
  // Groups of K begin where blocks do, with zeros before the next.
  auto k = static_cast<double>(
      hasGroupsOfK
          ? llvm::alignTo(size.k, getGroupStart(matmul.getChoice().recipe))
          : size.k);
  return static_cast<double>(matrices) * static_cast<double>(rows) * k;
}

/// What it takes to quantize `operand` as its readers want.
static double getQuantizes(const SharedOperand &operand,
                           const RecipePrices &prices) {
  bool isReadUnquantized;
  SmallVector<OperandDemand> demands = listDemands(operand, isReadUnquantized);
  if (demands.empty())
    return 0;
  auto [reader, number] = operand.readers.back();
  return prices.getQuantizes(operand.value, countElements(*reader, number),
                             demands, !isReadUnquantized);
}

static SmallVector<SharedOperand>
collectOperands(ArrayRef<const RecipeMatmul *> matmuls) {
  llvm::MapVector<Value, SharedOperand> operands;
  for (const RecipeMatmul *matmul : matmuls)
    for (unsigned number : {0, 1}) {
      SharedOperand &operand = operands[matmul->getOperand(number)];
      operand.value = matmul->getOperand(number);
      operand.readers.push_back({matmul, number});
    }
  SmallVector<SharedOperand> list;
  for (auto &[value, operand] : operands) {
    // Nobody knows who reads what groups read.
    operand.hasOtherReaders =
        matmuls.front()->form.grouping ||
        llvm::any_of(listReaders(value), [&](Operation *user) {
          return llvm::none_of(matmuls, [&](const RecipeMatmul *matmul) {
            return matmul->getOperation() == user;
          });
        });
    list.push_back(std::move(operand));
  }
  return list;
}

Search::Search(ArrayRef<RecipeMatmul *> matmuls, const RecipePrices &prices)
    : matmuls(matmuls), prices(prices), operands(collectOperands(matmuls)) {}

/// The time of the kernel. Among recipes as fast as each other that with finer
/// scales goes first, and wins where it loses half a per mille for each
/// doubling of what shares a scale. Groups of rows take the fastest.
double Search::getOwnCost(const RecipeMatmul &matmul) const {
  constexpr double kPerDoubling = 5e-4;
  const RecipeCandidate &choice = matmul.getChoice();
  bool hasGroupsOfRows = matmul.form.grouping && !matmul.form.hasGroupsOfK();
  if (!choice.recipe || hasGroupsOfRows)
    return choice.gemm;
  double elements = countElementsPerScale(choice.recipe, matmul.size);
  return choice.gemm * (1 + kPerDoubling * std::log2(std::max(1.0, elements)));
}

double Search::getCost() const {
  double cost = 0;
  for (const RecipeMatmul *matmul : matmuls)
    cost += getOwnCost(*matmul);
  for (const SharedOperand &operand : operands)
    cost += getQuantizes(operand, prices);
  return cost;
}

SmallVector<size_t> Search::getChoices() const {
  return llvm::map_to_vector(
      matmuls, [](const RecipeMatmul *matmul) { return matmul->choice; });
}

void Search::setChoices(ArrayRef<size_t> choices) {
  for (auto [matmul, choice] : llvm::zip_equal(matmuls, choices))
    matmul->choice = choice;
}

/// Changes one matmul after the other while that gains something.
void Search::descend() {
  constexpr int kMostRounds = 8;
  double least = getCost();
  for (int round = 0; round < kMostRounds; ++round) {
    bool isBetter = false;
    for (RecipeMatmul *matmul : matmuls) {
      if (matmul->isFixed)
        continue;
      size_t best = matmul->choice;
      for (size_t choice = 0; choice < matmul->candidates.size(); ++choice) {
        matmul->choice = choice;
        double cost = getCost();
        if (cost < least) {
          least = cost;
          best = choice;
          isBetter = true;
        }
      }
      matmul->choice = best;
    }
    if (!isBetter)
      return;
  }
}

/// Starts from `recipe` for each matmul that may have it.
void Search::tryEach(MatmulRecipeAttr recipe, SmallVectorImpl<size_t> &best,
                     double &least) {
  for (RecipeMatmul *matmul : matmuls) {
    if (matmul->isFixed)
      continue;
    const auto *found =
        llvm::find_if(matmul->candidates, [&](const RecipeCandidate &each) {
          return each.recipe == recipe;
        });
    matmul->choice = found == matmul->candidates.end()
                         ? 0
                         : found - matmul->candidates.begin();
  }
  descend();
  double cost = getCost();
  if (cost >= least)
    return;
  least = cost;
  best = getChoices();
}

/// Takes the recipe from a matmul that gains too little by it.
bool Search::dropLosers(double leastSpeedup) {
  for (RecipeMatmul *matmul : matmuls) {
    size_t choice = matmul->choice;
    if (choice == 0 || matmul->isFixed)
      continue;
    double with = getCost();
    matmul->choice = 0;
    double gained = getCost() - with;
    double dense = matmul->candidates.front().gemm;
    if (gained >= dense * (1 - 1 / leastSpeedup))
      matmul->choice = choice;
    else
      return true;
  }
  return false;
}

/// Takes the most precise of recipes that are as fast, as far as a prediction
/// can tell; of those that are as precise the one that goes first stays.
void Search::preferPrecise(RecipeMatmul &matmul) {
  constexpr double kTie = 0.01;
  double most = getCost() + kTie * matmul.getChoice().gemm;
  size_t best = matmul.choice;
  for (size_t choice = 1; choice < matmul.candidates.size(); ++choice) {
    matmul.choice = choice;
    if (getCost() <= most && isMorePrecise(matmul.candidates[choice].recipe,
                                           matmul.candidates[best].recipe))
      best = choice;
  }
  matmul.choice = best;
}

void Search::run(double leastSpeedup) {
  SmallVector<Attribute> starts{Attribute()};
  for (const RecipeMatmul *matmul : matmuls)
    for (const RecipeCandidate &candidate : matmul->candidates)
      if (!llvm::is_contained(starts, Attribute(candidate.recipe)))
        starts.push_back(candidate.recipe);
  SmallVector<size_t> best = getChoices();
  double least = std::numeric_limits<double>::infinity();
  for (Attribute start : starts)
    tryEach(cast_if_present<MatmulRecipeAttr>(start), best, least);
  setChoices(best);
  while (dropLosers(leastSpeedup)) {
  }
  for (RecipeMatmul *matmul : matmuls)
    if (!matmul->isFixed && matmul->choice != 0 && !matmul->form.grouping)
      preferPrecise(*matmul);
}

/// Groups matmuls that share operands, in the order of their first members.
static SmallVector<SmallVector<RecipeMatmul *>>
groupByOperands(MutableArrayRef<RecipeMatmul> matmuls) {
  llvm::EquivalenceClasses<size_t> classes;
  llvm::DenseMap<Value, size_t> first;
  for (size_t index = 0; index < matmuls.size(); ++index) {
    classes.insert(index);
    for (unsigned number : {0, 1}) {
      auto [found, isNew] =
          first.try_emplace(matmuls[index].getOperand(number), index);
      if (!isNew)
        classes.unionSets(found->second, index);
    }
  }
  llvm::MapVector<size_t, SmallVector<RecipeMatmul *>> groups;
  for (size_t index = 0; index < matmuls.size(); ++index)
    groups[classes.getLeaderValue(index)].push_back(&matmuls[index]);
  return llvm::to_vector(llvm::make_second_range(groups));
}

void mlir::lowp_gpu::chooseRecipes(MutableArrayRef<RecipeMatmul> matmuls,
                                   const RecipePrices &prices,
                                   double leastSpeedup) {
  for (ArrayRef<RecipeMatmul *> group : groupByOperands(matmuls))
    Search(group, prices).run(leastSpeedup);
}

double mlir::lowp_gpu::getQuantizeShare(const RecipeMatmul &matmul,
                                        ArrayRef<RecipeMatmul> matmuls,
                                        const RecipePrices &prices) {
  SmallVector<const RecipeMatmul *> readers;
  for (const RecipeMatmul &each : matmuls)
    for (unsigned number : {0, 1})
      if (llvm::is_contained({matmul.getOperand(0), matmul.getOperand(1)},
                             each.getOperand(number))) {
        readers.push_back(&each);
        break;
      }
  double share = 0;
  for (const SharedOperand &operand : collectOperands(readers)) {
    int64_t quantized = 0, own = 0;
    for (auto [reader, number] : operand.readers)
      if (reader->getChoice().recipe) {
        ++quantized;
        own += reader == &matmul;
      }
    if (own == 0)
      continue;
    share += getQuantizes(operand, prices) * static_cast<double>(own) /
             static_cast<double>(quantized);
  }
  return share;
}
