//===- FusionEmitter.h - The kernel of a fusion -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONEMITTER_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONEMITTER_H

#include "RowPlan.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Fusion/IterationSpace.h"
#include "lowp/Fusion/RowGather.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Computes vectors of the shape that `inputs` have, element by element; some
/// of them may be numbers, not all.
SmallVector<Value>
emitMap(ImplicitLocOpBuilder &b, ValueRange inputs, TypeRange elements,
        function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body);

/// `value`, of f32 or a shorter format, as f32.
Value toF32(OpBuilder &builder, Location loc, Value value);

/// `vector`, of f32 or a shorter format, as one of f32.
Value emitWidened(ImplicitLocOpBuilder &b, Value vector);

/// The op that takes the result of `op` apart into what the fusion stores.
SplitScaledOp getSplit(QuantizeOp op);
/// What `op` has the data and scales of; null for other scaled values.
QuantizeOp getQuantize(SplitScaledOp op);

/// The entry of the `block` that a position of the matrix lies in.
AffineMap getBlockMap(Builder &b, BlockShape block);

/// Whether dimensions of blocks that are whole are empty, told at run time;
/// null for never.
Value buildIsEmpty(ImplicitLocOpBuilder &b, BlockShape block,
                   ArrayRef<Value> sizes);

/// What a body reads of rows at computed numbers: elements of a tile, or a
/// number for each row.
struct RowRead {
  /// In the body.
  Value element;
  Value value;
};

/// Dimensions of a space as part of an index: ((dim floordiv divisor) mod
/// modulus) * weight, of a dimension of maps.
struct SpaceRun {
  unsigned dim;
  int64_t divisor, modulus, weight;
};

/// Emits a launch of one fusion, with CTA-wide values in its body.
class FusionEmitter {
public:
  /// For rows of `plan`; the launch is placed where `b` is.
  FusionEmitter(LaunchFusionOp launch, func::FuncOp function,
                IterationSpace space, const RowPlan &plan, OpBuilder &b)
      : call(launch), function(function), space(std::move(space)), plan(plan),
        b(launch.getLoc(), b) {}

  void emit();

  /// The length of a row.
  Value emitNumColumns();
  /// Whether some results exist where rows have no elements.
  bool hasResultsOfEmptyRows() { return !getResultsOfEmptyRows().empty(); }

private:
  // The space.
  void computeSizes();
  Value getSize(int dim);
  void emitLaunch();
  /// The dimensions of maps: those before the column, and the column. A space
  /// of the column alone has one row.
  unsigned countMapDims() const { return std::max(space.getColumn() + 1, 2); }
  /// The parts of the index along `dims`, the slowest first; a modulus of 0 for
  /// none.
  SmallVector<SpaceRun> listRuns(ArrayRef<int> dims) const;
  /// The index along `dims` by the dimensions of maps.
  AffineExpr getIndex(ArrayRef<int> dims);
  /// Where an element of `value` is stored, by its position in the space.
  AffineMap getMap(Value value);
  /// Adds to `places`, an index for each dimension of `value`, where the part
  /// begins that is emitted.
  void addPartOffset(Value value, SmallVectorImpl<AffineExpr> &places);
  /// Whether `result` follows from a concat that is read part by part.
  bool hasParts(Value result);
  /// The sizes of the digits of a row, but the slowest one.
  ArrayRef<Value> getRowDigits() const;
  VectorType getTileType(Value value, Type element);
  bool isScalar(Value value) {
    return !space.dependsOnRow(value) && !space.dependsOnColumn(value);
  }

  // Values: a number where all elements are the same, as those of a fill or a
  // splat constant, otherwise the part of a tensor that belongs to the tile.
  Value get(Value value);
  /// What `get` has not computed yet.
  Value read(Value value);
  /// The elements of the tile that `value` has, also where it is a number.
  Value getTile(Value value);
  /// An element for each of the tile, also where rows or columns share it.
  Value getWholeTile(Value value);
  /// The scalar that stands for memory which nothing has written.
  Value emitAnyScalar(Type element);
  Value loadInput(BlockArgument argument);
  /// The tile of `value`, which has its elements in `buffer`.
  Value loadTile(Value value, Value buffer);
  /// Whether a body uses `value` as an argument of the fusion.
  bool isInputScalar(Value value);
  Value loadScalar(BlockArgument argument);
  /// `value` with an entry for each element of a vector of `shape`.
  Value broadcastTo(Value value, ArrayRef<int64_t> shape);
  /// Entries of `shape` of a tile, each read once where `value` is in memory.
  Value loadEntries(Value value, ArrayRef<int64_t> shape, AffineMap map);
  /// `value` in each entry of a vector of `type`, or as the one entry of a
  /// vector, if it is a scalar.
  Value toEntries(Value value, VectorType type);
  Value toEntries(Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    return toEntries(value, VectorType::get({1, 1}, element));
  }
  lowp_gpu::CTAStoreOp store(Value value, Value buffer, AffineMap map,
                             ValueRange padded = {}, TypedAttr padding = {});
  /// Stores `value`, or the parts that it has beside each other, where `map`
  /// places it.
  void storeAt(Value value, Value output, AffineMap map);

  // Ops.
  void emitOp(Operation &op);
  /// Computes, or reads, a scalar that all elements share.
  void emitScalar(Operation &op);
  void emitElementwise(linalg::LinalgOp op);
  void emitReduction(linalg::LinalgOp op);
  /// The elements of the tile that `op` reduces, those of each result.
  SmallVector<Value> emitReduced(linalg::LinalgOp op);
  /// What the tile has of each row's reduction.
  Value reduceTile(linalg::LinalgOp op);
  /// Two values of a row together, as `op` says.
  Value combine(linalg::LinalgOp op, ArrayRef<Value> both);

  /// Results that each row has, and that are stored by themselves.
  SmallVector<Value> getResultsOfEmptyRows();

  void emitTile();
  /// Emits one tile after the other of a stripe of rows, whose sums stay in
  /// registers.
  void emitStripe();
  /// Emits the tile at `row` from what is `carried`, sums and inputs, and loads
  /// those at `next` meanwhile: what the next tile is given.
  SmallVector<Value> emitRowsOfStripe(Value next, ArrayRef<Value> carried);
  /// Inputs that have an element for each of the tile.
  SmallVector<BlockArgument> listPrefetched();

  // Results that are made one stage after the other.
  void emitStages();
  /// Emits what makes `results`, from inputs and what earlier stages wrote or
  /// kept, as far as it is not there.
  void emitSlice(ValueRange results);
  /// The same, and stores them.
  void emitStage(ValueRange results);
  /// Emits a stage for each part of concats; the first one has what no concat
  /// takes part in.
  void emitParts(ValueRange results);
  /// The matrices that `later` quantize and the first stage has room to keep.
  SmallVector<Value> findMatricesToKeep(ValueRange later);
  void keepForLater(ValueRange later);

  // Rows that are read once per reduction, and once more.
  void emitPasses();
  /// Emits what `results` depend on in a loop along the row, then `body`, which
  /// takes and gives what the loop carries.
  SmallVector<Value>
  emitPass(ValueRange results, ValueRange inits,
           function_ref<SmallVector<Value>(ValueRange)> body);
  void emitReductionPass(linalg::LinalgOp op);
  bool runsAlongRow(Operation &op);
  void storeResult(Value result);
  void emitGather(linalg::LinalgOp op, const RowGather &gather);
  /// What `read` reads, elements or a number for each row; one number if they
  /// are all the same.
  Value emitRowRead(linalg::LinalgOp op, tensor::ExtractOp read,
                    bool isAlongRow, ArrayRef<RowRead> known);
  /// Where `read` reads in its tensor, but for the index of the row.
  AffineMap getRowReadMap(tensor::ExtractOp read, bool isAlongRow);
  /// The indices of the rows of `buffer` that `number` tells; all exist.
  Value emitRowIndices(linalg::LinalgOp op, Value number,
                       ArrayRef<RowRead> known, Value buffer);
  /// `wanted`, a value in the body of `op`, as a vector of `shape`.
  Value emitPart(linalg::LinalgOp op, Value wanted, ArrayRef<RowRead> known,
                 ArrayRef<int64_t> shape);
  /// What an op reads for each argument of its body, of which `used` is a copy;
  /// any value where the body does not use it.
  SmallVector<Value> getInputs(linalg::LinalgOp op, ValueRange used);
  void emitQuantize(QuantizeOp op);
  void emitComputeScale(ComputeScaleOp op);
  void emitGlobalScale(ComputeGlobalScaleOp op);
  void emitAmaxOp(AmaxOp op);
  /// Adds up the rows of the tile, or adds these to the sums of a stripe.
  void emitPartialSum(linalg::LinalgOp op);
  /// Stores `result`, the sums of the parts that `tile` has the rows of.
  void storeSums(OpResult result, Value tile);
  void emitDequantize(DequantizeOp op);
  /// The elements, and the factors of blocks, of what is decoded as `matrix`.
  Value emitElements(MakeScaledOp made, Value matrix);
  Value emitDecodeFactors(MakeScaledOp made, Value matrix);
  /// Elements of `type` that are packed in rows of bytes: `places` maps the
  /// space to their places.
  Value emitUnpacked(Value data, AffineMap places, FloatType type);
  /// How many blocks a tile has along its rows and columns.
  SmallVector<int64_t> countBlocks(BlockShape block) const;
  /// The largest magnitude of each block of `input`, as far as the tile has it.
  Value emitAmax(Value input, BlockShape block);
  /// The scales of the blocks of `input`, which `op` quantizes: factors, and as
  /// stored.
  SmallVector<Value> emitBlockScales(QuantizeOp op, Value input);
  /// Loads the scales that `op` is given.
  SmallVector<Value> loadGivenScales(QuantizeOp op);
  /// Writes the scales of a quantize that has some, but no elements and so no
  /// tile that would write them.
  void emitScalesOfNothing(QuantizeOp op);
  /// Writes what `op` makes where its matrix has no elements.
  void emitGlobalScaleOfNothing(ComputeGlobalScaleOp op);
  /// The scalar that elements of `value` are, computed again at `place`.
  Value emitScalarAt(const OpBuilder &place, Value value);
  /// Moves the ends of the rows and the columns after the padding of `op`.
  void extendToPadding(QuantizeOp op, SmallVectorImpl<Value> &ends);
  /// Where the padding of scales, data ends, in elements of the matrix; empty
  /// for storage without padding.
  SmallVector<Value> emitScalesEnd(QuantizeOp op, Value buffer);
  SmallVector<Value> emitDataEnd(QuantizeOp op, Value buffer);
  /// Where the groups end that elements at the end of a row are packed with;
  /// empty where all groups are full.
  SmallVector<Value> emitPackedEnd(QuantizeOp op);
  /// The map of a storage that sees one matrix, as a map of the space.
  AffineMap toSpace(Value matrix, AffineMap map);
  void emitData(QuantizeOp op, Value input, Value encode, Value buffer);
  /// What the random bits of an element of the tile that `op` quantizes follow
  /// from: its row and column in its matrix, and the seed of that.
  SmallVector<Value> emitRandomKeys(QuantizeOp op);
  void emitScales(QuantizeOp op, Value stored, Value buffer);
  /// Where elements of a vector of `shape` are along dimension `dim` of maps: a
  /// vector, or a number where it is the same for all.
  Value emitPosition(int dim, ArrayRef<int64_t> shape);
  /// The same along dimensions of the space.
  Value emitIndex(ArrayRef<int> dims, ArrayRef<int64_t> shape);
  /// Takes each element from the part that it is of.
  void emitChoice(tensor::ConcatOp op);
  /// Computes `results` of `body`, a block that takes and gives elements of
  /// what `op` iterates over.
  SmallVector<Value> emitBody(linalg::LinalgOp op, Block &body,
                              ArrayRef<Value> inputs, ArrayRef<Value> results,
                              ArrayRef<int64_t> shape);
  Value getInitialValue(linalg::LinalgOp op);
  /// The buffer that a value is written to, or null.
  Value findOutput(Value value);

  LaunchFusionOp call;
  func::FuncOp function;
  IterationSpace space;
  RowPlan plan;
  ImplicitLocOpBuilder b;

  SmallVector<Value> sizes;
  lowp_gpu::DistributionAttr distribution;
  int64_t tileM = 0, tileN = 0;
  Value rows, columns, row, column;
  /// Whether padding makes tiles necessary beyond the rows, the columns.
  bool overhangs[2] = {false, false};
  SmallVector<Value> batch;
  /// The part of concats that is emitted.
  unsigned part = 0;
  llvm::DenseMap<Value, Value> values;
  /// What earlier stages wrote.
  SmallVector<Value> written;
  /// The sums of rows of a stripe, as far as they are added up.
  llvm::MapVector<OpResult, Value> stripeSums;
  /// What the first stage computed for later ones, which read it so.
  llvm::MapVector<Value, Value> kept;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONEMITTER_H
