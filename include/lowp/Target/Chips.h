//===- Chips.h - What PTX a chip takes --------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_CHIPS_H
#define LOWP_TARGET_CHIPS_H

#include "lowp/Interfaces/ChipFacts.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp {

/// A chip together with the PTX version to write for it.
struct PTXTarget {
  const ChipFacts *chip;
  unsigned ptxVersion;

  /// What code is made for, as LLVM and ptxas call it: the family of the chip,
  /// "sm_120f", or where it has none, or the PTX version none, "sm_120a".
  std::string getName() const;
  /// The number in that name.
  unsigned getArchitecture() const;
  /// The features as LLVM takes them: "+ptx88".
  std::string getFeatures() const;
};

/// The target that a user means by `chip` and `ptxVersion` (0: the chip's
/// default). Fails with a diagnostic for a chip that `context` does not know
/// and for a version that is too low for the chip or unknown to LLVM.
FailureOr<PTXTarget>
resolvePTXTarget(MLIRContext *context, llvm::StringRef chip,
                 unsigned ptxVersion,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

/// Checks that each operation below `root` that names the chips it runs on can
/// run on `chip`; emits an error at the first one that cannot.
LogicalResult verifyRunsOn(Operation *root, const ChipFacts &chip);

} // namespace mlir::lowp

#endif // LOWP_TARGET_CHIPS_H
