//===- AsmLocations.h - Where inline assembly came from ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_ASMLOCATIONS_H
#define LOWP_LIB_TARGET_ASMLOCATIONS_H

#include "mlir/IR/Location.h"

#include <optional>
#include <vector>

namespace llvm {
class DiagnosticInfo;
class Module;
} // namespace llvm

namespace mlir {
class Operation;
namespace lowp {

/// Remembers which operation each piece of inline assembly of an LLVM module
/// came from, so that complaints about it can be reported there.
class AsmLocations {
public:
  /// `module` is the fresh translation of `root`: pieces of assembly are
  /// numbered through, in an attribute (srcloc) that survives optimization.
  AsmLocations(Operation *root, llvm::Module &module);

  /// The operation's place, if `info` is about inline assembly.
  std::optional<Location> lookup(const llvm::DiagnosticInfo &info) const;

private:
  std::vector<Location> locations;
};

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_TARGET_ASMLOCATIONS_H
