//===- GemmRequirements.cpp - What a gemm kernel of a chip demands --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmRequirements.h"
#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Kernels count M, N and K in 32 bits.
static LogicalResult verifyCounted(GemmOp gemm, int64_t size, StringRef what) {
  if (ShapedType::isDynamic(size) || size <= GemmKernelSpec::kMaxSize)
    return success();
  return gemm.emitOpError("expected ")
         << what << " of at most " << GemmKernelSpec::kMaxSize << ", got "
         << size << "; divide the matmul";
}

static LogicalResult verifyProblem(GemmOp gemm, const GemmProblem &problem,
                                   ArrayRef<MemRefType> storedRows,
                                   const ChipTarget &chip, bool takesScales) {
  if (failed(verifyScaledOperands(gemm, problem, chip, takesScales)) ||
      failed(verifyGroups(gemm, problem)) ||
      failed(verifyCounted(gemm, problem.m, "M")) ||
      failed(verifyCounted(gemm, problem.n, "N")) ||
      failed(verifyCounted(gemm, problem.k, "K")) ||
      failed(verifyPitches(gemm, problem, storedRows)))
    return failure();
  if (!hasLegalRowScales(problem))
    return gemm.emitOpError("expected M to be a multiple of 4 (16 bytes of "
                            "scales) in a batch with scales of rows, got ")
           << problem.m << "; pad it";
  // With several outputs nothing is accumulated.
  Type output = problem.outputTypes.front();
  if (problem.accumulate && !output.isF32())
    return gemm.emitOpError("expected an f32 output to accumulate into, got ")
           << output;
  return success();
}

/// An epilogue addresses its inputs by their types.
static LogicalResult verifyEpilogueInput(GemmOp gemm, MemRefType input,
                                         AffineMap map) {
  Type element = input.getElementType();
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return gemm.emitOpError("expected inputs of the epilogue of f32, f16 or "
                            "bf16, got ")
           << input << "; convert it before";
  if (isAddressableInput(input.getShape(), map))
    return success();
  return gemm.emitOpError("expected static sizes of inputs of the epilogue but "
                          "for rows in front, got ")
         << input << "; keep it in an operation of its own";
}

/// Adds what `gemm` makes of its sums to `spec`.
static LogicalResult addEpilogue(GemmOp gemm, GemmKernelSpec &spec) {
  if (!gemm.hasEpilogue())
    return success();
  spec.epilogue.body = &gemm.getEpilogueBody();
  spec.epilogue.maps.assign(gemm.getEpilogueMaps());
  for (auto [input, map] :
       llvm::zip_equal(gemm.getInputs(), spec.epilogue.maps)) {
    auto type = cast<MemRefType>(input.getType());
    spec.epilogue.inputs.push_back(type);
    if (failed(verifyEpilogueInput(gemm, type, map)))
      return failure();
  }
  if (!spec.epilogue.inputs.empty() && !spec.problem.outputBatches.empty() &&
      ShapedType::isDynamic(spec.problem.m))
    return gemm.emitOpError("expected a static M of a batch whose epilogue "
                            "reads inputs; keep it in an operation of its own");
  return success();
}

/// The type of the buffer `scales` as kernels address it: dimensions that are
/// one to them have the product of their sizes.
static MemRefType getScaleBuffer(Value scales, const GemmOperand &operand) {
  auto type = cast<MemRefType>(scales.getType());
  SmallVector<ReassociationIndices> groups = getScaleGroups(operand);
  if (groups.empty())
    return type;
  SmallVector<int64_t> shape;
  for (ArrayRef<int64_t> group : groups) {
    ArrayRef<int64_t> sizes =
        type.getShape().slice(group.front(), group.size());
    shape.push_back(ShapedType::isDynamicShape(sizes)
                        ? ShapedType::kDynamic
                        : ShapedType::getNumElements(sizes));
  }
  return MemRefType::get(shape, type.getElementType());
}

ScaledFormat mlir::lowp_gpu::getFormat(const GemmOperand &operand) {
  RecipeAttrInterface recipe = operand.type.getRecipe();
  return {operand.getElementType(), recipe.getScaleType(),
          recipe.getBlockShape()};
}

const MmaAtom *mlir::lowp_gpu::findAtom(const GemmProblem &problem,
                                        const ChipTarget &chip) {
  const GemmOperand &lhs = problem.lhs, &rhs = problem.rhs;
  if (lhs.hasScales() && rhs.hasScales())
    if (const MmaAtom *atom =
            chip.target->getScaledMmaAtom(getFormat(lhs), getFormat(rhs)))
      return atom;
  return chip.target->getMmaAtom(getTileElement(lhs.getElementType()),
                                 getTileElement(rhs.getElementType()));
}

FailureOr<GemmKernelSpec> mlir::lowp_gpu::analyzeGemmKernel(GemmOp gemm,
                                                            ConfigAttr config) {
  FailureOr<ChipTarget> chip = findChipTarget(gemm);
  if (failed(chip) || failed(verifyBuffers(gemm)))
    return failure();
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  if (failed(problem))
    return failure();
  SmallVector<MemRefType, 2> storedRows = findStoredRows(gemm, *problem);
  const MmaAtom *atom = findAtom(*problem, *chip);
  if (failed(verifyProblem(gemm, *problem, storedRows, *chip,
                           atom && atom->takesScales())))
    return failure();
  if (!atom)
    return gemm.emitOpError("expected element types that ")
           << chip->facts->name << " multiplies, got "
           << problem->lhs.getElementType() << " and "
           << problem->rhs.getElementType() << getHint(gemm, problem->lhs);
  if (failed(verifyProducts(gemm, *problem, *atom, *chip)))
    return failure();
  GemmKernelSpec spec{*problem, config, *chip, atom, {}, {}, {}, storedRows};
  if (gemm.isScaled()) {
    spec.lhsScales = getScaleBuffer(gemm.getLhsScales(), problem->lhs);
    spec.rhsScales = getScaleBuffer(gemm.getRhsScales(), problem->rhs);
  }
  addGroups(gemm, spec);
  if (auto dropped = gemm->getAttrOfType<ArrayAttr>(
          LowpGPUDialect::getDroppedConfigsAttrName()))
    spec.dropped = llvm::to_vector<0>(dropped.getAsRange<ConfigAttr>());
  if (failed(addEpilogue(gemm, spec)))
    return failure();
  return spec;
}
