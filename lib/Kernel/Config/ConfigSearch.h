//===- ConfigSearch.h - Ways to divide the work of a gemm -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_CONFIGSEARCH_H
#define LOWP_LIB_KERNEL_CONFIG_CONFIGSEARCH_H

#include "CostModel.h"

namespace mlir::lowp_gpu {

/// The sizes of `problem`, with `m` for its M and `assumed` for each other size
/// that is known only at run time.
ProblemSize assumeSizes(const lowp::GemmProblem &problem, int64_t m,
                        int64_t assumed);

/// All ways to divide the work but those that were dropped, as choices of which
/// the rest is open.
SmallVector<ConfigChoices> listDivisions(const GemmKernelSpec &spec,
                                         MLIRContext *context);

/// Whether the config of `spec` may win, by its division of the work. In a
/// survey of 90 problems (docs/Performance.md) the others hardly ever did.
bool isWorthwhile(const GemmKernelSpec &spec, const ProblemSize &size);

/// The config of a division: its stages, unrolling and order of tiles. Null
/// where none is legal. All but unrolling and order hold for any `size`.
ConfigAttr completeConfig(const GemmKernelSpec &spec, ConfigChoices division,
                          const ProblemSize &size, MLIRContext *context);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_CONFIGSEARCH_H
