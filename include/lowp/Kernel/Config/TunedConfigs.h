//===- TunedConfigs.h - Configs from a file of the user's -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of configs is JSON (docs/Tuning.md):
//
//   {"format": "lowp-configs 1", "configs": [{
//     "chip": "sm_90a", "m": [1, 64], "n": 4096, "k": 7168,
//     "lhs": {"type": "f8E4M3FN", "scales": "f32", "block": [1, 128]},
//     "rhs": {"type": "f8E4M3FN", "scales": "f32", "block": [128, 128]},
//     "result": "bf16", "accumulate": false, "fast_accumulation": false,
//     "config": "#lowp_gpu.config<...>"}]}
//
// lowp has no such file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_CONFIG_TUNEDCONFIGS_H
#define LOWP_KERNEL_CONFIG_TUNEDCONFIGS_H

#include "lowp/Kernel/Config/ProblemKey.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::lowp_gpu {

/// One entry of a file: the config for a problem and some M.
struct TunedConfig {
  ProblemKey key;
  /// Both included.
  int64_t leastM;
  int64_t mostM;
  ConfigAttr config;
  /// The place of the entry in the file, from 1.
  size_t number;
};

/// The content of one file.
class TunedConfigs {
public:
  /// Reads the file at `path`. What is wrong with it is a diagnostic that names
  /// file and entry. Whether a config suits its problem is not looked at.
  static FailureOr<TunedConfigs>
  read(StringRef path, MLIRContext *context,
       function_ref<InFlightDiagnostic()> emitError);

  /// The entry for a problem with M = `m`, or null.
  const TunedConfig *find(const ProblemKey &key, int64_t m) const;

  /// The entries for a problem with any M.
  SmallVector<const TunedConfig *> findAll(const ProblemKey &key) const;

  /// How diagnostics call `entry`.
  std::string describe(const TunedConfig &entry) const;

  StringRef getPath() const { return path; }

private:
  std::string path;
  SmallVector<TunedConfig> entries;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_TUNEDCONFIGS_H
