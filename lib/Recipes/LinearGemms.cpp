//===- LinearGemms.cpp - Which matmul of a linear layer is which ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearGemms.h"

#include "MatmulTies.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

/// Whether all three matmuls have one recipe, whichever operand is which.
static bool isUniform(TrainingRecipeAttr family) {
  MatmulRecipeAttr recipe = family.getForward();
  return recipe && recipe == family.getDgrad() && recipe == family.getWgrad() &&
         recipe.getLhs() == recipe.getRhs();
}

bool LinearGemm::isUnknownTo(TrainingRecipeAttr family) const {
  return !role && !isUniform(family);
}

std::string LinearGemm::describe() const {
  return role ? stringify(*role).str() : "any role";
}

static MatmulRecipeAttr getRecipe(TrainingRecipeAttr family, MatmulRole role) {
  switch (role) {
  case MatmulRole::Forward:
    return family.getForward();
  case MatmulRole::Dgrad:
    return family.getDgrad();
  case MatmulRole::Wgrad:
    return family.getWgrad();
  }
  llvm_unreachable("all roles are above");
}

/// `recipe` with operands exchanged, null if there is no such recipe.
static MatmulRecipeAttr exchange(MatmulRecipeAttr recipe) {
  MLIRContext *context = recipe.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  return MatmulRecipeAttr::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, context,
      recipe.getRhs(), recipe.getLhs(), recipe.getFastAccumulation(),
      recipe.getHadamard());
}

MatmulRecipeAttr LinearGemm::choose(TrainingRecipeAttr family,
                                    Reason reason) const {
  if (isUnknownTo(family))
    return reason.refuse(
        "its family has another recipe for each role, and dataflow does "
        "not tell whether it is a forward matmul, a dgrad or a wgrad: say "
        "so by 'lowp.role' on it or on its function, or name its recipe "
        "by 'lowp.recipe'",
        MatmulRecipeAttr());
  MatmulRecipeAttr recipe =
      getRecipe(family, role.value_or(MatmulRole::Forward));
  if (!recipe)
    return reason.refuse("its family keeps the precision of a " + describe(),
                         recipe);
  if (!role || !isSwapped)
    return recipe;
  MatmulRecipeAttr swapped = exchange(recipe);
  if (!swapped)
    return reason.refuse(
        "the recipe of a " + describe() +
            " wants the activations or the gradient as left operand",
        swapped);
  return swapped;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

namespace {
/// Finds the roles of matmuls of one function.
class RoleFinder {
public:
  explicit RoleFinder(ArrayRef<MatmulForm> forms)
      : forms(forms), ties(forms), gemms(forms.size()) {}

  ArrayRef<LinearGemm> find();

private:
  void takeAttributes();
  bool isForward(size_t number);
  bool prove(size_t first);
  void tieGradients(size_t first);
  void setRole(size_t number, MatmulRole role, unsigned main);
  bool tieToGradient(size_t number);
  bool hasUnknownTie(size_t number) const;
  unsigned findMain(size_t number) const;
  unsigned guessMain(size_t number) const;
  unsigned getMain(size_t number) const { return gemms[number].isSwapped; }

  ArrayRef<MatmulForm> forms;
  MatmulTies ties;
  std::vector<LinearGemm> gemms;
  /// Whether an attribute says the role.
  std::vector<bool> isGiven;
  /// Activations and weights of forward matmuls, as these read them.
  llvm::DenseSet<MatmulTies::Read> inputs;
  bool hasTies = false;
};
} // namespace

void RoleFinder::takeAttributes() {
  for (auto [number, form] : llvm::enumerate(forms)) {
    LinearGemm &gemm = gemms[number];
    gemm.role = getRole(form.op);
    gemm.forward = gemm.first = form.op;
    isGiven.push_back(gemm.role.has_value());
    for (const MatmulTie &tie : ties.get(number))
      if (tie.other < number && gemm.first == form.op)
        gemm.first = gemms[tie.other].first;
  }
  for (size_t number = 0; number < forms.size(); ++number)
    if (isGiven[number])
      setRole(number, *gemms[number].role, findMain(number));
}

/// Which operand is the activations or the gradient, as far as the matmul alone
/// tells. The order that a program wrote counts last.
unsigned RoleFinder::guessMain(size_t number) const {
  const MatmulForm &form = forms[number];
  bool isLeft = isWeight(form.lhs.value), isRight = isWeight(form.rhs.value);
  if (gemms[number].role != MatmulRole::Wgrad && isLeft != isRight)
    return isLeft ? 1 : 0;
  return isGiven[number] && form.isTurned != isExchanged(form.op) ? 1 : 0;
}

/// The same, as a matmul tells that has another role by an attribute: what a
/// gradient has in common with the forward matmul is the weight or the
/// activations, and two gradients share the gradient.
unsigned RoleFinder::findMain(size_t number) const {
  MatmulRole role = gemms[number].role.value_or(MatmulRole::Forward);
  for (const MatmulTie &tie : ties.get(number)) {
    std::optional<MatmulRole> other = gemms[tie.other].role;
    if (!isGiven[tie.other] || other == role)
      continue;
    bool isMain = role == MatmulRole::Forward ? other == MatmulRole::Wgrad
                                              : other != MatmulRole::Forward;
    return isMain ? tie.mine : 1 - tie.mine;
  }
  return guessMain(number);
}

void RoleFinder::setRole(size_t number, MatmulRole role, unsigned main) {
  gemms[number].role = role;
  gemms[number].isSwapped = main == 1;
  if (role == MatmulRole::Forward)
    for (unsigned operand : {0, 1})
      inputs.insert(ties.getRead(number, operand));
}

/// Makes what is tied to the forward matmul `first`, and comes later, its
/// gradients.
void RoleFinder::tieGradients(size_t first) {
  for (const MatmulTie &tie : ties.get(first)) {
    LinearGemm &other = gemms[tie.other];
    bool isOwn = other.forward == forms[tie.other].op;
    if (tie.other < first || !isOwn || other.role == MatmulRole::Forward)
      continue;
    other.forward = forms[first].op;
    hasTies = true;
    bool sharesWeight = tie.mine != getMain(first);
    if (!isGiven[tie.other])
      setRole(tie.other, sharesWeight ? MatmulRole::Dgrad : MatmulRole::Wgrad,
              1 - tie.theirs);
  }
}

/// Whether `number` must be a forward matmul: it reads an operand as another
/// one does, or a gradient proves it.
bool RoleFinder::isForward(size_t number) {
  return inputs.contains(ties.getRead(number, 0)) ||
         inputs.contains(ties.getRead(number, 1)) ||
         llvm::any_of(ties.get(number), [&](const MatmulTie &tie) {
           return tie.other > number &&
                  gemms[tie.other].role != MatmulRole::Forward &&
                  ties.isProven(number, tie);
         });
}

/// Whether `first` is found to be a forward matmul, which nobody knew.
bool RoleFinder::prove(size_t first) {
  if (gemms[first].role || !isForward(first))
    return false;
  setRole(first, MatmulRole::Forward, findMain(first));
  tieGradients(first);
  return true;
}

/// What has the gradient in common with a gradient is the other one of that
/// layer, what has another operand in common its forward matmul.
bool RoleFinder::tieToGradient(size_t number) {
  for (const MatmulTie &tie : ties.get(number)) {
    std::optional<MatmulRole> other = gemms[tie.other].role;
    if (!other || other == MatmulRole::Forward)
      continue;
    bool sharesGradient = tie.theirs == getMain(tie.other);
    if (!sharesGradient)
      setRole(number, MatmulRole::Forward,
              other == MatmulRole::Wgrad ? tie.mine : 1 - tie.mine);
    else
      setRole(number,
              other == MatmulRole::Dgrad ? MatmulRole::Wgrad
                                         : MatmulRole::Dgrad,
              tie.mine);
    return true;
  }
  return false;
}

/// Whether `number` could be a forward matmul or a gradient, like another one.
bool RoleFinder::hasUnknownTie(size_t number) const {
  return llvm::any_of(ties.get(number), [&](const MatmulTie &tie) {
    return !gemms[tie.other].role;
  });
}

ArrayRef<LinearGemm> RoleFinder::find() {
  takeAttributes();
  for (size_t number = 0; number < forms.size(); ++number)
    if (gemms[number].role == MatmulRole::Forward)
      tieGradients(number);
  auto all = llvm::to_vector(llvm::seq<size_t>(0, forms.size()));
  // What is known of one layer tells of others that share an operand.
  while (llvm::count_if(all, [&](size_t each) { return prove(each); }) != 0)
    continue;
  SmallVector<size_t> rest;
  for (size_t number : all)
    if (!gemms[number].role && !tieToGradient(number))
      rest.push_back(number);
  llvm::erase_if(rest, [&](size_t each) { return hasUnknownTie(each); });
  for (size_t number : rest)
    if (hasTies)
      setRole(number, MatmulRole::Forward, findMain(number));
  return gemms;
}

llvm::DenseMap<Operation *, LinearGemm>
mlir::lowp_gpu::findLinearGemms(Operation *root) {
  llvm::MapVector<Operation *, std::vector<MatmulForm>> functions;
  root->walk([&](linalg::LinalgOp op) {
    if (auto form = matchMatmulForm(op))
      functions[op->getParentOfType<FunctionOpInterface>()].push_back(*form);
  });
  llvm::DenseMap<Operation *, LinearGemm> gemms;
  for (auto &[function, forms] : functions) {
    RoleFinder finder(forms);
    for (auto [form, gemm] : llvm::zip_equal(forms, finder.find()))
      gemms[form.op] = gemm;
  }
  root->walk([&](GroupedMatmulOp op) { gemms[op].role = getRole(op); });
  return gemms;
}
