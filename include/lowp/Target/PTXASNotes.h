//===- PTXASNotes.h - What ptxas says, as data ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_PTXASNOTES_H
#define LOWP_TARGET_PTXASNOTES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::lowp {

/// What ptxas reports of one kernel under `-v`.
struct PTXASKernel {
  std::string name;
  /// Registers per thread at entry; setmaxnreg may move them later.
  unsigned registers = 0;
  /// Bytes of register spills, those of called functions included.
  unsigned spillStores = 0;
  unsigned spillLoads = 0;
  /// Bytes of static shared memory; dynamic shared memory comes on top.
  unsigned staticSharedBytes = 0;

  bool spills() const { return spillStores != 0 || spillLoads != 0; }
};

/// A numbered note or a warning.
struct PTXASNote {
  /// For example "C7514"; empty for a warning without number.
  std::string code;
  std::string message;
  /// The function the note speaks of; empty when ptxas does not say.
  std::string function;
  /// The line of PTX the note speaks of, from 1; 0 when ptxas does not say.
  unsigned line = 0;

  /// Whether the note means that a matmul kernel lost much of its speed:
  /// setmaxnreg ignored (C7507, C7508), wgmma serialized (C7510, C7514, C7515),
  /// waits or fences injected (C7517, C7519).
  bool isCostly() const;

  /// Whether that is for want of registers: setmaxnreg ignored, or wgmma
  /// serialized by C7510.
  bool wantsRegisters() const;
};

/// A reason why ptxas gave up.
struct PTXASError {
  std::string message;
  /// The line of PTX, from 1; 0 when ptxas does not say.
  unsigned line = 0;
};

/// All that ptxas said in one run.
struct PTXASReport {
  std::vector<PTXASKernel> kernels;
  std::vector<PTXASNote> notes;
  std::vector<PTXASError> errors;

  /// The entry of `kernel`, or null.
  const PTXASKernel *lookup(llvm::StringRef kernel) const;
};

/// Reads what `ptxas -v` wrote to its standard error. Lines that are not
/// understood are left out.
PTXASReport parsePTXASOutput(llvm::StringRef output);

} // namespace mlir::lowp

#endif // LOWP_TARGET_PTXASNOTES_H
