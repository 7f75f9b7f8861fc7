//===- RecomputeResults.cpp - Results that readers compute again ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backward pass reads what the forward pass computed: the probabilities of a
// softmax, a normalized row before its factor. Front ends keep these in f32.
// Their producer has 16-bit inputs and a number per row, from which a reader
// has the same values sooner than from memory.
//
//===----------------------------------------------------------------------===//

#include "FusionMerger.h"
#include "FusionOutputs.h"
#include "FusionSlice.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/IterationSpace.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// A fusion that reads a result.
struct Reader {
  PlannedFusion *fusion;
  /// The result, or the last of the views of it.
  Value read;
  /// Views between the two, the first one first.
  SmallVector<Operation *> views;
};

/// One result of a fusion, and what its readers would have instead of it.
class Recomputation {
public:
  Recomputation(FusionPlan &plan, PlannedFusion &producer, FusionSlice slice)
      : plan(plan), producer(producer), slice(std::move(slice)) {}

  /// Edits readers where that moves fewer bytes.
  void apply();

private:
  bool collectReaders(Value value, SmallVectorImpl<Operation *> &views);
  bool canReadLater();
  /// Whether a fusion outside can read `leaf`, which is written already.
  bool isOutside(Value leaf);
  int64_t countSavedBytes(const Reader &reader);
  int64_t countNewBytes();
  bool isFeasible(const Reader &reader);
  bool joinsProducer(const Reader &reader);
  SmallVector<Operation *> addSlice(const Reader &reader);
  void tell(size_t edited, int64_t bytes);

  FusionPlan &plan;
  PlannedFusion &producer;
  FusionSlice slice;
  SmallVector<Reader> readers;
};

} // namespace

bool Recomputation::collectReaders(Value value,
                                   SmallVectorImpl<Operation *> &views) {
  bool isAll = true;
  for (Operation *user :
       llvm::SetVector<Operation *>(value.user_begin(), value.user_end())) {
    Operation *reader = plan.block.findAncestorOpInBlock(*user);
    if (!reader) {
      isAll = false;
      continue;
    }
    for (PlannedFusion *fusion : plan.getFusionsOf(reader))
      if (!fusion->contains(value) &&
          llvm::none_of(readers, [&](const Reader &known) {
            return known.fusion == fusion && known.read == value;
          }))
        readers.push_back({fusion, value, llvm::to_vector(views)});
    if (!plan.remains(reader))
      continue;
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(
            reader) &&
        reader->getNumOperands() == 1) {
      views.push_back(reader);
      isAll &= collectReaders(reader->getResult(0), views);
      views.pop_back();
    } else {
      isAll = false;
    }
  }
  return isAll;
}

/// Whether the buffer of `value` keeps its elements: nothing is computed in
/// place of them.
static bool keepsElements(const FusionPlan &plan, Value value) {
  value = skipViews<tensor::CastOp, tensor::ExtractSliceOp>(value);
  if (value.getDefiningOp<bufferization::ToTensorOp>())
    return false;
  return llvm::none_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    auto style = dyn_cast<DestinationStyleOpInterface>(user);
    return plan.remains(user) && ((style && style.isDpsInit(&use)) ||
                                  isa<bufferization::MaterializeInDestinationOp,
                                      tensor::InsertSliceOp>(user));
  });
}

bool Recomputation::canReadLater() {
  return llvm::all_of(slice.leaves, [&](Value leaf) {
    return producer.contains(leaf) || keepsElements(plan, leaf);
  });
}

bool Recomputation::isOutside(Value leaf) {
  return !producer.contains(leaf) || plan.isResult(producer, leaf);
}

/// Bytes that `fusion` reads and writes.
static int64_t countMovedBytes(const FusionPlan &plan, PlannedFusion &fusion) {
  int64_t bytes = 0;
  for (Value input : fusion.getInputs())
    bytes += countBytes(input.getType());
  for (Type type : plan.getResultTypes(fusion))
    bytes += countBytes(type);
  return bytes;
}

int64_t Recomputation::countSavedBytes(const Reader &reader) {
  PlannedFusion &fusion = *reader.fusion;
  int64_t before = countMovedBytes(plan, fusion);
  int64_t after = before - countBytes(slice.result.getType());
  for (Value leaf : slice.leaves)
    if (!isOutside(leaf) ||
        !(fusion.getInputs().contains(leaf) || fusion.contains(leaf)))
      after += countBytes(leaf.getType());
  // Functions are computed while memory moves (FusionCost.h).
  int64_t known = countBytesOfFunctions(fusion.getOps());
  int64_t more = countBytesOfFunctions(slice.ops);
  // No std::hypot: it wants a C library of 2.35.
  auto both = [](double moved, double computed) {
    return std::sqrt(moved * moved + computed * computed);
  };
  return int64_t(both(before, known) - both(after, known + more));
}

int64_t Recomputation::countNewBytes() {
  int64_t bytes = 0;
  for (Value leaf : slice.leaves)
    if (!isOutside(leaf))
      bytes += countBytes(leaf.getType());
  return bytes;
}

static int64_t countPoints(const IterationSpace &space) {
  // Only the proportions matter, as in countBytes.
  Type byte = IntegerType::get(space.dims.front().first.getContext(), 8);
  return space.parts * countBytes(RankedTensorType::get(space.sizes, byte));
}

/// Whether `after` is `before`, or that of its parts beside each other.
static bool isSameSpace(const IterationSpace &before,
                        const IterationSpace &after) {
  bool hasSizes = before.parts == after.parts
                      ? before.getTiles() == after.getTiles()
                      : before.parts == 1 &&
                            before.sizes.size() == after.sizes.size() &&
                            countPoints(before) == countPoints(after);
  return hasSizes && before.reducesRows == after.reducesRows &&
         before.keepsMatricesApart == after.keepsMatricesApart;
}

/// The ops of the reader with those of the slice before the first one that
/// reads the result: the order of values may orient the space.
SmallVector<Operation *> Recomputation::addSlice(const Reader &reader) {
  ArrayRef<Operation *> ops = reader.fusion->getOps();
  const auto *first = llvm::find_if(ops, [&](Operation *op) {
    return llvm::is_contained(listReadValues(op), reader.read);
  });
  SmallVector<Operation *> all(ops.begin(), first);
  llvm::append_range(all, slice.ops);
  llvm::append_range(all, reader.views);
  all.append(first, ops.end());
  return putReadersLast(all);
}

/// How many parts of what `space` chooses its points are of.
static int64_t countParts(const IterationSpace &space) {
  int64_t most = 1;
  for (Operation *choice : space.choices)
    most = std::max<int64_t>(most, choice->getNumOperands());
  return most;
}

/// Whether the iteration space of the reader is that of the result, also with
/// the further ops, so that it computes each element once, or once for each
/// part of a choice.
bool Recomputation::isFeasible(const Reader &reader) {
  const auto &before = reader.fusion->getSpace();
  int64_t elements = countBytes(
      cast<RankedTensorType>(slice.result.getType())
          .clone(IntegerType::get(plan.block.front().getContext(), 8)));
  if (!before || (countPoints(*before) != elements &&
                  countPoints(*before) != elements * countParts(*before)))
    return false;
  PlannedFusion edited(addSlice(reader), producer.loc);
  return edited.getSpace() && isSameSpace(*before, *edited.getSpace()) &&
         edited.fitsLaunch();
}

/// Whether the reader computes elements in the kernel of the producer, which
/// is there for others, too, if it reads its result: then nobody reads that
/// from memory.
bool Recomputation::joinsProducer(const Reader &reader) {
  return plan.getResultTypes(producer).size() > 1 && reader.views.empty() &&
         reader.fusion->getKind() == PlannedFusion::Kind::Elements &&
         FusionMerger(plan, producer, *reader.fusion).isPossible();
}

void Recomputation::tell(size_t edited, int64_t bytes) {
  remark::passed(
      producer.loc,
      remark::RemarkOpts::name("recomputed").category("lowp-recompute-results"))
      << remark::reason("{0} of {1} readers compute a result of {2} again from "
                        "what it was computed from, which saves {3} bytes",
                        edited, readers.size(), slice.result.getType(), bytes);
}

void Recomputation::apply() {
  SmallVector<Operation *> path;
  bool isAll = collectReaders(slice.result, path);
  // Both tests are cheap, and most results end here.
  int64_t once = countBytes(slice.result.getType()) - countNewBytes();
  int64_t most = once;
  for (const Reader &reader : readers)
    most += std::max<int64_t>(countSavedBytes(reader), 0);
  if (readers.empty() || most <= 0 || !canReadLater() || !producer.getSpace())
    return;

  SmallVector<Reader> chosen;
  int64_t total = 0;
  for (const Reader &reader : readers)
    if (!joinsProducer(reader) && isFeasible(reader)) {
      chosen.push_back(reader);
      total += countSavedBytes(reader);
    }
  bool isDropped = isAll && chosen.size() == readers.size();
  if (!isDropped || total + once <= 0) {
    llvm::erase_if(chosen, [&](const Reader &reader) {
      return countSavedBytes(reader) <= 0;
    });
    once = -countNewBytes();
    total = 0;
    for (const Reader &reader : chosen)
      total += countSavedBytes(reader);
  }
  if (chosen.empty() || total + once <= 0)
    return;

  tell(chosen.size(), total + once);
  for (const Reader &reader : chosen)
    plan.setOps(*reader.fusion, addSlice(reader));
}

/// Lets who asks for a size of what `fusion` computes ask what it reads.
static void readSizesOfInputs(PlannedFusion &fusion) {
  ValueRange inputs = fusion.getInputs().getArrayRef();
  for (Operation *op : fusion.own)
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      std::optional<int64_t> index;
      if (dim)
        index = dim.getConstantIndex();
      if (!index || !fusion.getSpace())
        continue;
      OpBuilder builder(fusion.own.front());
      OpFoldResult size = getSizesByInputs(builder, dim.getSource(),
                                           *fusion.getSpace(), inputs)[*index];
      dim.replaceAllUsesWith(
          getValueOrCreateConstantIndexOp(builder, dim.getLoc(), size));
      dim.erase();
    }
}

void FusionPlan::recompute() {
  readFusions();
  for (PlannedFusion *fusion : getFusions()) {
    readSizesOfInputs(*fusion);
    for (OpResult result : getResults(*fusion))
      if (isa<RankedTensorType>(result.getType()))
        if (auto slice = FusionSlice::get(*this, *fusion, result))
          Recomputation(*this, *fusion, std::move(*slice)).apply();
  }
  dropUnread();
}
