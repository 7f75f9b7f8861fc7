//===- DimUnion.h - Dimensions that ops iterate together --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_DIMUNION_H
#define LOWP_LIB_FUSION_DIMUNION_H

#include "lowp/Fusion/IterationSpace.h"
#include "lowp/Graph/Analysis/DigitClasses.h"

namespace mlir::lowp {

/// Numbers the dimensions of tensors, joins and divides them.
class DimUnion {
public:
  /// One of `ops`, which are added one by one.
  explicit DimUnion(ArrayRef<Operation *> ops);

  /// Joins what `op` iterates together; false with a reason if it cannot say.
  bool addOp(Operation *op, Reason why);

  /// Numbers the digits in the order of the largest value.
  bool finish(IterationSpace &space, Reason why);

private:
  /// The nodes of the dimensions of `value`.
  ArrayRef<unsigned> getNodes(Value value);
  unsigned addNode(int64_t size);
  void join(unsigned first, unsigned second) {
    pairs.emplace_back(first, second);
  }
  bool addLinalg(linalg::LinalgOp op);
  bool addConcat(tensor::ConcatOp op, Reason why);
  void addChoice(tensor::ConcatOp op);
  /// Lets what `op` reads and writes of `concat` have the dimensions of a part.
  bool addReaderOfParts(Operation *op, tensor::ConcatOp concat, Reason why);
  /// Lets the scales of `op`, which it is given, have those of a part, where
  /// there is one for each index along `dim`.
  void addScalesOfParts(QuantizeOp op, unsigned dim);
  /// Elements of a part of `part` along dimension `dim`, dynamic for all: a
  /// concat has the dimensions of its parts.
  int64_t getPartSize(Value part, unsigned dim);
  void addData(Value data, Value scaled);
  void addStorage(Value data, ScaledType type);
  void addFactor(Value factor, Value matrix);
  void addNumbers(ComputeGlobalScaleOp op);
  void addScales(ValueRange scales, Value matrix, BlockShape block);
  bool addReshape(Value expanded, Value collapsed,
                  ArrayRef<ReassociationIndices> groups, Reason why);
  bool joinNodes(DigitClasses &classes, Reason why) const;
  bool joinsLoops(const DigitClasses &classes) const;
  Value findLargest(const DigitClasses &classes) const;
  SmallVector<unsigned> findColumn(const DigitClasses &classes,
                                   unsigned last) const;
  void placeApart(DigitClasses &classes, SmallVectorImpl<unsigned> &order,
                  unsigned columnDigits) const;
  bool placeValues(const DigitClasses &classes, ArrayRef<unsigned> order,
                   IterationSpace &space, Reason why) const;

  ArrayRef<Operation *> ops;
  llvm::MapVector<Value, SmallVector<unsigned>> nodes;
  SmallVector<int64_t> nodeSizes;
  /// Concats of the fusion.
  llvm::SmallPtrSet<Operation *, 4> concats;
  /// IterationSpace::wholes and the number of their parts.
  llvm::MapVector<Value, unsigned> wholes;
  int64_t parts = 1;
  /// The nodes of the loops of each operation.
  SmallVector<SmallVector<unsigned>> iterated;
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  /// Dimensions that consist of several, the slowest first.
  SmallVector<std::pair<unsigned, SmallVector<unsigned>>> divided;
  /// IterationSpace::choices.
  llvm::SmallSetVector<Operation *, 2> choices;
  /// The node of the loop that a row reduction reduces.
  SmallVector<unsigned> reduced;
  /// That of the loop along rows that are gathered.
  SmallVector<unsigned> gathered;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_DIMUNION_H
