//===- PlanRecipes.cpp - What a program takes with recipes ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRecipes.h"

#include "Traffic.h"

#include "lowp/Pipelines/GPUPipeline.h"
#include "lowp/Pipelines/ParseProgram.h"
#include "lowp/Pipelines/Passes.h"
#include "lowp/Pipelines/RunPasses.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PLANRECIPESPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using lowp_gpu::LowpGPUDialect;

namespace {
/// What the launches of a function are predicted to take.
struct Plan {
  double microseconds = 0;
  /// Launches that no model speaks of.
  int64_t others = 0;
  /// Whether all sizes are known that predictions need.
  bool isKnown = true;
};
using Plans = llvm::StringMap<Plan>;
} // namespace

static void add(const LaunchTraffic &launch, Plan &plan) {
  bool isModelled =
      launch.kind == LaunchKind::Gemm || launch.kind == LaunchKind::Fusion;
  if (!isModelled) {
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

namespace {
/// Lowers copies of a module. They live in contexts of their own: what passes
/// have to say of them is nobody's.
class Planner {
public:
  explicit Planner(ModuleOp module);

  /// The plans with `options`; without them `getReason` says why.
  FailureOr<Plans> plan(const CompileOptions &options);
  StringRef getReason() const { return reason; }

private:
  FailureOr<Plans> planIn(MLIRContext &scratch, const CompileOptions &options);

  MLIRContext *context;
  std::string bytecode;
  std::string reason;
};
} // namespace

Planner::Planner(ModuleOp module) : context(module.getContext()) {
  llvm::raw_string_ostream os(bytecode);
  if (failed(writeBytecodeToFile(module, os)))
    reason = "the module has no bytecode";
}

FailureOr<Plans> Planner::plan(const CompileOptions &options) {
  if (!reason.empty())
    return failure();
  MLIRContext scratch(context->getDialectRegistry(),
                      MLIRContext::Threading::DISABLED);
  scratch.allowUnregisteredDialects(context->allowsUnregisteredDialects());
  ScopedDiagnosticHandler handler(&scratch, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && reason.empty())
      reason = diagnostic.str();
    return success();
  });
  return planIn(scratch, options);
}

FailureOr<Plans> Planner::planIn(MLIRContext &scratch,
                                 const CompileOptions &options) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      alignBytecode(llvm::MemoryBuffer::getMemBufferCopy(bytecode)),
      llvm::SMLoc());
  ParserConfig config(&scratch, /*verifyAfterParse=*/false);
  auto copy = parseSourceFile<ModuleOp>(sources, config);
  if (!copy)
    return failure();
  PassManager manager(&scratch, ModuleOp::getOperationName());
  buildLaunchPipeline(manager, options);
  if (failed(runPasses(manager, *copy)))
    return failure();
  return collectPlans(*copy);
}

//===----------------------------------------------------------------------===//
// The pass
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

namespace {
struct PlanRecipes : lowp::impl::PlanRecipesPassBase<PlanRecipes> {
  PlanRecipes() { options.recipe = kAuto; }
  explicit PlanRecipes(const CompileOptions &given) : options(given) {
    // Nothing is written, and the reference is compared with what is fast.
    options.explainFile = options.rankingFile = options.trafficFile = "";
    options.reference = false;
  }

  static constexpr StringLiteral kAuto = "auto";

  void runOnOperation() override;

private:
  void report(StringRef reason);

  CompileOptions options;
};
} // namespace

void PlanRecipes::report(StringRef reason) {
  remark::missed(
      getOperation().getLoc(),
      remark::RemarkOpts::name("no-plan").category("lowp-plan-recipes"))
      << remark::add("recipes are chosen by prices of single matmuls alone, "
                     "since the program could not be planned: {0}",
                     reason);
}

void PlanRecipes::runOnOperation() {
  markAllAnalysesPreserved();
  Planner planner(getOperation());
  CompileOptions none = options;
  none.recipe = "";
  FailureOr<Plans> with = planner.plan(options);
  FailureOr<Plans> without =
      succeeded(with) ? planner.plan(none) : FailureOr<Plans>();
  if (failed(without))
    return report(planner.getReason());
  SymbolTable symbols(getOperation());
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (!function.isPublic() || !with->contains(function.getName()) ||
        !without->contains(function.getName()))
      continue;
    const Plan &fast = (*with)[function.getName()];
    const Plan &plain = (*without)[function.getName()];
    if (fast.isKnown && plain.isKnown && fast.others == plain.others)
      annotate(function, fast, plain, symbols);
  }
}

std::unique_ptr<Pass>
mlir::lowp::createPlanRecipesPass(const CompileOptions &options) {
  return std::make_unique<PlanRecipes>(options);
}
