//===- FormGemms.cpp - Matmuls that the chip multiplies: gemms ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmContraction.h"
#include "LowpMatmuls.h"

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Kernel/Config/ConfigTable.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_FORMGEMMSPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Says that `op` will be a kernel without tensor cores.
static void reportGeneric(linalg::LinalgOp op, StringRef reason) {
  remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("generic-matmul").category("lowp-form-gemms"))
      << remark::add("runs without tensor cores, up to 200 times slower: {0}",
                     reason);
}

/// A generic kernel takes a millisecond or so for these.
constexpr static double kWarnedFlops = 2e9;

/// Additions and multiplications of `op`, where sizes that only the run time
/// knows are `kAssumedSize`.
static double countFlops(linalg::LinalgOp op) {
  double flops = 2;
  for (int64_t size : op.getStaticLoopRanges())
    flops *=
        static_cast<double>(ShapedType::isDynamic(size) ? kAssumedSize : size);
  return flops;
}

/// The same for a matmul, which is told without being asked where it takes a
/// while.
static void reportMatmul(linalg::LinalgOp op, StringRef reason) {
  reportGeneric(op, reason);
  double flops = countFlops(op);
  if (flops < kWarnedFlops)
    return;
  bool isAssumed =
      llvm::is_contained(op.getStaticLoopRanges(), ShapedType::kDynamic);
  InFlightDiagnostic warning = op.emitWarning();
  warning << "matmul of " << llvm::formatv("{0:F1}", flops / 1e9).str()
          << " GFLOP ";
  if (isAssumed)
    warning << "(unknown sizes taken as " << kAssumedSize << ") ";
  warning << "runs without tensor cores, up to 200 times slower: " << reason;
}

/// Whether `op` sums up over a loop while no input has all other loops: more
/// arithmetic than elements, as in a matmul.
static bool isContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() < 2)
    return false;
  return llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return llvm::all_of(llvm::seq(op.getNumLoops()), [&](unsigned loop) {
      return map.isFunctionOfDim(loop);
    });
  });
}

namespace {
struct FormGemms : public lowp_gpu::impl::FormGemmsPassBase<FormGemms> {
  void runOnOperation() override {
    if (failed(formGemmsOfLowp(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> contractions;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (isSumOfProducts(op) || isSumOfRoundedProducts(op))
        contractions.push_back(op);
      else if (isContraction(op))
        reportGeneric(op, "expected a sum of products of elements, got a "
                          "function of them; keep it in an operation of its "
                          "own");
    });
    if (contractions.empty())
      return;
    std::optional<ChipTarget> chip = lookupChipTarget(getOperation());
    SmallOperands small;
    for (linalg::LinalgOp op : contractions) {
      if (!chip) {
        reportMatmul(op, "lowp has no matmul kernels for this chip");
        continue;
      }
      GemmContraction contraction(op, small);
      if (auto reason = contraction.analyze(*chip->target))
        reportMatmul(op, *reason);
      else
        contraction.replace();
    }
  }
};
} // namespace
