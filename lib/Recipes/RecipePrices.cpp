//===- RecipePrices.cpp - What a recipe costs a matmul --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipePrices.h"
#include "AdaptRecipes.h"

#include "lowp/Cost/FusionCost.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Contractions/GivenOperand.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

const RecipePrices::Known &
RecipePrices::predict(const std::string &key, function_ref<Known()> compute) {
  auto [found, isNew] = known.try_emplace(key);
  if (isNew)
    found->second = compute();
  return found->second;
}

/// The element type that the kernel of `matmul` writes.
static Type getOutputType(const RecipeMatmul &matmul) {
  Value result = matmul.getOperation()->getResult(0);
  linalg::LinalgOp rounding = findRounding(result);
  if (rounding && !matmul.form.grouping)
    return getElementTypeOrSelf(rounding->getResult(0));
  return getElementTypeOrSelf(result);
}

static std::string makeKey(const RecipeMatmul &matmul, Type output,
                           StringRef what) {
  const GemmSize &size = matmul.size;
  return llvm::formatv("{0} {1} {2} {3} {4} {5} {6} {7}", size.batch, size.m,
                       size.n, size.k, size.groups, matmul.form.hasGroupsOfK(),
                       debugString(output), what);
}

/// The problem of `matmul` as `describe` makes it of sizes, which knows nothing
/// of groups of K.
static std::optional<GemmProblem> describeGroups(
    const RecipeMatmul &matmul,
    function_ref<std::optional<GemmProblem>(const GemmSize &)> describe) {
  GemmSize size = matmul.size;
  if (!matmul.form.hasGroupsOfK())
    return describe(size);
  size.k *= std::exchange(size.batch, 1);
  std::optional<GemmProblem> problem = describe(size);
  if (problem)
    problem = divideAlongK(std::move(*problem), matmul.size.batch);
  return problem;
}

/// What no tensor core multiplies is summed up by generic kernels: 3.7 TFLOPS
/// of a square matmul of 4096 on an H200. None of them knows groups.
static double estimateGeneric(const RecipeMatmul &matmul) {
  constexpr double kFlopsPerMicrosecond = 3.7e6;
  if (matmul.form.grouping)
    return 0;
  const GemmSize &size = matmul.size;
  return 2 * static_cast<double>(size.batch) * static_cast<double>(size.m) *
         static_cast<double>(size.n) * static_cast<double>(size.k) /
         kFlopsPerMicrosecond;
}

double RecipePrices::getDense(const RecipeMatmul &matmul) {
  Type element = getElementTypeOrSelf(matmul.getOperand(0));
  // Its gemms multiply in tf32, which is nothing that a recipe replaces.
  if (element.isF32())
    return estimateGeneric(matmul);
  Type output = getOutputType(matmul);
  // Kernels of groups read rows along K, those of groups of K tokens x
  // features, whatever order is stored.
  auto isMNMajor = [&](unsigned number) {
    return matmul.form.grouping ? matmul.form.hasGroupsOfK()
                                : matmul.contractsFirst(number);
  };
  bool isLhsMNMajor = isMNMajor(0), isRhsMNMajor = isMNMajor(1);
  std::string key = makeKey(matmul, output,
                            debugString(element) + (isLhsMNMajor ? "m" : "k") +
                                (isRhsMNMajor ? "n" : "k"));
  const Known &price = predict(key, [&] {
    Known dense;
    auto problem = describeGroups(matmul, [&](const GemmSize &size) {
      return describeDense(size, element, isLhsMNMajor, isRhsMNMajor, output);
    });
    dense.microseconds = predictGemm(*problem, chip, context, dense.reason);
    return dense;
  });
  return price.microseconds.value_or(estimateGeneric(matmul));
}

std::optional<double> RecipePrices::getScaled(const RecipeMatmul &matmul,
                                              MatmulRecipeAttr recipe,
                                              Reason reason) {
  Type output = getOutputType(matmul);
  // Nobody refines the blocks of groups of K.
  MatmulRecipeAttr read = recipe;
  if (!matmul.form.hasGroupsOfK())
    read = refineRecipe(adaptRecipe(matmul.form, recipe, *chip.target),
                        *chip.target);
  const Known &price = predict(makeKey(matmul, output, debugString(read)), [&] {
    Known scaled;
    auto problem = describeGroups(matmul, [&](const GemmSize &size) {
      return describeScaled(size, read, output);
    });
    if (problem)
      scaled.microseconds = predictGemm(*problem, chip, context, scaled.reason);
    else
      scaled.reason = "no gemm has blocks of columns";
    return scaled;
  });
  if (!price.microseconds)
    return reason.refuse(price.reason, std::nullopt);
  return price.microseconds;
}

//===----------------------------------------------------------------------===//
// Quantizes
//===----------------------------------------------------------------------===//

/// Returns the calls that share a quantize of `source`: one, but for a weight
/// that `lowp-prepare-parameters` quantizes for many, or for all of them.
static double countCalls(Value source) {
  auto argument = dyn_cast<BlockArgument>(source);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : nullptr;
  Attribute mark =
      function ? function.getArgAttr(argument.getArgNumber(),
                                     LowpDialect::getParameterAttrName())
               : Attribute();
  if (!mark)
    return 1;
  auto calls = dyn_cast<IntegerAttr>(mark);
  return calls ? static_cast<double>(calls.getInt())
               : std::numeric_limits<double>::infinity();
}

/// Whether what computes `source` is no matmul: then its quantizes are formed
/// into one fusion with it.
static bool isFused(Value source) {
  auto producer = source.getDefiningOp<linalg::LinalgOp>();
  if (!producer || isSumOfProducts(producer) ||
      isa<linalg::ContractionOpInterface>(*producer))
    return false;
  // A rounding belongs to the matmul.
  linalg::LinalgOp copy = getCopy(source, Through::Casts);
  return !copy || isFused(copy.getDpsInputs()[0]);
}

static bool isWhole(int64_t extent) { return extent == BlockShape::kWhole; }

/// Bytes per element of a quantized matrix with its scales, and whether a pass
/// over all of the matrix comes before it is written.
namespace {
struct StoredForm {
  double bytes;
  bool needsTwoReads;
};
} // namespace

static StoredForm getStoredForm(const OperandDemand &demand) {
  auto recipe = cast<RecipeAttrInterface>(demand.recipe.getRecipe());
  BlockShape block = recipe.getBlockShape();
  double bytes =
      meanBytes(demand.recipe.getElementType().getIntOrFloatBitWidth());
  bool isAlongK = isWhole(block.columns);
  if (!isAlongK && !isWhole(block.rows))
    bytes += meanBytes(recipe.getScaleType().getIntOrFloatBitWidth()) /
             static_cast<double>(block.rows * block.columns);
  // A row fits into a CTA, a column or a matrix does not.
  return {bytes, isWhole(block.rows) || (isAlongK && demand.contractsFirst)};
}

double mlir::lowp_gpu::countBytes(const RecipeMatmul &matmul,
                                  MatmulRecipeAttr recipe) {
  auto area = [](int64_t rows, int64_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
  };
  double bytes = area(matmul.size.m, matmul.size.n) *
                 meanBytes(getOutputType(matmul).getIntOrFloatBitWidth());
  for (unsigned number : {0, 1}) {
    Type element = getElementTypeOrSelf(matmul.getOperand(number));
    double perElement = meanBytes(element.getIntOrFloatBitWidth());
    if (recipe)
      perElement =
          getStoredForm({/*contractsFirst=*/false,
                         number == 0 ? recipe.getLhs() : recipe.getRhs()})
              .bytes;
    int64_t rows = number == 0 ? matmul.size.m : matmul.size.n;
    // Each group reads its matrix, and one without rows reads nothing.
    int64_t matrices = number == 1 && matmul.size.groups > 0
                           ? std::min(matmul.size.groups, matmul.size.m)
                           : 1;
    bytes += perElement * area(rows * matrices, matmul.size.k);
  }
  return bytes;
}

/// What groups of K that have a scale for each row, or for all of them, take
/// beside two reads: magnitudes of blocks become those of groups, each of which
/// looks at all blocks, and their scales those of blocks.
static double estimateGroups(const OperandDemand &demand, double elements,
                             const PartModel &part) {
  constexpr double kRowsPerBlock = 128, kMaximaPerMicrosecond = 3.5e6;
  constexpr double kLaunches = 2;
  return kLaunches * part.fusions.launchMicroseconds +
         static_cast<double>(demand.groups) * elements / kRowsPerBlock /
             kMaximaPerMicrosecond;
}

double RecipePrices::getQuantizes(Value source, double elements,
                                  ArrayRef<OperandDemand> demands,
                                  bool isReplaced) const {
  auto wanted =
      llvm::make_filter_range(demands, [&](const OperandDemand &demand) {
        return !isGivenAs({source, demand.contractsFirst}, demand.recipe);
      });
  double calls = countCalls(source);
  if (wanted.empty() || std::isinf(calls))
    return 0;
  double own = meanBytes(getElementTypeOrSelf(source).getIntOrFloatBitWidth()) *
               elements;
  // Two more launches combine the largest magnitudes and make scales of them.
  constexpr int64_t kPhases = 2;
  FusionWork work;
  work.launches = 0;
  work.elements = elements;
  const PartModel &part = *chip.part;
  bool readsTwice = false;
  double ofGroups = 0;
  for (const OperandDemand &demand : wanted) {
    StoredForm form = getStoredForm(demand);
    if (demand.groups > 0 && form.needsTwoReads)
      ofGroups += estimateGroups(demand, elements, part);
    work.bytesWritten += form.bytes * elements;
    if (demand.contractsFirst)
      work.bytesTurned += form.bytes * elements;
    readsTwice |= form.needsTwoReads;
  }
  // In two phases the values must be somewhere in between.
  bool joins = isFused(source) && !readsTwice;
  if (!joins) {
    work.launches += 1;
    work.bytesRead += own;
  }
  if (readsTwice) {
    work.launches += kPhases;
    work.bytesRead += own;
  }
  double added =
      ofGroups + estimateMicroseconds(work, part.facts, part.fusions);
  if (!joins || !isReplaced)
    return added / calls;
  FusionWork saved;
  saved.launches = 0;
  saved.bytesWritten = own;
  return added - estimateMicroseconds(saved, part.facts, part.fusions);
}

//===----------------------------------------------------------------------===//
// Accuracy
//===----------------------------------------------------------------------===//

/// The error of rounding an operand, of the operand's size: rounding is even
/// over the step of a binade, of whose numbers the mean is in its middle.
static double estimateError(OperandRecipeAttr operand) {
  // 2^-(digits + 1) / sqrt(3), times 0.74: the mean of 1 / x over a binade.
  constexpr double kPerStep = 0.212;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(operand.getElementType()).getFloatSemantics();
  int digits = static_cast<int>(llvm::APFloat::semanticsPrecision(semantics));
  return std::ldexp(kPerStep, 1 - digits);
}

double mlir::lowp_gpu::estimateError(MatmulRecipeAttr recipe) {
  double lhs = ::estimateError(recipe.getLhs());
  double rhs = ::estimateError(recipe.getRhs());
  return std::sqrt(lhs * lhs + rhs * rhs);
}

/// The binades in which both operands keep all their digits.
static int countBinades(MatmulRecipeAttr recipe) {
  int binades = 0;
  for (OperandRecipeAttr operand : {recipe.getLhs(), recipe.getRhs()}) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(operand.getElementType()).getFloatSemantics();
    binades += llvm::APFloat::semanticsMaxExponent(semantics) -
               llvm::APFloat::semanticsMinExponent(semantics) + 1;
  }
  return binades;
}

bool mlir::lowp_gpu::isMorePrecise(MatmulRecipeAttr recipe,
                                   MatmulRecipeAttr other) {
  double error = estimateError(recipe), otherError = estimateError(other);
  return error < otherError ||
         (error == otherError && countBinades(recipe) > countBinades(other));
}

std::string mlir::lowp_gpu::explainError(double error, double most) {
  return llvm::formatv("adds an error of {0:F3}, max-error is {1}", error,
                       most);
}

double mlir::lowp_gpu::countElementsPerScale(MatmulRecipeAttr recipe,
                                             const GemmSize &size) {
  BlockShape block =
      cast<RecipeAttrInterface>(recipe.getLhs().getRecipe()).getBlockShape();
  int64_t rows = isWhole(block.rows) ? size.m : block.rows;
  int64_t columns = isWhole(block.columns) ? size.k : block.columns;
  return static_cast<double>(rows) * static_cast<double>(columns);
}
