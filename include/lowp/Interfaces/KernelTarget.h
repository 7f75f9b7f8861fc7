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
#include "lowp/Interfaces/MmaAtom.h"
#include "lowp/Interfaces/RecipeInterface.h"
#include "lowp/Interfaces/RolePlan.h"
#include "lowp/Interfaces/ScaleLayoutInterface.h"
#include "lowp/Interfaces/TargetChoices.h"
#include "lowp/Support/BlockShape.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
struct GemmKernelSpec;
struct KernelFrame;
using lowp::ChipFacts;

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

/// One rule that a config breaks, in the words of a diagnostic.
struct BrokenRule {
  std::string expected;
  std::string got;
};

/// A family of chips that share instructions. Passes ask it by chip name and
/// never name a chip themselves. Targets are added to the lowp_gpu dialect
/// from outside: `LowpGPUDialect::addTarget`.
class KernelTarget {
public:
  virtual ~KernelTarget();

  /// The chips of this family.
  virtual ArrayRef<const ChipFacts *> getChips() const = 0;

  /// The parts with these chips; the first of a chip stands for it where nobody
  /// says which.
  virtual ArrayRef<lowp::PartFacts> getParts() const = 0;

  /// The atom that multiplies tiles of these element types, or null. Data of
  /// f32 are tiles of tf32. It lives as long as the target.
  virtual const MmaAtom *getMmaAtom(Type lhs, Type rhs) const = 0;

  /// The atom whose instruction takes the scales of both operands itself, or
  /// null where none does: scales are then factors of sums, if they are f32.
  virtual const MmaAtom *getScaledMmaAtom(const ScaledFormat &lhs,
                                          const ScaledFormat &rhs) const;

  /// The layout in which kernels read an operand of `element` with scales of
  /// `recipe`, as like `layout` as can be: `layout` itself if they read that.
  virtual OperandLayout getReadLayout(Type element,
                                      lowp::RecipeAttrInterface recipe,
                                      const OperandLayout &layout) const = 0;

  /// What kernels of this family take, for cost models.
  virtual const lowp::GemmCosts &getGemmCosts() const = 0;

  /// Warpgroups that the tile of a CTA may be divided between.
  virtual int64_t getMaxWarpgroups() const = 0;

  /// Columns that a warpgroup can promote at a time, whose partial sums and
  /// sums both take registers; with several promotions per stage more scales
  /// take registers, too. 0 where none are promoted.
  virtual int64_t getMaxPromotedColumns(bool hasSeveralPromotions) const;

  /// The roles of a kernel that does so much, in the order in which it has
  /// them. Each task is in one of them.
  virtual SmallVector<RolePlan> planRoles(const RoleNeeds &needs) const = 0;

  /// The rule that the config of `spec` breaks, beside those of all targets, or
  /// nothing.
  virtual std::optional<BrokenRule>
  checkConfig(const GemmKernelSpec &spec) const = 0;

  // Words of configs that are the target's own. Without them, kernels are all
  // as TargetChoices says.

  /// Why `words`, null for none, are not among the target's; otherwise nothing.
  virtual std::optional<BrokenRule> checkWords(DictionaryAttr words) const;

  /// What `words` say, those that the target does not know being nothing.
  virtual TargetChoices readChoices(DictionaryAttr words) const;

  /// The words that say `choices`, null for none.
  virtual DictionaryAttr writeChoices(MLIRContext *context,
                                      const TargetChoices &choices) const;

  /// Ways to divide and to store a tile, all of which are tried with each tile.
  virtual SmallVector<TargetChoices> listDivisions() const;

  /// What else the config of `spec`, which has such a division, may say for a
  /// problem of `size`: the first for which there is room.
  virtual SmallVector<ChoiceWish>
  completeChoices(const GemmKernelSpec &spec, const lowp::GemmSize &size) const;

  /// Choices beside those of the config of `spec`, which measurements may find
  /// better.
  virtual SmallVector<ChoiceVariant>
  listVariants(const GemmKernelSpec &spec) const;

  /// Registers of a thread of `kernel`, an operation of the kernel level, that
  /// the assembler is held to; 0 where it may take all.
  virtual int64_t getMostRegisters(Operation *kernel) const;

  /// How the kernel level's types look in LLVM on this target.
  virtual void addTypeConversions(LLVMTypeConverter &converter) const = 0;

  /// Lowering of the operations whose code differs between targets: mma,
  /// mma_wait, promote, read_rows, accumulator, epilogue, store_tile,
  /// drain_stores, exchange, exchange_init, reduce_scatter, and where sums lie
  /// in tensor memory mma_into, read_sums and barrier_arrive by products.
  /// `frame` outlives the patterns.
  virtual void populatePatterns(const LLVMTypeConverter &converter,
                                const KernelFrame &frame,
                                RewritePatternSet &patterns) const = 0;

  /// The facts of `chip`, or null if it is not of this family.
  const ChipFacts *findFacts(StringRef chip) const;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_INTERFACES_KERNELTARGET_H
