//===- PredictGemm.cpp - The time of a gemm before there is one -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/PredictGemm.h"

#include "ConfigSearch.h"
#include "CostModel.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/GroupsOfK.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Its number of matrices of the rhs, nothing for a single one.
static std::optional<int64_t> getBatch(const GemmSize &size) {
  if (size.groups > 0)
    return size.groups;
  return size.batch == 1 ? std::nullopt : std::optional(size.batch);
}

/// What is grouped.
static std::optional<Grouping> getGrouping(const GemmSize &size) {
  return size.groups > 0 ? std::optional(Grouping::M) : std::nullopt;
}

GemmProblem mlir::lowp_gpu::describeDense(const GemmSize &size,
                                          Type elementType, bool isLhsMNMajor,
                                          bool isRhsMNMajor, Type outputType) {
  auto describe = [&](bool isMNMajor) {
    GemmOperand operand{ScaledType(), ScaleGranularity::None, elementType, {}};
    operand.dims = {OperandDim::Row, OperandDim::K};
    if (isMNMajor)
      std::swap(operand.dims[0], operand.dims[1]);
    return operand;
  };
  return GemmProblem{describe(isLhsMNMajor),
                     describe(isRhsMNMajor),
                     {outputType},
                     getBatch(size),
                     /*outputBatches=*/{},
                     /*outputRowDim=*/0,
                     size.m,
                     size.n,
                     size.k,
                     /*accumulate=*/false,
                     /*fastAccumulation=*/false,
                     getGrouping(size)};
}

std::optional<GemmProblem>
mlir::lowp_gpu::describeScaled(const GemmSize &size, MatmulRecipeAttr recipe,
                               Type outputType) {
  auto describe = [&](OperandRecipeAttr operand, int64_t rows,
                      bool isBatch) -> std::optional<GemmOperand> {
    auto scales = cast<RecipeAttrInterface>(operand.getRecipe());
    std::optional<ScaleGranularity> granularity =
        classifyScales(scales.getBlockShape());
    if (!granularity)
      return std::nullopt;
    Type element = operand.getElementType();
    GemmOperand described{ScaledType::get({rows, size.k}, element, scales),
                          *granularity,
                          element,
                          {OperandDim::Row, OperandDim::K}};
    if (isBatch)
      described.batches.push_back(GemmIndex{/*dim=*/0});
    return described;
  };
  std::optional<GemmOperand> lhs =
      describe(recipe.getLhs(), size.m, getBatch(size) && size.groups == 0);
  std::optional<GemmOperand> rhs =
      describe(recipe.getRhs(), size.n, getBatch(size).has_value());
  if (!lhs || !rhs)
    return std::nullopt;
  return GemmProblem{*lhs,
                     *rhs,
                     {outputType},
                     getBatch(size),
                     /*outputBatches=*/{},
                     /*outputRowDim=*/0,
                     size.m,
                     size.n,
                     size.k,
                     /*accumulate=*/false,
                     recipe.getFastAccumulation(),
                     getGrouping(size)};
}

GemmProblem mlir::lowp_gpu::divideAlongK(GemmProblem problem, int64_t groups) {
  problem.batch = groups;
  problem.grouping = Grouping::K;
  problem.outputBatches = {GemmIndex{/*dim=*/0}};
  problem.outputRowDim = 1;
  if (!problem.lhs.hasScales())
    return problem;
  int64_t start =
      getGroupStart(problem.lhs.getElementType(), problem.rhs.getElementType());
  auto spread = GroupsAttr::get(problem.lhs.type.getContext(), groups,
                                /*axis=*/1, /*alignment=*/1, start,
                                /*separate=*/false);
  problem.k = start * (problem.k / start + groups);
  for (GemmOperand *operand : {&problem.lhs, &problem.rhs})
    operand->type = operand->type.withGroups(spread);
  return problem;
}

/// Why no kernel reads `operand`, of `k` elements along K, with its scales;
/// empty if some do.
static std::string objectToOperand(const GemmOperand &operand, int64_t k,
                                   const MmaAtom &atom) {
  if (!isLegalSpread(atom, operand.getElementType(), k))
    return "a K of " + std::to_string(k) + " of " +
           debugString(operand.getElementType()) + " beside 8 bits";
  Type scale = operand.type.getRecipe().getScaleType();
  if (!atom.takesScales() && !scale.isF32())
    return "scales of type " + debugString(scale);
  if (!isLegalScaleK(atom, operand) || !isLegalScaleRows(atom, operand))
    return "scales of " + debugString(operand.type.getRecipe());
  return "";
}

/// What of `problem` the chip has no kernel for; empty if it has one.
static std::string findMissing(const GemmProblem &problem,
                               const ChipTarget &chip) {
  const MmaAtom *atom = findAtom(problem, chip);
  if (!atom)
    return debugString(problem.lhs.getElementType()) + " by " +
           debugString(problem.rhs.getElementType());
  for (int64_t size :
       {problem.m, problem.n, problem.k, problem.batch.value_or(1)})
    if (size <= 0 || size > GemmKernelSpec::kMaxSize)
      return "a size of " + std::to_string(size);
  if (!problem.lhs.hasScales())
    return "";
  for (const GemmOperand *operand : {&problem.lhs, &problem.rhs})
    if (std::string reason = objectToOperand(*operand, problem.k, *atom);
        !reason.empty())
      return reason;
  if (!isLegalScaleUse(*atom, problem))
    return "scales of " + debugString(problem.lhs.type.getRecipe()) +
           " with groups of K";
  if (!atom->takesScales() && !isLegalPairing(problem))
    return "scales of " + debugString(problem.lhs.type.getRecipe()) + " by " +
           debugString(problem.rhs.type.getRecipe());
  if (!hasLegalColumns(problem))
    return "N = " + std::to_string(problem.n) + ", no multiple of " +
           std::to_string(GemmKernelSpec::kColumns);
  if (!hasLegalRowScales(problem))
    return "scales of rows of M = " + std::to_string(problem.m) +
           " in a batch, no multiple of 16 bytes";
  return "";
}

std::string mlir::lowp_gpu::explainMissingKernel(const GemmProblem &problem,
                                                 const ChipTarget &chip) {
  std::string missing = findMissing(problem, chip);
  return missing.empty()
             ? missing
             : chip.facts->name.str() + " has no kernel for " + missing;
}

/// `problem` with the scales of its groups where products of `atom` read them.
static GemmProblem asRead(GemmProblem problem, const MmaAtom &atom) {
  if (problem.hasRowGroups() && readsAtomsOfGroups(atom))
    problem.lhs.type =
        withAtomsOfGroups(problem.lhs.type, *problem.batch, atom);
  return problem;
}

/// Bytes of `inputs`; nothing where a size is unknown.
static std::optional<double> countBytes(ArrayRef<MemRefType> inputs) {
  double bits = 0;
  for (MemRefType type : inputs) {
    if (!type.hasStaticShape())
      return std::nullopt;
    bits += static_cast<double>(type.getNumElements()) *
            type.getElementTypeBitWidth();
  }
  return meanBytes(bits);
}

std::optional<double>
mlir::lowp_gpu::predictGemm(const GemmProblem &problem, const ChipTarget &chip,
                            MLIRContext *context, Reason reason,
                            const GemmEpilogue &epilogue) {
  if (std::string missing = explainMissingKernel(problem, chip);
      !missing.empty())
    return reason.refuse(missing, std::nullopt);
  std::optional<double> addends = countBytes(epilogue.inputs);
  if (!addends)
    return reason.refuse("an epilogue reads inputs of unknown sizes",
                         std::nullopt);
  const MmaAtom *atom = findAtom(problem, chip);
  GemmKernelSpec spec{
      asRead(problem, *atom), ConfigAttr(), chip, atom, {}, {}, epilogue};
  SmallVector<ConfigCost> ranked = rankConfigs(spec, context, problem.m);
  if (ranked.empty())
    return reason.refuse("no config fits " + chip.facts->name, std::nullopt);
  spec.config = ranked.front().config;
  return estimateMicroseconds(spec,
                              assumeSizes(problem, problem.m, problem.m)) +
         estimateAddends(*addends, chip.part->facts, chip.part->gemms);
}

FailureOr<std::optional<ChipTarget>>
mlir::lowp_gpu::findModelledChip(Operation *op) {
  if (!lookupChipTarget(op))
    return std::optional<ChipTarget>();
  FailureOr<ChipTarget> found = findChipTarget(op);
  if (failed(found))
    return failure();
  return std::optional(*found);
}
