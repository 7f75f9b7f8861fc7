//===- KernelConfig.h - Chooses and checks a kernel config ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_CONFIG_KERNELCONFIG_H
#define LOWP_KERNEL_CONFIG_KERNELCONFIG_H

#include "lowp/Kernel/Gemm/GemmKernel.h"

namespace mlir::lowp_gpu {

/// Bytes of shared memory that the kernel of `spec` takes.
int64_t estimateSharedBytes(const GemmKernelSpec &spec);

/// Checks `spec.config` against the problem, the atom and the chip's facts;
/// what does not fit is a diagnostic on `op`. `origin` says there where the
/// config is from, if not from the IR.
LogicalResult verifyConfig(Operation *op, const GemmKernelSpec &spec,
                           StringRef origin = {});

/// The same without a diagnostic.
bool isLegalConfig(const GemmKernelSpec &spec);

/// The configs of `attribute`, a config or a table.
SmallVector<ConfigAttr> listConfigs(Attribute attribute);

/// Analyzes `gemm` and checks the config that it has, or each config of its
/// table; returns its kernels in their order there. A table is for a gemm whose
/// M is dynamic.
FailureOr<SmallVector<GemmKernelSpec, 0>> analyzeGemmKernels(lowp::GemmOp gemm);

/// What the cost model says of one config.
struct ConfigCost {
  ConfigAttr config;
  /// Predicted clock cycles.
  double cycles;
};

/// The legal configs for `spec` (whose config is ignored), cheapest first.
/// `expectedM` stands for a dynamic M, `assumed` for other dynamic sizes; both
/// are the same unless said.
SmallVector<ConfigCost>
rankConfigs(const GemmKernelSpec &spec, MLIRContext *context, int64_t expectedM,
            std::optional<int64_t> assumed = std::nullopt);

/// Legal configs that differ from `config` in one choice that `rankConfigs` has
/// a fixed rule for: order of tiles, epilogue stages and with them stages,
/// unrolling, direction of the cluster.
SmallVector<ConfigAttr> listConfigVariants(const GemmKernelSpec &spec,
                                           ConfigAttr config);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_KERNELCONFIG_H
