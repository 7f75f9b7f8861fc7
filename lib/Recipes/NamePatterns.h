//===- NamePatterns.h - Operations chosen by name ------------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_NAMEPATTERNS_H
#define LOWP_LIB_RECIPES_NAMEPATTERNS_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace mlir::lowp_gpu {

/// What an operation is called: its attribute `lowp.name`, the names of its
/// location, and where it was written ("model.mlir:12:10").
SmallVector<std::string> getNames(Operation *op);

/// A list of patterns with `*`, `?` and `[...]`, of which any may match.
class NamePatterns {
public:
  /// Reads "layers.*.wq,head". What is no pattern is an error of `emitError`.
  static FailureOr<NamePatterns>
  parse(StringRef text, StringRef option,
        function_ref<InFlightDiagnostic()> emitError);

  bool empty() const { return patterns.empty(); }
  /// Whether a pattern matches a name of `op`. Remembers which do.
  bool match(Operation *op);
  /// The patterns that have matched nothing yet.
  std::vector<std::string> listUnused() const;

private:
  struct Pattern {
    std::string text;
    llvm::GlobPattern glob;
    bool isUsed = false;
  };
  std::vector<Pattern> patterns;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_NAMEPATTERNS_H
