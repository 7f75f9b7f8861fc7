//===- SumPlaces.cpp - What of tensor memory sums have --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleAtoms.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Stages of sums, and sets of scales, that alternate.
static constexpr int64_t kAlternating = 2;

/// Columns of the scales of both operands that a product takes.
static int64_t countColumnsOfScales(const GemmKernelSpec &spec) {
  if (!spec.takesScales())
    return 0;
  int64_t columns = 0;
  for (const GemmOperand *operand : {&spec.problem.lhs, &spec.problem.rhs})
    columns += countScaleColumns(
        ShapedType::getNumElements(getAtomShape(spec, *operand)));
  return columns;
}

int64_t GemmKernelSpec::countSumRoom() const {
  return chip.facts->tensorColumns - kAlternating * countColumnsOfScales(*this);
}

int64_t GemmKernelSpec::getSumOverlap(int64_t stages) const {
  if (!hasTensorSums() || promotesApart() || stages != kAlternating)
    return 0;
  int64_t missing = stages * getTileN() - countSumRoom();
  return missing > 0 ? llvm::alignTo(missing, getNSubtileColumns()) : 0;
}
