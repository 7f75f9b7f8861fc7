//===- GemmKernel.h - Builds the kernel level of one gemm -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_GEMMKERNEL_H
#define LOWP_KERNEL_GEMM_GEMMKERNEL_H

#include "lowp/Kernel/Gemm/GemmKernelSpec.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::lowp_gpu {

/// What TMA demands of base addresses and row pitches, and copies at least, in
/// bytes.
inline constexpr int64_t kCopyAlignment = 16;

/// What a kernel argument stands for. Which of them a kernel has, and of which
/// types, says `describeKernelArguments`.
enum class KernelArgument {
  Lhs,
  Rhs,
  /// Several are told apart by `index`.
  Output,
  /// The buffer of an output whose tiles may end at any row.
  OutputRows,
  LhsScales,
  RhsScales,
  /// The scale of a whole operand beside those of its blocks.
  LhsGlobalScale,
  RhsGlobalScale,
  /// Rows to compute: M, or `BatchM` for each matrix of a batch. With groups M,
  /// where the last one ends at most.
  M,
  N,
  K,
  /// Rows of the M tile of each warpgroup; only of kernels whose tiles may have
  /// fewer rows than the config's.
  TileM,
  /// M rounded up to whole tiles; only of kernels for a batch, which walk its
  /// matrices as if they were one below the other.
  BatchM,
  /// Ends of groups or counts, and how many there are.
  Groups,
  GroupCount,
  /// What the epilogue reads besides sums; several are told apart by `index`.
  EpilogueInput
};

/// One argument of a kernel.
struct KernelArgumentInfo {
  KernelArgument argument;
  /// What matmul libraries call it.
  StringLiteral name;
  Type type;
  unsigned index = 0;
};

/// The dimensions of a buffer of scales that are one to a kernel, which
/// addresses scales of tiles of a batch as if its matrices were one below the
/// other, and others as vectors. Empty where the buffer stays as it is.
SmallVector<ReassociationIndices>
getScaleGroups(const lowp::GemmOperand &operand);

/// Whether `operand` has a scale beside those of its blocks.
bool hasGlobalScale(const lowp::GemmOperand &operand);

/// The elements of tiles of an operand whose data are of `stored`: of f32,
/// tf32, what tensor cores multiply.
Type getTileElement(Type stored);

/// Bits that an element of `type` takes in tiles that `atom` reads.
int64_t getTileBits(const MmaAtom &atom, Type type);

/// Elements of a row that make up what TMA addresses: 16 bytes.
int64_t getCopyAlignment(Type elementType);

/// The format of `operand`, which has scales.
ScaledFormat getFormat(const lowp::GemmOperand &operand);

/// The atom by which `chip` multiplies the operands of `problem`: one that
/// takes their scales itself, if there is one. Null if it multiplies no such
/// elements.
const MmaAtom *findAtom(const lowp::GemmProblem &problem,
                        const ChipTarget &chip);

/// Whether somebody multiplies the scales of `problem`: where sums of `atom`
/// lie in tensor memory, those of groups of K are not promoted.
bool isLegalScaleUse(const MmaAtom &atom, const lowp::GemmProblem &problem);

/// Whether the scales of groups of rows lie where products by `atom` read them:
/// where one lane takes atoms as they lie, each group begins with one.
bool isLegalGroupOfRows(const MmaAtom &atom, const lowp::GemmProblem &problem);

/// Whether copies for `atom` can spread elements of `type`, if they do, of a K
/// of so many: they take whole groups of them.
bool isLegalSpread(const MmaAtom &atom, Type type, int64_t k);

/// Whether products by `atom` can end where the scales of `operand` do, if they
/// change along K.
bool isLegalScaleK(const MmaAtom &atom, const lowp::GemmOperand &operand);

/// Whether columns of `atom` begin where the scales of tiles of `operand`, the
/// rhs, do.
bool isLegalScaleRows(const MmaAtom &atom, const lowp::GemmOperand &operand);

/// Whether main loops are written for the scales of both operands, which have
/// some.
bool isLegalPairing(const lowp::GemmProblem &problem);

/// Whether scales of columns, where there are any, lie as kernels copy them.
bool hasLegalColumns(const lowp::GemmProblem &problem);

/// Whether TMA can address scales of rows: those of each matrix of a batch
/// begin at a multiple of 16 bytes.
bool hasLegalRowScales(const lowp::GemmProblem &problem);

/// Whether `operand` is one that the epilogue of a gemm reads.
bool isEpilogueInput(OpOperand &operand);

/// Whether threads can store rows of a result of `shape` that begin anywhere,
/// those of a matrix lying in dimension `rowDim`: strides must be static but
/// for that of rows of a single matrix.
bool canStoreRows(ArrayRef<int64_t> shape, unsigned rowDim);

/// Collects what a kernel for `gemm` depends on. Everything that no kernel of
/// the chip can do is a diagnostic on `gemm`: data that are not K-major, scale
/// layouts, element types, sizes that TMA cannot address.
FailureOr<GemmKernelSpec> analyzeGemmKernel(lowp::GemmOp gemm,
                                            ConfigAttr config);

/// The tensor map by which a warpgroup stores a subtile of `output`: the widest
/// swizzled rows that divide an N subtile.
TensorMapType getOutputMap(const GemmKernelSpec &spec, unsigned output);

/// The subtile as it lies in shared memory.
TileType getOutputSubtile(const GemmKernelSpec &spec, unsigned output);

/// Such subtiles of a warpgroup's share of a tile: of the output that has the
/// most.
int64_t countStoreSubtiles(const GemmKernelSpec &spec);

/// Places into which stores of N subtiles divide what is staged: they take
/// turns, so that copies of others may be under way.
int64_t countStagedPlaces(const GemmKernelSpec &spec);

/// Bytes of shared memory in which a warpgroup stages subtiles of all outputs.
int64_t countStagedBytes(const GemmKernelSpec &spec);

/// The arguments of the kernel for `spec`, in their order.
SmallVector<KernelArgumentInfo>
describeKernelArguments(const GemmKernelSpec &spec, MLIRContext *context);

/// Builds the kernel called `name` at the builder's insertion point.
KernelOp buildGemmKernel(OpBuilder &builder, Location loc, StringRef name,
                         const GemmKernelSpec &spec);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_GEMMKERNEL_H
