//===- ReductionCut.cpp - Where a reduction is cut into parts -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCut.h"

#include "AcrossRows.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/ReductionParts.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Parts, at most: what they give is added up by few threads.
static constexpr int64_t kMostParts = 1024;

/// Blocks that keep all multiprocessors of any chip busy, of about so many
/// columns each; from kManyColumns on they are enough without parts.
static constexpr int64_t kBlocks = 512, kColumnsOfBlock = 128,
                         kManyColumns = 16384;

/// Rows of a part of columns, at least. A fusion whose tiles have the rows
/// makes such parts of what it quantizes, where they divide its tiles.
static constexpr int64_t kRowsPerPart = 64, kLeastEvenRows = 16,
                         kRowsOfUnknown = 128;

/// Fewer rows are of one part: a second sum would be a launch more. Parts of a
/// fusion that reads the matrix cost no launch.
static constexpr int64_t kManyQuantizedRows = 128, kManyRows = 512;

/// Elements along a row from which on it has parts, and those of a part. What
/// is shorter is a row of a fusion, one of a few at most.
static constexpr int64_t kLongRow = 32768, kElementsPerPart = 2048,
                         kElementsOfUnknown = 8192;

/// How many rows keep the chip busy: as many blocks of one multiprocessor each.
static constexpr int64_t kManyLongRows = 128;

namespace {
/// The loops of a reduction as they lie in memory.
struct Space {
  SmallVector<int64_t> sizes;
  /// Parallel and reduction loops that run, the fastest one last.
  SmallVector<unsigned> parallel, reduction;
  /// Parallel loops that are the fastest of all.
  SmallVector<unsigned> columns;
};
} // namespace

/// The operand of `op` that has an element for each point.
static OpOperand *findWhole(linalg::GenericOp op, ArrayRef<int64_t> sizes) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (hasAllPoints(op.getMatchingIndexingMap(input), sizes))
      return input;
  return nullptr;
}

static std::optional<Space> getSpace(linalg::GenericOp op) {
  Space space;
  space.sizes = op.getStaticLoopRanges();
  OpOperand *whole = findWhole(op, space.sizes);
  // There are no parts of nothing.
  if (!whole || llvm::is_contained(space.sizes, 0))
    return std::nullopt;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (AffineExpr expr : op.getMatchingIndexingMap(whole).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || space.sizes[loop.getPosition()] == 1)
      continue;
    bool isReduced = linalg::isReductionIterator(kinds[loop.getPosition()]);
    (isReduced ? space.reduction : space.parallel)
        .push_back(loop.getPosition());
    if (isReduced)
      space.columns.clear();
    else
      space.columns.push_back(loop.getPosition());
  }
  return space;
}

/// How many points `loops` have; kDynamic where one is unknown.
static int64_t countPoints(const Space &space, ArrayRef<unsigned> loops) {
  int64_t points = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(space.sizes[loop]))
      return ShapedType::kDynamic;
    points *= space.sizes[loop];
  }
  return points;
}

/// The most rows, of at most `most` and a few times fewer, that divide `size`;
/// 0 where none do.
static int64_t findEvenRows(int64_t size, int64_t most) {
  int64_t least = std::max<int64_t>(most * kLeastEvenRows / kRowsPerPart, 1);
  for (int64_t rows = most; rows >= least; rows /= 2)
    if (size % rows == 0)
      return rows;
  return 0;
}

/// Cuts the reduction loops so that a part has about `target` points: fast ones
/// stay whole, and the slow ones are parts.
static std::optional<ReductionCut> cut(const Space &space, int64_t target) {
  ReductionCut result;
  int64_t inner = 1;
  ArrayRef<unsigned> loops = space.reduction;
  while (!loops.empty() && inner * space.sizes[loops.back()] <= target) {
    inner *= space.sizes[loops.back()];
    loops = loops.drop_back();
  }
  if (loops.empty())
    return std::nullopt;
  int64_t rows = std::max<int64_t>(target / inner, 1);
  result.outer.assign(loops.begin(), loops.end());
  if (rows == 1)
    return result;
  result.loop = result.outer.pop_back_val();
  int64_t even = findEvenRows(space.sizes[*result.loop], rows);
  result.rows = even != 0 ? even : rows;
  result.isEven = even != 0;
  return result;
}

/// The same where sizes are unknown: the slowest such loop is cut, and has at
/// least one part, so that a sum of nothing is one, too.
static ReductionCut cutUnknown(const Space &space, int64_t target) {
  ReductionCut result;
  ArrayRef<unsigned> loops = space.reduction;
  while (!ShapedType::isDynamic(space.sizes[loops.front()])) {
    result.outer.push_back(loops.front());
    loops = loops.drop_front();
  }
  int64_t inner = countPoints(space, loops.drop_front());
  result.loop = loops.front();
  result.rows =
      ShapedType::isDynamic(inner) ? 1 : std::max<int64_t>(target / inner, 1);
  return result;
}

/// Points of a part so that there are at most `parts`, and `least`.
static int64_t choosePoints(int64_t points, int64_t parts, int64_t least) {
  return std::max<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(points, parts)),
                           least);
}

/// Parts of rows so that there are enough blocks.
static int64_t chooseParts(int64_t columns) {
  if (ShapedType::isDynamic(columns))
    return kMostParts;
  return std::clamp<int64_t>(
      kBlocks * kColumnsOfBlock / std::max<int64_t>(columns, 1), 1, kMostParts);
}

/// Whether a quantize reads what `op` adds up, maybe in another shape.
static bool isQuantized(linalg::GenericOp op) {
  return op.getNumDpsInputs() == 1 &&
         llvm::any_of(listReshapes(op.getDpsInputs()[0]), [](Value value) {
           return llvm::any_of(value.getUsers(), llvm::IsaPred<QuantizeOp>);
         });
}

/// Even parts that a fusion can make.
static std::optional<ReductionCut> cutQuantized(const Space &space,
                                                int64_t rows) {
  if (ShapedType::isDynamic(rows) || rows < kManyQuantizedRows)
    return std::nullopt;
  std::optional<ReductionCut> result =
      cut(space, choosePoints(rows, kMostParts, kRowsPerPart));
  return result && result->isEven ? result : std::nullopt;
}

/// Whether `reader` reduces what is read side by side to one element.
static bool reducesNeighbours(Operation *reader) {
  auto op = dyn_cast<linalg::LinalgOp>(reader);
  if (!op || op.getNumReductionLoops() != 1 || !matchRowReduction(op).combiner)
    return false;
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return map.isPermutation() &&
           map.getDimPosition(map.getNumResults() - 1) == getReductionLoop(op);
  });
}

/// Lists what `op` adds up, what that is computed from, and what else follows
/// from it element by element; `reduces` tells whether neighbours are reduced,
/// too.
static SetVector<Value> listBeside(linalg::GenericOp op, bool &reduces) {
  auto follows = [](Operation *reader) {
    auto computed = dyn_cast_or_null<linalg::LinalgOp>(reader);
    return isReshape(reader) || (computed && isElementwiseOp(computed));
  };
  SetVector<Value> found;
  found.insert_range(op.getDpsInputs());
  for (size_t next = 0; next < found.size(); ++next)
    if (Operation *maker = found[next].getDefiningOp(); follows(maker))
      found.insert_range(maker->getOperands());
  for (Value value : SmallVector<Value>(found.getArrayRef()))
    for (Operation *reader : listReaders(value, follows)) {
      reduces |= reducesNeighbours(reader);
      if (follows(reader))
        found.insert_range(reader->getResults());
    }
  return found;
}

/// Whether parts of `part` rows, of `rows` of `columns` elements, are whole
/// dimensions of `value`, or parts of one.
static bool nestsWith(Value value, int64_t part, int64_t rows,
                      int64_t columns) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() ||
      type.getNumElements() != rows * columns)
    return true;
  int64_t elements = 1;
  return llvm::all_of(llvm::reverse(type.getShape()), [&](int64_t size) {
    elements *= size;
    int64_t inside = elements / columns;
    return inside == 0 || inside % part == 0 || part % inside == 0;
  });
}

/// Cuts into even parts that a fusion makes which reduces the rows: a CTA has a
/// part, and there are enough CTAs, but not many more, since what they give is
/// added up, too. A CTA has many short rows at once.
static std::optional<ReductionCut> cutReduced(linalg::GenericOp op,
                                              const Space &space) {
  constexpr int64_t kFewRows = 8, kRowsOfMany = 32, kTallPart = 64,
                    kMostRows = 128, kElementsOfPart = 65536;
  int64_t rows = countPoints(space, space.reduction);
  int64_t columns = countPoints(space, space.parallel);
  if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(columns) ||
      rows < kManyRows || columns > SummedRows::kMostColumns)
    return std::nullopt;
  int64_t most =
      std::clamp<int64_t>(llvm::PowerOf2Ceil(kElementsOfPart / columns),
                          SummedRows::kShortPart, kMostRows);
  int64_t wanted =
      std::max(std::clamp(choosePoints(rows, SummedRows::kEnoughParts, 1),
                          kFewRows, most),
               std::min(choosePoints(rows, kMostParts, 1), kRowsOfMany));
  std::optional<ReductionCut> result = cut(space, wanted);
  bool reduces = false;
  SetVector<Value> beside = listBeside(op, reduces);
  bool canFuse =
      result && result->isEven && reduces && llvm::all_of(beside, [&](Value v) {
        return nestsWith(v, result->rows, rows, columns);
      });
  if (!canFuse)
    return std::nullopt;
  // A CTA writes the sums of a part: side by side, where there are many.
  result->keepsPartsTogether = result->rows < kTallPart;
  return result;
}

static std::optional<ReductionCut> cutColumns(const Space &space) {
  int64_t rows = countPoints(space, space.reduction);
  int64_t columns = countPoints(space, space.parallel);
  bool hasEnough = !ShapedType::isDynamic(columns) && columns >= kManyColumns;
  if (hasEnough)
    return std::nullopt;
  if (ShapedType::isDynamic(rows))
    return cutUnknown(space, kRowsOfUnknown);
  if (rows < kManyRows)
    return std::nullopt;
  return cut(space, choosePoints(rows, chooseParts(columns), kRowsPerPart));
}

static std::optional<ReductionCut> cutRows(const Space &space) {
  int64_t rows = countPoints(space, space.parallel);
  int64_t elements = countPoints(space, space.reduction);
  if (ShapedType::isDynamic(elements)) {
    if (!space.parallel.empty())
      return std::nullopt;
    return cutUnknown(space, kElementsOfUnknown);
  }
  if (ShapedType::isDynamic(rows) || rows >= kManyLongRows ||
      elements <= kLongRow)
    return std::nullopt;
  return cut(space,
             choosePoints(rows * elements, kMostParts, kElementsPerPart));
}

/// Whether each result of `op` has one element for each point of the parallel
/// loops.
static bool hasPlainResults(linalg::GenericOp op) {
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
           llvm::count_if(map.getResults(), llvm::IsaPred<AffineDimExpr>) ==
               op.getNumParallelLoops();
  });
}

std::optional<ReductionCut>
mlir::lowp::chooseReductionCut(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      op.getNumReductionLoops() == 0 || multipliesMatrices(op) ||
      !hasPlainResults(op) || matchCombiners(op).empty())
    return std::nullopt;
  bool isPlain = llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).isProjectedPermutation(
        /*allowZeroInResults=*/true);
  });
  std::optional<Space> space = getSpace(op);
  if (!isPlain || !space || space->reduction.empty())
    return std::nullopt;
  if (space->columns.empty())
    return cutRows(*space);
  if (isQuantized(op))
    if (auto even = cutQuantized(*space, countPoints(*space, space->reduction)))
      return even;
  if (auto even = cutReduced(op, *space))
    return even;
  return cutColumns(*space);
}
