//===- GroupRequirements.cpp - What kernels of groups demand --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmRequirements.h"
#include "lowp/Kernel/Gemm/GroupStarts.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Starts of groups of K
//===----------------------------------------------------------------------===//

static int64_t getBlockK(ScaledType type) {
  return type.getRecipe().getBlockShape().columns;
}

int64_t mlir::lowp_gpu::getBlockStart(const MmaAtom &atom, Type lhs, Type rhs) {
  return elementsIn(atom.getRowBytes(),
                    std::max(getTileBits(atom, lhs), getTileBits(atom, rhs)));
}

/// Whether elements are bytes, and no scales come with a block.
static bool canClear(ScaledType type) {
  return type.isGrouped() && getBlockK(type) == BlockShape::kWhole &&
         type.getElementType().getIntOrFloatBitWidth() == kBitsPerByte;
}

bool mlir::lowp_gpu::canClearTails(ScaledType lhs, ScaledType rhs) {
  return canClear(lhs) && canClear(rhs);
}

int64_t mlir::lowp_gpu::getStartUnit(const MmaAtom &atom, ScaledType lhs,
                                     ScaledType rhs) {
  Type left = lhs.getElementType(), right = rhs.getElementType();
  return canClearTails(lhs, rhs) ? getCopyAlignment(left)
                                 : getBlockStart(atom, left, right);
}

bool mlir::lowp_gpu::hasReadPlaces(ScaledType type) {
  GroupsAttr groups = type.getGroups();
  if (groups.getSeparate())
    return false;
  return getBlockK(type) == BlockShape::kWhole
             ? groups.getAlignment() == 1
             : groups.keepsPlaces(getBlockK(type));
}

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

/// Whether a thread can tell where any row of `buffer` begins: from static
/// strides, or from the columns of a matrix without gaps.
static bool hasKnownRows(MemRefType buffer) {
  auto [strides, offset] = buffer.getStridesAndOffset();
  if (!ShapedType::isDynamicShape(strides))
    return offset == 0;
  return buffer.getRank() == 2 && buffer.getLayout().isIdentity();
}

static LogicalResult verifyOutputs(GemmOp gemm) {
  for (Value init : gemm.getInits())
    if (auto buffer = cast<MemRefType>(init.getType()); !hasKnownRows(buffer))
      return gemm.emitOpError("expected static sizes of matrices of which some "
                              "rows count, and results of groups without gaps "
                              "of unknown size, got ")
             << buffer
             << "; give the largest sizes and count the rows, or copy it";
  return success();
}

/// Groups of K begin anywhere: TMA copies from there what has K as an outer
/// dimension.
static LogicalResult verifyKMajor(GemmOp gemm, const GemmOperand &operand,
                                  StringRef name) {
  if (operand.isMNMajor())
    return success();
  return gemm.emitOpError("expected an MN-major ")
         << name << " with groups of K, which begin anywhere, got a K-major "
         << "one; transpose it";
}

static LogicalResult verifyKGroups(GemmOp gemm, const GemmProblem &problem) {
  if (problem.lhs.hasScales())
    return success();
  return failure(failed(verifyKMajor(gemm, problem.lhs, "lhs")) ||
                 failed(verifyKMajor(gemm, problem.rhs, "rhs")));
}

LogicalResult mlir::lowp_gpu::verifyGroups(GemmOp gemm,
                                           const GemmProblem &problem) {
  if (!problem.grouping)
    return success();
  if (*problem.batch == 0)
    return gemm.emitOpError("expected at least 1 group, got 0; leave the "
                            "matmul out");
  constexpr int64_t kMost = GroupTableOp::kMostGroups;
  if (!ShapedType::isDynamic(*problem.batch) && *problem.batch > kMost)
    return gemm.emitOpError("expected at most ")
           << kMost << " groups, got " << *problem.batch
           << "; divide the matmul";
  if (!cast<MemRefType>(gemm.getGroups().getType()).getLayout().isIdentity())
    return gemm.emitOpError("expected numbers of groups without gaps, got ")
           << gemm.getGroups().getType() << "; copy them";
  if (problem.hasKGroups())
    return verifyKGroups(gemm, problem);
  if (problem.lhs.isMNMajor())
    return gemm.emitOpError("expected a K-major lhs with groups of rows, which "
                            "begin anywhere, got an MN-major one; copy it");
  if (problem.rhs.batches.size() != 1 || problem.outputBatches.size() > 1)
    return gemm.emitOpError("expected groups that one dimension of the rhs "
                            "counts");
  return verifyOutputs(gemm);
}

void mlir::lowp_gpu::addGroups(GemmOp gemm, GemmKernelSpec &spec) {
  if (!spec.problem.grouping)
    return;
  spec.groups = cast<MemRefType>(gemm.getGroups().getType());
  if (!spec.problem.countsRows())
    return;
  for (Value init : gemm.getInits())
    spec.outputBuffers.push_back(cast<MemRefType>(init.getType()));
}
