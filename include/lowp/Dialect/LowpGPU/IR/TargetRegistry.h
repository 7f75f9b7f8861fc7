//===- TargetRegistry.h - Finds the target of a chip ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_TARGETREGISTRY_H
#define LOWP_DIALECT_LOWPGPU_IR_TARGETREGISTRY_H

#include "lowp/Cost/PartModel.h"
#include "lowp/Interfaces/KernelTarget.h"
#include "mlir/IR/Operation.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::lowp_gpu {

/// A chip together with its family, the part that cost models think of, and
/// what kernels for it must keep to.
struct ChipTarget {
  const KernelTarget *target = nullptr;
  const ChipFacts *facts = nullptr;
  std::shared_ptr<const lowp::PartModel> part;
  /// Whether all kernels add up an element in the same order, so that its bits
  /// do not tell which of them ran.
  bool batchInvariant = false;

  /// Lets cost models think of the part that `attribute` says, that of a module
  /// (PartAttr.h). One with another chip is an error.
  LogicalResult setPart(Attribute attribute,
                        function_ref<InFlightDiagnostic()> emitError);
};

/// The chip called `name`, with its usual part; nothing if no target of the
/// context knows it.
std::optional<ChipTarget> lookupChipTarget(MLIRContext *context,
                                           StringRef name);

/// The chip that `op` is compiled for, as `findChipTarget` finds it, with its
/// usual part; nothing if none is said or no target knows it.
std::optional<ChipTarget> lookupChipTarget(Operation *op);

/// The facts of the chip called `name`, or null if the context knows none: one
/// of a target, or one that has fusions alone.
const ChipFacts *lookupChip(MLIRContext *context, StringRef name);

/// The parts that cost models of the context may think of.
const lowp::PartTable &getParts(MLIRContext *context);

/// The names of all chips of the context, by their numbers: "sm_90a, sm_100a".
std::string listChips(MLIRContext *context);

/// The names of all chips that the context has targets for: "sm_90a sm_90b".
std::string listChipTargets(MLIRContext *context);

/// The chip that `op` is compiled for: that of the kernel around it, otherwise
/// the `lowp_gpu.chip` attribute of a module around it. The part is that of the
/// attribute `lowp_gpu.part` beside it, otherwise the chip's usual one. The
/// attribute `lowp_gpu.batch_invariant` beside them counts as well. A missing
/// or unknown chip, and a part that has another, is a diagnostic on `op` that
/// lists the known ones.
FailureOr<ChipTarget> findChipTarget(Operation *op);

class KernelOp;

/// What the config of `kernel` says in words of its target's own. A missing or
/// unknown chip is a diagnostic as of `findChipTarget`.
FailureOr<TargetChoices> findTargetChoices(KernelOp kernel);

/// Adds a target to the lowp_gpu dialect of every context made from
/// `registry`.
template <typename TargetT>
void registerTarget(DialectRegistry &registry);

} // namespace mlir::lowp_gpu

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"

template <typename TargetT>
void mlir::lowp_gpu::registerTarget(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, LowpGPUDialect *dialect) {
    dialect->addTarget(std::make_unique<TargetT>());
  });
}

#endif // LOWP_DIALECT_LOWPGPU_IR_TARGETREGISTRY_H
