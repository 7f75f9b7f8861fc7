//===- Traffic.h - Bytes that a function moves ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TRAFFIC_TRAFFIC_H
#define LOWP_TRAFFIC_TRAFFIC_H

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Graph/Analysis/SizeFormula.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace mlir::lowp {

/// What runs in one launch. A copy computes nothing: it moves elements.
enum class LaunchKind { Gemm, Fusion, Generic, Copy, External };

StringRef stringify(LaunchKind kind);

/// A buffer that a launch reads or writes, once.
struct BufferTraffic {
  /// "argument0", "constant", or "workspace0"; "workspace" where it may be one
  /// of several.
  std::string buffer;
  Type type;
  SizeFormula bytes;
};

struct LaunchTraffic {
  LaunchTraffic(LaunchKind kind, StringRef name, Location loc)
      : kind(kind), name(name), loc(loc) {}

  LaunchKind kind;
  /// The fusion's, else that of the operation.
  std::string name;
  Location loc;
  std::vector<BufferTraffic> reads, writes;
  /// How often loops around it run it.
  SizeFormula times = 1;
  /// The time of one run, by the cost models, where these know it.
  std::optional<double> microseconds;
  /// Whether that is more than twice what its bytes take, in a launch without a
  /// matmul.
  bool isSlow = false;
  /// Products and sums of one run of a gemm of known sizes.
  std::optional<double> flops;

  SizeFormula countReads() const;
  SizeFormula countWrites() const;
};

/// As `lowp-split-stages` says it.
struct StageSignature {
  SmallVector<int64_t> reads, writes;
  SmallVector<RankedTensorType> types;
};

struct FunctionTraffic {
  explicit FunctionTraffic(Location loc) : loc(loc) {}

  std::string name;
  Location loc;
  std::vector<LaunchTraffic> launches;
  /// What the arguments and constants that launches read, and the arguments
  /// that they write, take to be read and written once.
  SizeFormula idealReads, idealWrites;
  /// Bytes of the buffers in between, which share memory with each other and
  /// with results, or do not.
  SizeFormula workspace, workspaceWithoutReuse;
  /// What arguments and results are, where a divided function has this stage.
  std::optional<StageSignature> stage;

  SizeFormula countLaunches() const;
  SizeFormula countBytes() const;
  SizeFormula countIdeal() const { return idealReads + idealWrites; }
  /// Bytes per ideal byte, where both are known.
  std::optional<double> getRatio() const;
};

/// Traffic of `func`, whose operations are on buffers and have not become
/// kernels yet, and the times that its launches will take on `chip`, if there
/// is one. Rewrites `func` on the way: to be called on a copy.
FunctionTraffic analyzeTraffic(func::FuncOp func,
                               const std::optional<lowp_gpu::ChipTarget> &chip);

/// Writes a table, or JSON if `path` ends in .json; "-" is standard output.
/// `input` is the file of the program.
llvm::Error writeTraffic(ArrayRef<FunctionTraffic> functions, StringRef input,
                         StringRef path);

/// With one digit after the point; "?" where nobody knows.
std::string formatMicroseconds(std::optional<double> microseconds);

/// "file:line:column", or "-" where nobody knows.
std::string describePlace(Location loc);

} // namespace mlir::lowp

#endif // LOWP_TRAFFIC_TRAFFIC_H
