//===- RankingFile.h - Writes the ranking of configs ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_RANKINGFILE_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_RANKINGFILE_H

#include "lowp/Kernel/Config/KernelConfig.h"
#include "llvm/Support/JSON.h"

namespace mlir::lowp_gpu {

/// What the cost model says of the gemms of a module, for programs that search.
class RankingFile {
public:
  /// `variants`: the configs of each gemm whose variants are listed; -1: all.
  explicit RankingFile(int64_t variants) : variants(variants) {}

  /// Adds a gemm that is to have `choice` for all M from `leastM` to `mostM`.
  void add(const GemmKernelSpec &spec, int64_t leastM, int64_t mostM,
           ArrayRef<ConfigCost> ranked, ConfigAttr choice);

  /// Writes JSON of the module at `loc` to `path`, which appears complete or
  /// not at all.
  LogicalResult write(StringRef path, Location loc);

private:
  int64_t variants;
  llvm::json::Array gemms;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_RANKINGFILE_H
