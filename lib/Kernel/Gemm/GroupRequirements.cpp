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

bool mlir::lowp_gpu::hasOwnPlaces(ScaledType type) {
  return type && type.isGrouped() && type.getGroups().getAxis() == 1 &&
         getBlockK(type) != BlockShape::kWhole &&
         !type.getGroups().keepsPlaces(getBlockK(type));
}

/// Whether scales of each group begin with a copy, of `blockStart` elements.
static bool alignsPlaces(ScaledType type, int64_t blockStart) {
  GroupsAttr groups = type.getGroups();
  return hasOwnPlaces(type) && !groups.getSeparate() &&
         groups.getAlignment() * getBlockK(type) == blockStart;
}

/// Whether copies leave elements as they lie in memory, whole in a byte, and
/// the end of a group ends what has one scale.
static bool canClear(const MmaAtom &atom, ScaledType type, int64_t blockStart) {
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  if (!type.isGrouped() || kBitsPerByte % bits != 0 ||
      getTileBits(atom, type.getElementType()) != bits)
    return false;
  if (getBlockK(type) == BlockShape::kWhole)
    return bits == kBitsPerByte;
  return atom.takesScales() && alignsPlaces(type, blockStart);
}

bool mlir::lowp_gpu::canClearTails(const MmaAtom &atom, ScaledType lhs,
                                   ScaledType rhs) {
  int64_t blockStart =
      getBlockStart(atom, lhs.getElementType(), rhs.getElementType());
  return canClear(atom, lhs, blockStart) && canClear(atom, rhs, blockStart);
}

int64_t mlir::lowp_gpu::getStartUnit(const MmaAtom &atom, ScaledType lhs,
                                     ScaledType rhs) {
  Type left = lhs.getElementType(), right = rhs.getElementType();
  return canClearTails(atom, lhs, rhs)
             ? std::max(getCopyAlignment(left), getCopyAlignment(right))
             : getBlockStart(atom, left, right);
}

bool mlir::lowp_gpu::hasReadPlaces(ScaledType type, int64_t blockStart) {
  GroupsAttr groups = type.getGroups();
  if (getBlockK(type) == BlockShape::kWhole)
    return !groups.getSeparate() && groups.getAlignment() == 1;
  return alignsPlaces(type, blockStart) ||
         (!groups.getSeparate() && groups.keepsPlaces(getBlockK(type)));
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
