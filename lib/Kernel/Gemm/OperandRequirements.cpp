//===- OperandRequirements.cpp - Orders and scales that kernels read ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmRequirements.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Kernel/Gemm/GroupStarts.h"
#include "lowp/Kernel/Gemm/WidenedFormats.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether `emulate-formats` makes of `gemm`, whose operand `operand` has
/// no product, one that the chip multiplies.
static bool isEmulated(GemmOp gemm, const GemmOperand &operand) {
  std::optional<ChipTarget> chip = lookupChipTarget(gemm);
  TypeAttr lhs = gemm.getLhsTypeAttr(), rhs = gemm.getRhsTypeAttr();
  if (!chip || getGrouping(gemm) || !lhs || !rhs)
    return false;
  if (findWidenedFormats(cast<ScaledType>(lhs.getValue()),
                         cast<ScaledType>(rhs.getValue()), *chip->target))
    return true;
  return operand.isBlockScaled() &&
         promotesSums(*chip->target, gemm.getContext());
}

StringRef mlir::lowp_gpu::getHint(GemmOp gemm, const GemmOperand &operand) {
  return isEmulated(gemm, operand)
             ? "; the option allow-emulation of lowp-to-nvvm would run it as "
               "another matmul, slower"
             : "";
}

/// Says what is expected instead of the layout of `operand`.
static LogicalResult verifyLayout(GemmOp gemm, const GemmProblem &problem,
                                  const GemmOperand &operand, StringRef name,
                                  const ChipTarget &chip) {
  ScaledType type = operand.type;
  ScaledType read = getReadType(type, *chip.target);
  if (!problem.grouping &&
      takesEitherOrder(problem.lhs.type, problem.rhs.type, *chip.target))
    read = read.withOrder(type.getOrder());
  if (type == read)
    return success();
  InFlightDiagnostic diagnostic = gemm.emitOpError("expected ") << name;
  if (type.getDataLayout() != read.getDataLayout())
    diagnostic << " data = " << read.getDataLayout();
  else if (type.getOrder() != read.getOrder())
    diagnostic << " order = [" << read.getOrder() << "]";
  else
    diagnostic << " scales = " << read.getScaleLayout();
  return diagnostic << " for " << chip.facts->name << ", got " << type
                    << "; insert lowp.relayout or run lowp-propagate-layouts";
}

static LogicalResult verifyScales(GemmOp gemm, const GemmOperand &operand,
                                  StringRef name, bool takesScales) {
  if (operand.type.getConvention() != ScaleConvention::Decode)
    return gemm.emitOpError("expected decoding ")
           << name << " scales for a kernel, got the encode convention"
           << getHint(gemm, operand);
  if (!takesScales && !operand.type.getRecipe().getScaleType().isF32())
    return gemm.emitOpError("expected f32 ")
           << name << " scales for a kernel of this chip, got "
           << operand.type.getRecipe().getScaleType() << getHint(gemm, operand);
  return success();
}

bool mlir::lowp_gpu::isLegalPairing(const GemmProblem &problem) {
  auto isConstantAlongK = [](ScaleGranularity granularity) {
    return granularity == ScaleGranularity::PerTensor ||
           granularity == ScaleGranularity::PerRow;
  };
  bool constant = isConstantAlongK(problem.lhs.granularity) &&
                  isConstantAlongK(problem.rhs.granularity);
  bool blocks = problem.lhs.granularity == ScaleGranularity::Block1D &&
                !isConstantAlongK(problem.rhs.granularity);
  return constant || blocks;
}

/// The combinations of scales that the main loops are written for.
static LogicalResult verifyPairing(GemmOp gemm, const GemmProblem &problem) {
  if (isLegalPairing(problem))
    return success();
  return gemm.emitOpError(
             "expected scales per tensor or per row on both operands, "
             "or 1D blocks on the lhs and 1D or 2D blocks on the rhs, got ")
         << problem.lhs.type.getRecipe() << " and "
         << problem.rhs.type.getRecipe() << getHint(gemm, problem.lhs);
}

bool mlir::lowp_gpu::isLegalScaleK(const MmaAtom &atom,
                                   const GemmOperand &operand) {
  if (getScaleUse(operand, atom) != ScaleUse::Promotion)
    return true;
  // Beyond K the scales of 1D blocks are read as 0, those of 2D blocks are not
  // there: they must reach over whole stages.
  int64_t bytes = bytesOfBits(operand.getScaleK() *
                              getTileBits(atom, operand.getElementType()));
  if (bytes % atom.getRowBytes() == 0)
    return true;
  return operand.granularity == ScaleGranularity::Block1D &&
         atom.getRowBytes() % bytes == 0 && bytes % atom.getBytesOfK() == 0;
}

bool mlir::lowp_gpu::isLegalScaleUse(const MmaAtom &atom,
                                     const GemmProblem &problem) {
  return getScaleUse(problem.lhs, atom) != ScaleUse::Promotion ||
         atom.getSumSpace() == SumSpace::Registers || !problem.hasKGroups();
}

bool mlir::lowp_gpu::isLegalGroupOfRows(const MmaAtom &atom,
                                        const GemmProblem &problem) {
  if (!problem.hasRowGroups() || !problem.lhs.hasScales())
    return true;
  GroupsAttr groups = problem.lhs.type.getGroups();
  if (!readsAtomsOfGroups(atom))
    return !groups;
  return groups && groups.getAlignment() == atom.getScaleRows();
}

static LogicalResult verifyPromotion(GemmOp gemm, const GemmProblem &problem,
                                     const MmaAtom &atom,
                                     const ChipTarget &chip) {
  if (isLegalScaleUse(atom, problem))
    return success();
  return gemm.emitOpError("expected scales that are the same along K, or that ")
         << chip.facts->name
         << " takes with the data, for its sums are not promoted where K has "
            "groups, got "
         << problem.lhs.type.getRecipe();
}

/// Groups of scaled operands begin where blocks of K do, and end before zeros
/// that fill the last of them. Blocks that can be cleared begin where copies
/// may.
static LogicalResult verifyStart(GemmOp gemm, const GemmProblem &problem,
                                 const MmaAtom &atom) {
  if (!problem.hasKGroups() || !problem.lhs.hasScales())
    return success();
  ScaledType lhs = problem.lhs.type, rhs = problem.rhs.type;
  int64_t unit = getStartUnit(atom, lhs, rhs);
  if (problem.getStart() % unit == 0)
    return success();
  return gemm.emitOpError("expected groups of K that begin at multiples of ")
         << unit
         << (canClearTails(atom, lhs, rhs) ? ", where copies may begin"
                                           : ", as many as a copy has of it")
         << ", got " << lhs << "; run lowp-propagate-layouts";
}

/// Scales are found by the index of their group or, those of blocks, by where
/// their data lie, or by the copies that their group takes.
static LogicalResult verifyPlaces(GemmOp gemm, const GemmProblem &problem,
                                  const GemmOperand &operand,
                                  const MmaAtom &atom, StringRef name) {
  int64_t blockStart = getBlockStart(atom, problem.lhs.getElementType(),
                                     problem.rhs.getElementType());
  if (!problem.hasKGroups() || !operand.hasScales() ||
      hasReadPlaces(operand.type, blockStart))
    return success();
  return gemm.emitOpError("expected scales of groups of K ")
         << (operand.hasScalesOfGroups()
                 ? "that follow one another, 'alignment = 1'"
                 : "that lie where they do without groups")
         << ", on the " << name << ", got " << operand.type
         << "; run lowp-propagate-layouts";
}

static LogicalResult verifyGroupScales(GemmOp gemm, const GemmProblem &problem,
                                       const MmaAtom &atom,
                                       const ChipTarget &chip) {
  if (isLegalGroupOfRows(atom, problem))
    return success();
  ScaledType type = problem.lhs.type;
  StringRef move = "insert lowp.relayout or run lowp-propagate-layouts";
  InFlightDiagnostic diagnostic =
      gemm.emitOpError("expected scales of groups of rows ");
  if (readsAtomsOfGroups(atom))
    return diagnostic << "that begin with atoms, 'alignment = "
                      << atom.getScaleRows() << "', for " << chip.facts->name
                      << ", got " << type << "; " << move;
  return diagnostic << "without groups in their type for " << chip.facts->name
                    << ", got " << type << "; "
                    << (type.hasGlobalScale() ? "quantize them as one matrix"
                                              : move);
}

/// Blocks of scales must begin where products do.
static LogicalResult verifyScaleK(GemmOp gemm, const GemmOperand &operand,
                                  const MmaAtom &atom, StringRef name) {
  if (isLegalScaleK(atom, operand))
    return success();
  InFlightDiagnostic diagnostic = gemm.emitOpError("expected ");
  diagnostic << name << " scales for a multiple of " << atom.getRowBytes()
             << " bytes of K";
  if (operand.granularity == ScaleGranularity::Block1D)
    diagnostic << ", or a part of them that " << atom.getBytesOfK()
               << " divides";
  return diagnostic << ", got " << operand.type.getRecipe()
                    << getHint(gemm, operand);
}

bool mlir::lowp_gpu::isLegalScaleRows(const MmaAtom &atom,
                                      const GemmOperand &operand) {
  return operand.granularity != ScaleGranularity::Block2D ||
         operand.type.getRecipe().getBlockShape().rows %
                 atom.getColumnGranularity() ==
             0;
}

/// Rows of the rhs are columns of products, which a thread holds in chunks that
/// have one scale each.
static LogicalResult verifyScaleRows(GemmOp gemm, const GemmOperand &rhs,
                                     const MmaAtom &atom) {
  if (isLegalScaleRows(atom, rhs))
    return success();
  return gemm.emitOpError("expected rhs scales for a multiple of ")
         << atom.getColumnGranularity() << " rows, got " << rhs.type.getRecipe()
         << getHint(gemm, rhs);
}

/// Data without scales lie in any order, where tensor cores take both.
static LogicalResult verifyMajor(GemmOp gemm, const GemmOperand &operand,
                                 const MmaAtom &atom, StringRef name,
                                 StringRef chip) {
  if (!operand.isMNMajor() || atom.takesMNMajor())
    return success();
  return gemm.emitOpError("expected K to be the last dimension of the ")
         << name << ", whose " << operand.getElementType() << " elements "
         << chip << " multiplies in this order alone; transpose it";
}

/// A block of K lies in one run, however K is divided.
static LogicalResult verifyRunOfK(GemmOp gemm, const GemmOperand &operand,
                                  const MmaAtom &atom, StringRef name) {
  int64_t block = elementsIn(atom.getRowBytes(),
                             getTileBits(atom, operand.getElementType()));
  if (operand.runOfK % block == 0)
    return success();
  return gemm.emitOpError("expected parts of K of a multiple of ")
         << block << " elements, as many as a kernel copies at a time, on the "
         << name << ", got " << operand.runOfK << "; transpose it";
}

LogicalResult mlir::lowp_gpu::verifyScaledOperands(GemmOp gemm,
                                                   const GemmProblem &problem,
                                                   const ChipTarget &chip,
                                                   bool takesScales) {
  if (!problem.lhs.hasScales())
    return success();
  return failure(
      failed(verifyScales(gemm, problem.lhs, "lhs", takesScales)) ||
      failed(verifyScales(gemm, problem.rhs, "rhs", takesScales)) ||
      failed(verifyLayout(gemm, problem, problem.lhs, "lhs", chip)) ||
      failed(verifyLayout(gemm, problem, problem.rhs, "rhs", chip)) ||
      (!takesScales && failed(verifyPairing(gemm, problem))));
}

LogicalResult mlir::lowp_gpu::verifyProducts(GemmOp gemm,
                                             const GemmProblem &problem,
                                             const MmaAtom &atom,
                                             const ChipTarget &chip) {
  return failure(
      failed(verifyGroupScales(gemm, problem, atom, chip)) ||
      failed(verifyStart(gemm, problem, atom)) ||
      failed(verifyPlaces(gemm, problem, problem.lhs, atom, "lhs")) ||
      failed(verifyPlaces(gemm, problem, problem.rhs, atom, "rhs")) ||
      failed(verifyMajor(gemm, problem.lhs, atom, "lhs", chip.facts->name)) ||
      failed(verifyMajor(gemm, problem.rhs, atom, "rhs", chip.facts->name)) ||
      failed(verifyRunOfK(gemm, problem.lhs, atom, "lhs")) ||
      failed(verifyRunOfK(gemm, problem.rhs, atom, "rhs")) ||
      failed(verifySpread(gemm, problem, problem.lhs, atom, "lhs")) ||
      failed(verifySpread(gemm, problem, problem.rhs, atom, "rhs")) ||
      failed(verifyPromotion(gemm, problem, atom, chip)) ||
      failed(verifyScaleK(gemm, problem.lhs, atom, "lhs")) ||
      failed(verifyScaleK(gemm, problem.rhs, atom, "rhs")) ||
      failed(verifyScaleRows(gemm, problem.rhs, atom)));
}
