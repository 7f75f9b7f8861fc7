//===- TensorSumRules.cpp - What of a config registers hold of sums -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Kernel/Targets/Common/TensorSumTarget.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Columns of the scales of both operands that products take.
static int64_t countColumnsOfScales(const GemmKernelSpec &spec) {
  if (!spec.takesScales())
    return 0;
  auto ofOperand = [&](const lowp::GemmOperand &operand) {
    return countScaleColumns(spec.getScaleAtoms(operand) * spec.getAtomBytes());
  };
  return ofOperand(spec.problem.lhs) + ofOperand(spec.problem.rhs);
}

static std::optional<BrokenRule> checkColumns(const GemmKernelSpec &spec) {
  int64_t sums = spec.getChoices().sumStages * spec.getTileN();
  int64_t scales = countColumnsOfScales(spec);
  int64_t most = spec.chip.facts->tensorColumns;
  if (sums + scales <= most)
    return std::nullopt;
  return BrokenRule{
      "sums of at most " + std::to_string(most - scales) +
          " columns of tensor memory" +
          (scales ? ", beside " + std::to_string(scales) + " of scales" : ""),
      std::to_string(sums)};
}

/// What an epilogue keeps in registers beside sums, in units of 16 bits a
/// column, as ptxas was seen to need it: elements of results, which wait for
/// each other; each input, whose loads run ahead; scales of columns with them;
/// places of rows that threads store.
static int64_t countKept(const GemmKernelSpec &spec) {
  constexpr int64_t kUnitBits = 16, kColumnScales = 2, kPlaces = 3;
  auto inputs = static_cast<int64_t>(spec.epilogue.inputs.size());
  bool hasSeveral = spec.countOutputs() > 1;
  if (inputs == 0 && !hasSeveral)
    return 0;
  int64_t kept = llvm::divideCeil(spec.problem.countOutputBits(), kUnitBits);
  kept += inputs + hasSeveral;
  if (inputs > 0 && spec.problem.rhs.granularity == ScaleGranularity::PerRow)
    kept += kColumnScales;
  if (spec.storesRows() || spec.problem.grouping)
    kept += kPlaces;
  return kept;
}

/// Columns of a row of sums beside which a lane keeps as much: fewer, the more
/// that is.
static int64_t getMostColumns(int64_t kept) {
  constexpr int64_t kFew = 4, kMany = 8;
  constexpr int64_t kWide = 128, kHalf = 64, kQuarter = 32;
  if (kept <= kFew)
    return kWide;
  return kept <= kMany ? kHalf : kQuarter;
}

/// Tiles whose scales products take are of one width, whatever that costs, and
/// a panel of an MN-major rhs is not divided.
static std::optional<BrokenRule> checkKept(const GemmKernelSpec &spec) {
  const lowp::GemmOperand &rhs = spec.problem.rhs;
  int64_t kept = countKept(spec), most = getMostColumns(kept);
  if (rhs.isMNMajor())
    most = std::max(most, spec.getPanelRows(rhs));
  if (spec.takesScales() || kept == 0 || spec.getTileN() <= most)
    return std::nullopt;
  return BrokenRule{
      "at most " + std::to_string(most) +
          " columns, beside whose sums a thread keeps elements of " +
          std::to_string(spec.countOutputs()) + " results and " +
          std::to_string(spec.epilogue.inputs.size()) + " inputs",
      std::to_string(spec.getTileN())};
}

std::optional<BrokenRule>
TensorSumTarget::checkConfig(const GemmKernelSpec &spec) const {
  if (auto broken = checkColumns(spec))
    return broken;
  return checkKept(spec);
}
