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

#include "Steps.h"

#include "FusionMerger.h"
#include "FusionOutputs.h"
#include "FusionSlice.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/IterationSpace.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// A fusion that reads a result as its input `number`.
struct Reader {
  FusionOp fusion;
  unsigned number;
  /// Reshapes between the two, the first one first.
  SmallVector<Operation *> views;
};

/// One result of a fusion, and what its readers would have instead of it.
class Recomputation {
public:
  Recomputation(FusionOp producer, unsigned number, FusionSlice slice)
      : producer(producer), number(number), slice(std::move(slice)) {}

  /// Edits readers where that moves fewer bytes. Returns the producer, which
  /// may be another op then, with further results.
  FusionOp apply();

private:
  bool collectReaders(Value value, SmallVectorImpl<Operation *> &views);
  bool canReadLater();
  /// What a fusion outside reads for a leaf; null if it is not written yet.
  Value getOutside(Value leaf);
  int64_t countSavedBytes(const Reader &reader);
  int64_t countNewBytes();
  bool isFeasible(const Reader &reader);
  bool joinsProducer(const Reader &reader);
  void edit(const Reader &reader);
  void tell(size_t edited, int64_t bytes);

  FusionOp producer;
  unsigned number;
  FusionSlice slice;
  SmallVector<Reader> readers;
};

} // namespace

bool Recomputation::collectReaders(Value value,
                                   SmallVectorImpl<Operation *> &views) {
  bool isAll = true;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto fusion = dyn_cast<FusionOp>(user);
    if (user->getBlock() != producer->getBlock()) {
      isAll = false;
    } else if (fusion && use.getOperandNumber() < fusion.getInputs().size()) {
      readers.push_back(
          {fusion, use.getOperandNumber(), llvm::to_vector(views)});
    } else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                   tensor::CastOp>(user) &&
               user->getNumOperands() == 1) {
      views.push_back(user);
      isAll &= collectReaders(user->getResult(0), views);
      views.pop_back();
    } else {
      isAll = false;
    }
  }
  return isAll;
}

/// Whether the buffer of `value` keeps its elements: nothing is computed in
/// place of them.
static bool keepsElements(Value value) {
  value = skipViews<tensor::CastOp, tensor::ExtractSliceOp>(value);
  if (value.getDefiningOp<bufferization::ToTensorOp>())
    return false;
  return llvm::none_of(value.getUses(), [](OpOperand &use) {
    auto style = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return (style && style.isDpsInit(&use)) ||
           isa<bufferization::MaterializeInDestinationOp,
               tensor::InsertSliceOp>(use.getOwner());
  });
}

bool Recomputation::canReadLater() {
  return llvm::all_of(slice.leaves, [&](Value leaf) {
    auto argument = dyn_cast<BlockArgument>(leaf);
    return !argument ||
           keepsElements(producer.getInputs()[argument.getArgNumber()]);
  });
}

Value Recomputation::getOutside(Value leaf) {
  if (auto argument = dyn_cast<BlockArgument>(leaf))
    return producer.getInputs()[argument.getArgNumber()];
  ValueRange yielded =
      producer.getBody().front().getTerminator()->getOperands();
  auto place = llvm::find(yielded, leaf);
  return place == yielded.end() ? Value()
                                : producer.getResult(place - yielded.begin());
}

/// Bytes that a fusion reads and writes.
static int64_t countMovedBytes(FusionOp fusion) {
  int64_t bytes = 0;
  for (Type type : fusion.getInputs().getTypes())
    bytes += countBytes(type);
  for (Type type : fusion.getResultTypes())
    bytes += countBytes(type);
  return bytes;
}

int64_t Recomputation::countSavedBytes(const Reader &reader) {
  FusionOp fusion = reader.fusion;
  int64_t before = countMovedBytes(fusion);
  int64_t after = before - countBytes(slice.result.getType());
  for (Value leaf : slice.leaves) {
    Value outside = getOutside(leaf);
    if (!outside || !llvm::is_contained(fusion.getInputs(), outside))
      after += countBytes(leaf.getType());
  }
  // Functions are computed while memory moves (FusionCost.h).
  int64_t known = countBytesOfFunctions(getFusedOps(fusion.getBody().front()));
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
    if (!getOutside(leaf))
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
                      ? before.sizes == after.sizes
                      : before.parts == 1 &&
                            before.sizes.size() == after.sizes.size() &&
                            countPoints(before) == countPoints(after);
  return hasSizes && before.reducesRows == after.reducesRows &&
         before.keepsMatricesApart == after.keepsMatricesApart;
}

/// Whether the iteration space of the reader is that of the result, also with
/// the further ops, so that it computes each element once. Tried on a copy.
bool Recomputation::isFeasible(const Reader &reader) {
  FusionOp original = reader.fusion;
  auto before = IterationSpace::get(getFusedOps(original.getBody().front()));
  int64_t elements =
      countBytes(cast<RankedTensorType>(slice.result.getType())
                     .clone(IntegerType::get(original.getContext(), 8)));
  if (!before || countPoints(*before) != elements)
    return false;
  OwningOpRef<FusionOp> copy = cast<FusionOp>(original->clone());
  edit({*copy, reader.number, reader.views});
  auto after = IterationSpace::get(getFusedOps(copy->getBody().front()));
  return after && isSameSpace(*before, *after);
}

/// Whether the reader computes elements in the kernel of the producer, which
/// is there for others, too, if it reads its result: then nobody reads that
/// from memory.
bool Recomputation::joinsProducer(const Reader &reader) {
  FusionMember first(producer), second(reader.fusion);
  return producer.getNumResults() > 1 && reader.views.empty() &&
         second.getKind() == FusionMember::Kind::Elements &&
         FusionMerger(first, second).isPossible();
}

void Recomputation::edit(const Reader &reader) {
  FusionOp fusion = reader.fusion;
  Block &body = fusion.getBody().front();
  BlockArgument replaced = body.getArgument(reader.number);
  if (replaced.use_empty())
    return;
  SmallVector<Value> leaves;
  for (Value leaf : slice.leaves) {
    // A copy that is tried reads what is not written yet as the result.
    Value outside = getOutside(leaf);
    auto known = llvm::find(fusion.getInputs(), outside);
    if (outside && known != fusion.getInputs().end()) {
      leaves.push_back(body.getArgument(known - fusion.getInputs().begin()));
      continue;
    }
    fusion.getInputsMutable().append(outside ? outside
                                             : producer.getResult(number));
    leaves.push_back(body.addArgument(leaf.getType(), leaf.getLoc()));
  }
  // Where it is read first: the order of values may orient the space.
  Operation *first = nullptr;
  for (Operation *user : replaced.getUsers()) {
    Operation *inBody = body.findAncestorOpInBlock(*user);
    if (!first || inBody->isBeforeInBlock(first))
      first = inBody;
  }
  OpBuilder builder(first);
  Value value = slice.clone(builder, leaves);
  for (Operation *view : reader.views) {
    IRMapping mapping;
    mapping.map(view->getOperand(0), value);
    value = builder.clone(*view, mapping)->getResult(0);
  }
  replaced.replaceAllUsesWith(value);
}

void Recomputation::tell(size_t edited, int64_t bytes) {
  remark::passed(
      producer.getLoc(),
      remark::RemarkOpts::name("recomputed").category("lowp-recompute-results"))
      << remark::reason("{0} of {1} readers compute a result of {2} again from "
                        "what it was computed from, which saves {3} bytes",
                        edited, readers.size(), slice.result.getType(), bytes);
}

/// Sizes of a result are those of its destination, which nobody computes.
static void readSizesOfDestination(FusionOp producer, unsigned number) {
  OpResult result = producer->getResult(number);
  result.replaceUsesWithIf(
      producer.getTiedOpOperand(result)->get(),
      [](OpOperand &use) { return isa<tensor::DimOp>(use.getOwner()); });
}

FusionOp Recomputation::apply() {
  readSizesOfDestination(producer, number);
  SmallVector<Operation *> path;
  bool isAll = collectReaders(producer.getResult(number), path);
  // Both tests are cheap, and most results end here.
  int64_t once = countBytes(slice.result.getType()) - countNewBytes();
  int64_t most = once;
  for (const Reader &reader : readers)
    most += std::max<int64_t>(countSavedBytes(reader), 0);
  if (readers.empty() || most <= 0 || !canReadLater())
    return producer;
  auto space = IterationSpace::get(getFusedOps(producer.getBody().front()));
  if (!space)
    return producer;

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
    return producer;

  tell(chosen.size(), total + once);
  SmallVector<Value> added;
  for (Value leaf : slice.leaves)
    if (!getOutside(leaf))
      added.push_back(leaf);
  producer = addResults(producer, *space, added);
  llvm::SmallSetVector<FusionOp, 4> edited;
  llvm::SmallSetVector<Operation *, 4> views;
  for (const Reader &reader : chosen) {
    edit(reader);
    edited.insert(reader.fusion);
    views.insert_range(reader.views);
  }
  for (FusionOp fusion : edited)
    dropUnused(fusion);
  for (Operation *view : llvm::reverse(views))
    if (view->use_empty())
      view->erase();
  return producer;
}

static FusionOp recompute(FusionOp fusion) {
  unsigned count = fusion.getNumResults();
  for (unsigned number = 0; number < count; ++number)
    if (auto slice = FusionSlice::get(fusion, number))
      fusion = Recomputation(fusion, number, std::move(*slice)).apply();
  return fusion;
}

void mlir::lowp::recomputeResults(Operation *op) {
  SmallVector<Block *> blocks;
  op->walk([&](FusionOp fusion) {
    if (!llvm::is_contained(blocks, fusion->getBlock()))
      blocks.push_back(fusion->getBlock());
  });
  for (Block *block : blocks) {
    // In the order of the program: readers come later, and may be replaced.
    for (Operation *op = &block->front(); op; op = op->getNextNode())
      if (auto fusion = dyn_cast<FusionOp>(op))
        op = recompute(fusion);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (auto fusion = dyn_cast<FusionOp>(op))
        dropUnused(fusion);
  }
}
