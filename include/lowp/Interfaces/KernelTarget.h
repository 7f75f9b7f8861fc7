//===- KernelTarget.h - What a family of chips offers to kernels *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_KERNELTARGET_H
#define LOWP_INTERFACES_KERNELTARGET_H

#include "lowp/Cost/GemmCost.h"
#include "lowp/Interfaces/ChipFacts.h"
#include "lowp/Interfaces/DataLayoutInterface.h"
#include "lowp/Interfaces/RecipeInterface.h"
#include "lowp/Interfaces/ScaleLayoutInterface.h"
#include "lowp/Support/BlockShape.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
struct KernelFrame;
using lowp::ChipFacts;

/// What one matrix instruction family does with given operand types.
struct MmaAtom {
  /// Rows of an accumulator that one warpgroup holds.
  int64_t rows;
  /// Columns are a multiple of this ...
  int64_t columnGranularity;
  /// ... up to this.
  int64_t maxColumns;
  /// Bytes of K that one instruction contracts.
  int64_t bytesOfK;
  /// Bytes of a row of a shared-memory tile, swizzled as wide: of K, or of
  /// the rows of an MN-major operand.
  int64_t rowBytes;
  /// Whether operands may be MN-major.
  bool takesMNMajor;
  /// Whether lanes read the tiles into registers, and not the tensor core by
  /// itself: who releases a stage then waits for what its lanes have read.
  bool readsByLanes = false;
  /// Rows of scales that lie together where the instruction takes the scales of
  /// both operands itself; 0 where they are factors of sums.
  int64_t scaleRows = 0;

  bool takesScales() const { return scaleRows > 0; }
};

/// What an operand of a matmul with scales consists of: the types of data and
/// scales, and the block of rows and K that shares a scale.
struct ScaledFormat {
  Type element;
  Type scale;
  lowp::BlockShape block;
};

/// Where an operand of a matmul with scales, rows x K, lies in memory.
struct OperandLayout {
  /// Its dimensions, from the slowest to the fastest one.
  SmallVector<int64_t, 2> order;
  lowp::DataLayoutAttrInterface data;
  lowp::ScaleLayoutAttrInterface scales;
  /// Whether elements of less than 8 bits share bytes.
  bool isPacked = false;
};

/// How registers are divided between the roles of a kernel, per thread.
struct RoleRegisters {
  int64_t load;
  int64_t mma;
};

/// A family of chips that share instructions. Passes ask it by chip name and
/// never name a chip themselves. Targets are added to the lowp_gpu dialect
/// from outside: `LowpGPUDialect::addTarget`.
class KernelTarget {
public:
  virtual ~KernelTarget();

  /// The chips of this family.
  virtual ArrayRef<const ChipFacts *> getChips() const = 0;

  /// The atom that multiplies tiles of these element types, or nothing. Data of
  /// f32 are tiles of tf32.
  virtual std::optional<MmaAtom> getMmaAtom(Type lhs, Type rhs) const = 0;

  /// The atom whose instruction takes the scales of both operands itself, or
  /// nothing where none does: scales are then factors of sums, if they are f32.
  virtual std::optional<MmaAtom>
  getScaledMmaAtom(const ScaledFormat &lhs, const ScaledFormat &rhs) const;

  /// The layout in which kernels read an operand of `element` with scales of
  /// `recipe`, as like `layout` as can be: `layout` itself if they read that.
  virtual OperandLayout getReadLayout(Type element,
                                      lowp::RecipeAttrInterface recipe,
                                      const OperandLayout &layout) const = 0;

  /// What kernels of this family take, for cost models.
  virtual const lowp::GemmCosts &getGemmCosts() const = 0;

  /// Warpgroups that may multiply in a CTA.
  virtual int64_t getMaxWarpgroups() const = 0;

  /// Columns that a warpgroup can promote at a time, whose partial sums and
  /// sums both take registers; with several promotions per stage more scales
  /// take registers, too.
  virtual int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const = 0;

  /// Registers for a kernel with `mmaWarps` warps that multiply and one
  /// warpgroup that loads.
  virtual RoleRegisters getRoleRegisters(int64_t mmaWarps) const = 0;

  /// How the kernel level's types look in LLVM on this target.
  virtual void addTypeConversions(LLVMTypeConverter &converter) const = 0;

  /// Lowering of the operations whose code differs between targets: mma,
  /// mma_wait, promote, read_rows, accumulator, epilogue, store_tile,
  /// drain_stores, exchange, exchange_init, reduce_scatter. `frame` outlives
  /// the patterns.
  virtual void populatePatterns(const LLVMTypeConverter &converter,
                                const KernelFrame &frame,
                                RewritePatternSet &patterns) const = 0;

  /// The facts of `chip`, or null if it is not of this family.
  const ChipFacts *findFacts(StringRef chip) const;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_INTERFACES_KERNELTARGET_H
