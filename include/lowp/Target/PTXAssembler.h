//===- PTXAssembler.h - Running ptxas ---------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_PTXASSEMBLER_H
#define LOWP_TARGET_PTXASSEMBLER_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// Environment variable that names a ptxas.
inline constexpr llvm::StringLiteral kPTXASVariable = "LOWP_PTXAS";

/// Environment variable for the longest time that one run of ptxas may take, in
/// seconds; 600 without it.
inline constexpr llvm::StringLiteral kPTXASSecondsVariable =
    "LOWP_PTXAS_SECONDS";

/// Where ptxas is: `path` if not empty, else the environment variable
/// LOWP_PTXAS (set but empty means: none), else PATH. No path is compiled in:
/// what runs is what the user has. Nothing when there is none. Fails with a
/// diagnostic when `path` or the variable names something that cannot be run:
/// that is a mistake to mend, not to work around.
FailureOr<std::optional<std::string>>
findPTXAS(llvm::StringRef path,
          llvm::function_ref<InFlightDiagnostic()> emitError);

/// The outcome of a run of ptxas.
struct Assembly {
  /// Machine code; empty when ptxas refuses the PTX.
  std::string cubin;
  /// What ptxas said; see parsePTXASOutput.
  std::string output;
};

/// How many kernels ptxas is given at once. Several are assembled side by side
/// where ptxas knows how to; the code is the same.
enum class KernelCount { One, Any };

/// Assembles `ptx` for `chip`, in any thread. What ptxas dislikes about the PTX
/// is in the output; an error means that it could not run at all.
llvm::Expected<Assembly> runPTXAS(llvm::StringRef ptxas, llvm::StringRef ptx,
                                  llvm::StringRef chip, KernelCount count);

} // namespace mlir::lowp

#endif // LOWP_TARGET_PTXASSEMBLER_H
