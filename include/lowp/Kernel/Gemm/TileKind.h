//===- TileKind.h - Which tiles a matmul consists of ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_TILEKIND_H
#define LOWP_KERNEL_GEMM_TILEKIND_H

#include "lowp/Kernel/Gemm/KernelParts.h"

namespace mlir::lowp_gpu {

/// What the host knows of the rows of tiles, all i32.
struct HostRows {
  /// Rows of a matrix, or of all groups, and how many matrices or groups.
  Value m, matrices;
  /// Rows that kernels without groups of rows walk, and rows of a cluster.
  Value rows, clusterRows;
  /// Rows of a tile of the config.
  int64_t tileM;
};

/// A kind of problems that one tile scheduler walks: a matrix, a batch of them,
/// groups of rows, matrices of which some rows count, or a matrix for each
/// group of K. The scheduler counts rows and columns; a kind says how many rows
/// there are, which matrix and row of it a row of the scheduler stands for, and
/// which part of K a tile sums up.
class TileKind {
public:
  virtual ~TileKind();

  /// Adds the arguments that only kernels of this kind have.
  virtual void
  describeArguments(const GemmKernelSpec &spec, MLIRContext *context,
                    SmallVectorImpl<KernelArgumentInfo> &arguments) const = 0;
  /// Builds what all roles share of the problem, and the rows that the
  /// scheduler walks.
  virtual Value buildRows(ImplicitLocOpBuilder &builder,
                          KernelParts &parts) const = 0;
  /// Where `tile` begins.
  virtual TilePlace locate(ImplicitLocOpBuilder &builder,
                           const KernelParts &parts,
                           ForEachTileOp tile) const = 0;
  /// Rows of clusters of tiles: as many or, where only the kernel knows, a
  /// bound.
  virtual Value countTileRows(ImplicitLocOpBuilder &builder,
                              const HostRows &host) const = 0;
};

/// The kind of `problem`.
const TileKind &getTileKind(const lowp::GemmProblem &problem);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_TILEKIND_H
