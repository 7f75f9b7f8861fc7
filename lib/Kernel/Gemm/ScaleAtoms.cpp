//===- ScaleAtoms.cpp - Atoms of scales that products take ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleAtoms.h"

#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Kernel/Gemm/GroupStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

bool mlir::lowp_gpu::hasVirtualScaleRows(const GemmProblem &problem) {
  return problem.hasRowGroups() && problem.lhs.hasScales() &&
         problem.lhs.type.isGrouped();
}

/// Atoms of `operand` that a tile has one below the other. It has as many rows
/// as an atom, and groups may begin inside one; its columns may be others.
static int64_t countAtomRows(const GemmKernelSpec &spec,
                             const GemmOperand &operand) {
  const GemmProblem &problem = spec.problem;
  if (&operand == &problem.lhs)
    return problem.hasRowGroups() && !hasVirtualScaleRows(problem) ? 2 : 1;
  return countCutAtoms(spec.getTileN(), spec.atom->getScaleRows());
}

bool mlir::lowp_gpu::sharesAtoms(const GemmKernelSpec &spec,
                                 const GemmOperand &operand) {
  return spec.getChoices().pair && &operand == &spec.problem.rhs &&
         countAtomRows(spec, operand) % PairRankOp::kCTAs == 0;
}

SmallVector<int64_t> mlir::lowp_gpu::getAtomBox(const GemmKernelSpec &spec,
                                                const GemmOperand &operand) {
  int64_t rows = countAtomRows(spec, operand);
  if (sharesAtoms(spec, operand))
    rows /= PairRankOp::kCTAs;
  return {rows, spec.getScaleAtoms(operand), spec.getAtomBytes()};
}

SmallVector<int64_t> mlir::lowp_gpu::getAtomShape(const GemmKernelSpec &spec,
                                                  const GemmOperand &operand) {
  SmallVector<int64_t> shape = {countAtomRows(spec, operand),
                                spec.getScaleAtoms(operand),
                                spec.getAtomBytes()};
  if (shape.front() == 1)
    shape.erase(shape.begin());
  return shape;
}

/// Scales of a row that count in atom `atom` of `block`: what is left of
/// all. Atoms after the last one are zeros as they come.
static Value countScales(ImplicitLocOpBuilder &builder,
                         const KernelParts &parts, Value block, int64_t atom) {
  const GemmOperand &lhs = parts.spec.problem.lhs;
  constexpr int64_t kWord = GemmKernelSpec::kScalesPerAtom;
  Value all = arith::CeilDivUIOp::create(
      builder, parts.getSize(builder, KernelArgument::K),
      constantI32(builder, lhs.getScaleK()));
  Value first = arith::MulIOp::create(
      builder, block,
      constantI32(builder, parts.spec.getScaleAtoms(lhs) * kWord));
  Value before =
      arith::AddIOp::create(builder, first, constantI32(builder, atom * kWord));
  return arith::SubIOp::create(builder, all, before);
}

/// The atoms of a block of K that may have scales after its end: the one where
/// a known K ends, none if it ends with that, each of them otherwise.
static SmallVector<int64_t> getOpenAtoms(const GemmKernelSpec &spec) {
  const GemmOperand &lhs = spec.problem.lhs;
  // Groups that have places of their own have padding in them.
  if (hasOwnPlaces(lhs.type))
    return {};
  int64_t atoms = spec.getScaleAtoms(lhs);
  if (ShapedType::isDynamic(spec.problem.k))
    return llvm::to_vector(llvm::seq<int64_t>(0, atoms));
  int64_t scales = llvm::divideCeil(spec.problem.k, lhs.getScaleK());
  if (scales % GemmKernelSpec::kScalesPerAtom == 0)
    return {};
  return {scales / GemmKernelSpec::kScalesPerAtom % atoms};
}

bool mlir::lowp_gpu::hasOpenAtoms(const GemmKernelSpec &spec) {
  return spec.takesScales() && !getOpenAtoms(spec).empty();
}

void mlir::lowp_gpu::keepScalesOfK(ImplicitLocOpBuilder &builder,
                                   const KernelParts &parts, Value block,
                                   MutableArrayRef<Value> scales) {
  if (scales.empty())
    return;
  for (int64_t atom : getOpenAtoms(parts.spec)) {
    Value count = countScales(builder, parts, block, atom);
    for (Value &each : scales)
      each = KeepScalesOp::create(builder, each, count, atom);
  }
}

Value mlir::lowp_gpu::skipScaleRows(ImplicitLocOpBuilder &builder, Value scales,
                                    Value rowOffset) {
  if (!rowOffset)
    return scales;
  auto both = cast<TileType>(scales.getType());
  auto type = TileType::get(builder.getContext(), both.getShape().drop_front(),
                            both.getElementType(), /*swizzle=*/0);
  return SkipRowsOp::create(builder, type, scales, rowOffset);
}
