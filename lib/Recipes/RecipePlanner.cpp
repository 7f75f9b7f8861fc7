//===- RecipePlanner.cpp - What a program takes with recipes --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Recipes/RecipePlanner.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Source/ParseProgram.h"
#include "lowp/Traffic/Traffic.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// What the launches of a function are predicted to take.
struct Plan {
  double microseconds = 0;
  /// Launches of functions of the user's, of which no model speaks.
  int64_t others = 0;
  /// Whether all sizes are known that predictions need.
  bool isKnown = true;
};
using Plans = llvm::StringMap<Plan>;
} // namespace

static void add(const LaunchTraffic &launch, Plan &plan) {
  if (launch.kind == LaunchKind::External) {
    ++plan.others;
    return;
  }
  std::optional<int64_t> times = launch.times.getNumber();
  plan.isKnown &= times && launch.microseconds;
  if (plan.isKnown)
    plan.microseconds += static_cast<double>(*times) * *launch.microseconds;
}

/// Plans of the functions of a module that is lowered to launches.
static FailureOr<Plans> collectPlans(ModuleOp module) {
  FailureOr<lowp_gpu::ChipTarget> chip = lowp_gpu::findChipTarget(module);
  if (failed(chip))
    return failure();
  Plans plans;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    Plan &plan = plans[function.getName()];
    for (const LaunchTraffic &launch : analyzeTraffic(function, *chip).launches)
      add(launch, plan);
  }
  return plans;
}

/// Recipes as text, each once: those of a copy live in its context.
using Recipes = SmallVector<std::string, 4>;

namespace {
/// Takes note of the recipes that matmuls get.
struct NoteRecipes : PassInstrumentation {
  explicit NoteRecipes(Recipes &noted) : noted(noted) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument() != "lowp-select-recipes")
      return;
    op->walk([&](Operation *matmul) {
      Attribute recipe =
          matmul->getDiscardableAttr(LowpDialect::getRecipeAttrName());
      if (!recipe)
        return;
      std::string text = debugString(recipe);
      if (!llvm::is_contained(noted, text))
        noted.push_back(text);
    });
  }

  Recipes &noted;
};

/// Lowers copies of a module. They live in contexts of their own: what passes
/// have to say of them is nobody's.
class RecipePlanner {
public:
  RecipePlanner(ModuleOp module, const LowerToLaunches &lower);

  /// Writes the plans into the functions of the module.
  void run();

private:
  /// The plans with `recipes`; without them `reason` says why. `only`, if any,
  /// is the only recipe that `auto` chooses; `chosen` are what matmuls get.
  FailureOr<Plans> plan(PlannedRecipes recipes, StringRef only,
                        Recipes &chosen);
  void shareRecipe(const Recipes &chosen, Plans &plans);
  void report();

  ModuleOp module;
  const LowerToLaunches &lower;
  std::string bytecode;
  std::string reason;
};
} // namespace

RecipePlanner::RecipePlanner(ModuleOp module, const LowerToLaunches &lower)
    : module(module), lower(lower) {
  llvm::raw_string_ostream os(bytecode);
  if (failed(writeBytecodeToFile(module, os)))
    reason = "the module has no bytecode";
}

FailureOr<Plans> RecipePlanner::plan(PlannedRecipes recipes, StringRef only,
                                     Recipes &chosen) {
  if (!reason.empty())
    return failure();
  MLIRContext *context = module.getContext();
  MLIRContext scratch(context->getDialectRegistry(),
                      MLIRContext::Threading::DISABLED);
  scratch.allowUnregisteredDialects(context->allowsUnregisteredDialects());
  ScopedDiagnosticHandler handler(&scratch, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && reason.empty())
      reason = diagnostic.str();
    return success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      alignBytecode(llvm::MemoryBuffer::getMemBufferCopy(bytecode)),
      llvm::SMLoc());
  ParserConfig config(&scratch, /*verifyAfterParse=*/false);
  auto copy = parseSourceFile<ModuleOp>(sources, config);
  if (!copy)
    return failure();
  if (!only.empty())
    (*copy)->setAttr(LowpGPUDialect::getPlannedRecipeAttrName(),
                     parseAttribute(only, &scratch));
  if (failed(lower(*copy, recipes, std::make_unique<NoteRecipes>(chosen))))
    return failure();
  return collectPlans(*copy);
}

//===----------------------------------------------------------------------===//
// What functions get
//===----------------------------------------------------------------------===//

/// `root` and all functions that it calls, however indirectly.
static llvm::SetVector<func::FuncOp> collectCallees(func::FuncOp root,
                                                    SymbolTable &symbols) {
  llvm::SetVector<func::FuncOp> reached;
  reached.insert(root);
  for (size_t next = 0; next < reached.size(); ++next) {
    func::FuncOp caller = reached[next];
    caller.walk([&](func::CallOp call) {
      if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
        reached.insert(callee);
    });
  }
  return reached;
}

/// Writes down what `function` takes, and adds it to what its callees do: they
/// become part of it.
static void annotate(func::FuncOp function, const Plan &with,
                     const Plan &without, SymbolTable &symbols) {
  StringRef name = LowpGPUDialect::getPlannedAttrName();
  for (func::FuncOp reached : collectCallees(function, symbols)) {
    double sums[] = {with.microseconds, without.microseconds};
    if (auto before = reached->getAttrOfType<DenseF64ArrayAttr>(name)) {
      sums[0] += before[0];
      sums[1] += before[1];
    }
    reached->setAttr(name, DenseF64ArrayAttr::get(function.getContext(), sums));
  }
}

void RecipePlanner::report() {
  remark::missed(module.getLoc(), remark::RemarkOpts::name("no-plan").category(
                                      "lowp-plan-recipes"))
      << remark::add("recipes are chosen by prices of single matmuls alone, "
                     "since the program could not be planned: {0}",
                     reason);
}

/// What all functions take, as far as the plans are those of the same functions
/// and as much of them is known.
static std::optional<double> sum(const Plans &plans, const Plans &others) {
  double microseconds = 0;
  for (const auto &[name, plan] : plans) {
    auto other = others.find(name);
    if (other == others.end() || !plan.isKnown ||
        plan.others > other->second.others)
      return std::nullopt;
    microseconds += plan.microseconds;
  }
  return microseconds;
}

/// Lets matmuls share one of the recipes `chosen` where all launches take less
/// then: kernels that quantize for several matmuls do it once. `plans` become
/// those with it.
void RecipePlanner::shareRecipe(const Recipes &chosen, Plans &plans) {
  std::optional<double> own = sum(plans, plans);
  if (!own || chosen.size() < 2)
    return;
  StringRef best;
  double least = *own;
  for (const std::string &recipe : chosen) {
    Recipes unused;
    FailureOr<Plans> shared = plan(PlannedRecipes::Auto, recipe, unused);
    std::optional<double> all =
        succeeded(shared) ? sum(*shared, plans) : std::nullopt;
    if (!all || *all >= least)
      continue;
    best = recipe;
    least = *all;
    plans = std::move(*shared);
  }
  if (best.empty())
    return;
  Attribute recipe = parseAttribute(best, module.getContext());
  module->setAttr(LowpGPUDialect::getPlannedRecipeAttrName(), recipe);
  remark::passed(
      module.getLoc(),
      remark::RemarkOpts::name("one-recipe").category("lowp-plan-recipes"))
      << remark::add("{0} is the recipe of all matmuls that gain by it: "
                     "launches take {1:F1} us, and {2:F1} us with the fastest "
                     "recipe of each",
                     best, least, *own);
}

void RecipePlanner::run() {
  Recipes chosen, own;
  FailureOr<Plans> with = plan(PlannedRecipes::Auto, /*only=*/"", chosen);
  FailureOr<Plans> without = succeeded(with)
                                 ? plan(PlannedRecipes::None, /*only=*/"", own)
                                 : FailureOr<Plans>();
  if (failed(without))
    return report();
  shareRecipe(chosen, *with);
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || !with->contains(function.getName()) ||
        !without->contains(function.getName()))
      continue;
    const Plan &fast = (*with)[function.getName()];
    const Plan &plain = (*without)[function.getName()];
    if (fast.isKnown && plain.isKnown && fast.others == plain.others)
      annotate(function, fast, plain, symbols);
  }
}

void mlir::lowp_gpu::planRecipes(ModuleOp module,
                                 const LowerToLaunches &lower) {
  RecipePlanner(module, lower).run();
}
