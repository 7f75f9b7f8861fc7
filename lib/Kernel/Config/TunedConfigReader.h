//===- TunedConfigReader.h - Reads an entry of a config file ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_TUNEDCONFIGREADER_H
#define LOWP_LIB_KERNEL_CONFIG_TUNEDCONFIGREADER_H

#include "lowp/Kernel/Config/TunedConfigs.h"

namespace mlir::lowp_gpu {

/// Reads one entry, called `place` in diagnostics; its number is left at 0.
FailureOr<TunedConfig>
readTunedConfig(const llvm::json::Value &value, MLIRContext *context,
                StringRef place, function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_TUNEDCONFIGREADER_H
