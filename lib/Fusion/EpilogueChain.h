//===- EpilogueChain.h - Elementwise readers of a gemm ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_EPILOGUECHAIN_H
#define LOWP_LIB_FUSION_EPILOGUECHAIN_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Graph/Analysis/MappedTensor.h"

namespace mlir::lowp {

/// Whether `op` runs in a fusion, where it costs no launch of its own.
bool runsInFusion(Operation *op);

/// What an operation of an epilogue reads as one of its inputs: a value of the
/// chain by its number, or a tensor from outside.
struct EpilogueInput {
  std::optional<unsigned> number;
  /// Indexed by (batch,) m and n.
  MappedTensor tensor = {};
};

/// An elementwise operation that an epilogue computes.
struct EpilogueStep {
  linalg::LinalgOp op;
  SmallVector<EpilogueInput> inputs;
};

/// The operations that read what a gemm computes, one after the other. Values
/// are counted from the gemm's result, 0, which is what operation 0 reads;
/// operation i computes value i + 1.
class EpilogueChain {
public:
  explicit EpilogueChain(GemmOp gemm);

  /// Takes as many operations as an epilogue should compute.
  void grow();
  /// Takes operations back that a kernel of their own is predicted to compute
  /// sooner on `chip` than the gemm does. All stay where a size is unknown.
  void shorten(const lowp_gpu::ChipTarget &chip);

  GemmOp getGemm() const { return gemm; }
  ArrayRef<EpilogueStep> getSteps() const { return steps; }
  /// Value `number` as (batch,) m and n index it.
  const MappedTensor &getValue(unsigned number) const { return values[number]; }
  const MappedTensor &getEnd() const { return values.back(); }
  /// The value before the last that others read, too, if there is one.
  std::optional<unsigned> findSharedValue() const;
  /// The operation after which all is computed that the epilogue reads; null
  /// where it comes from other blocks.
  Operation *findLastSource() const;
  /// The operations that read `value`, or a view of it, and are no steps.
  SmallVector<Operation *> getOtherReaders(Value value) const;

private:
  /// What reads a value, as the operand with index `operand`, through views.
  struct Reader {
    OpOperand *operand;
    /// What it reads: the value or a view.
    MappedTensor tensor;
  };

  bool addOnlyReader();
  bool addOneOfReaders();
  bool add(const Reader &reader);
  void shrink(size_t least);
  std::optional<SmallVector<Reader>>
  getReaders(const MappedTensor &value) const;
  bool isOfChain(Value tensor) const;
  std::optional<EpilogueStep> match(linalg::LinalgOp op,
                                    const Reader &reader) const;
  std::optional<EpilogueInput> matchInput(linalg::LinalgOp op,
                                          OpOperand &operand,
                                          ArrayRef<AffineExpr> loops) const;

  /// Whether the end is written, whoever computes it: no fusion is its only
  /// reader.
  bool isWritten() const;
  bool pays() const;
  bool savesBytes() const;
  bool paysBeside(unsigned shared) const;
  bool mayFollowSources(unsigned shared) const;
  bool shareKernel(Operation *reader) const;
  unsigned countBits(Value tensor) const;

  std::optional<double> predictGemm(const lowp_gpu::ChipTarget &chip) const;
  double predictRest(size_t first, const lowp_gpu::ChipTarget &chip) const;

  GemmOp gemm;
  SmallVector<EpilogueStep> steps;
  SmallVector<MappedTensor> values;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_EPILOGUECHAIN_H
